/**
 * A map that forgets what has not been used for long: it holds the last `size` names used, and up to as many older ones.
 * Two maps take turns, since deleting the oldest entry of one large map again and again is slow.
 */
export class RecentMap<Value> {
  readonly #size: number;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();
  /** How often the older names have made way for those that were young until then. */
  turns = 0;

  constructor(size: number) {
    this.#size = size;
  }

  /** The value of a name, made where there is none; either way it counts as used now. */
  use(name: string, make: () => Value): Value {
    const young = this.#young.get(name);
    if (young !== undefined) return young;
    const value = this.#old.get(name) ?? make();
    if (this.#young.size >= this.#size) {
      this.turns += 1;
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(name, value);
    return value;
  }
}
