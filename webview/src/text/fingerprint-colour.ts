/**
 * Equal fingerprints are seen by an equal swatch. Six chart colours that every theme has would soon repeat, so a swatch has
 * two halves: 36 different ones. The text beside it stays the proof.
 */
interface Swatch {
  left: ChartColour;
  right: ChartColour;
}

/** Names of VS Code's chart colours, `--vscode-charts-<name>`. Orange is left out: in the light themes it is yellow's twin. */
export const chartColours = ['blue', 'foreground', 'green', 'purple', 'red', 'yellow'] as const;
type ChartColour = (typeof chartColours)[number];

/** The same text gives the same swatch in every session and on every machine. */
export function fingerprintSwatch(fingerprint: string): Swatch {
  const number = hash(fingerprint) % (chartColours.length * chartColours.length);
  return {
    left: chartColours[Math.floor(number / chartColours.length)]!,
    right: chartColours[number % chartColours.length]!,
  };
}

/** 32-bit FNV-1a (RFC 9923) over UTF-16 units, its bits mixed once more: fingerprints in hex differ in few of them. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
