/** Examples kept of one finding. */
const EXAMPLES = 5;

/** Rows that share one fault: counted, and the first few of them known by name. Rows themselves are not kept. */
export class CollectedRows {
  rows = 0;
  /** Names of the rows that are shown. */
  readonly examples: string[] = [];

  add(id: string): void {
    this.rows += 1;
    if (this.examples.length < EXAMPLES) this.examples.push(id);
  }
}

/** Rows counted elsewhere. */
export const collected = (rows: number, names: readonly string[]): CollectedRows => {
  const found = new CollectedRows();
  found.rows = rows;
  found.examples.push(...names.slice(0, EXAMPLES));
  return found;
};
