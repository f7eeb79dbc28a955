/** Eight characters are compared more easily as two groups of four: `e3b0 c442`. */
export const fingerprintWords = (short: string): string =>
  /^[0-9a-zA-Z]{8}$/.test(short) ? `${short.slice(0, 4)} ${short.slice(4)}` : short;
