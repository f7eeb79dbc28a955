/** The libraries a text imports or requires; `fetch` of the platform where it sends with that. */
export function librariesOf(text: string): string[] {
  const found = new Set<string>();
  for (const [, specifier = ''] of text.matchAll(/(?:\bfrom|\brequire\()\s*['"]([^'"]+)['"]/g)) {
    if (specifier.endsWith('/generated-prisma-client.d.ts')) found.add('@prisma/client');
    else if (specifier === 'node:sqlite') found.add(specifier);
    else if (!/^(?:\.|node:|crypto$)/.test(specifier))
      found.add(specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'));
  }
  if (/\bfetch\(/.test(text) && !/\bfetch\b[^;\n]*\bfrom\b/.test(text)) found.add("the platform's fetch");
  return [...found];
}

/** How often which kind of suggestion was taken in files with which libraries. */
export class Coverage {
  readonly #kinds: readonly string[];
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #totals = new Map<string, number>();

  constructor(kinds: readonly string[]) {
    this.#kinds = kinds;
  }

  count(kind: string, libraries: readonly string[]): void {
    this.#totals.set(kind, this.total(kind) + 1);
    for (const library of libraries) {
      const counts = this.#counts.get(library) ?? new Map<string, number>();
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      this.#counts.set(library, counts);
    }
  }

  total(kind: string): number {
    return this.#totals.get(kind) ?? 0;
  }

  has(kind: string, library: string): boolean {
    return (this.#counts.get(library)?.get(kind) ?? 0) > 0;
  }

  /** A row for each library, a column for each kind; a file with two libraries counts in both rows, once in the sum. */
  table(): string {
    const libraries = [...this.#counts.keys()].sort();
    const width = Math.max(...libraries.map(({ length }) => length));
    const row = (head: string, cells: string[]): string =>
      `    ${head.padEnd(width)}${cells.map((cell, at) => `  ${cell.padStart(this.#kinds[at]?.length ?? 0)}`).join('')}`;
    const cell = (count: number | undefined): string => (count ? String(count) : '·');
    return [
      row('suggestions taken', [...this.#kinds]),
      ...libraries.map((library) =>
        row(
          library,
          this.#kinds.map((kind) => cell(this.#counts.get(library)?.get(kind))),
        ),
      ),
      row(
        `${libraries.length} libraries`,
        this.#kinds.map((kind) => cell(this.total(kind))),
      ),
    ].join('\n');
  }
}
