/** The version of this package; a test compares it with `package.json`, which a bundle cannot reach. */
export const version = '0.1.0';
