/** `1,204,331`: the page speaks English whatever the machine's language. */
export const countWords = (count: number): string => count.toLocaleString('en-US');

/** `118 bytes`, `1 byte`, `12.4 KB`, `3.1 MB`; 1 KB is 1,000 bytes. */
export function bytesWords(bytes: number): string {
  if (bytes === 1) return '1 byte';
  if (bytes < 10_000) return `${countWords(bytes)} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `1 row`, `3 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countWords(count)} ${count === 1 ? one : many}`;
