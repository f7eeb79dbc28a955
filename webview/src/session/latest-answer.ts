import type { UserError } from 'idempotency-inspector/protocol';
import { userErrorOf, wasWithdrawn } from '../host/host-channel.ts';

/**
 * An answer that is asked for again as things change. One request is open at a time; asked meanwhile, it is asked once more
 * afterwards, and not before `gap` milliseconds have passed. The last good answer stays until a new one comes.
 */
export class LatestAnswer<Value> {
  readonly #request: (signal: AbortSignal) => Promise<Value>;
  readonly #changed: () => void;
  readonly #gap: number;
  readonly #end = new AbortController();
  #value: Value | null = null;
  #error: UserError | null = null;
  #asking = false;
  #again = false;
  #waiting: ReturnType<typeof setTimeout> | null = null;

  constructor(request: (signal: AbortSignal) => Promise<Value>, changed: () => void, gap = 0) {
    this.#request = request;
    this.#changed = changed;
    this.#gap = gap;
  }

  /** Null until the first has come. */
  get value(): Value | null {
    return this.#value;
  }
  /** Why the last request failed. */
  get error(): UserError | null {
    return this.#error;
  }

  async ask(): Promise<void> {
    if (this.#asking || this.#waiting) {
      this.#again = true;
      return;
    }
    this.#asking = true;
    try {
      this.#value = await this.#request(this.#end.signal);
      this.#error = null;
    } catch (error) {
      if (wasWithdrawn(error)) return;
      this.#error = userErrorOf(error);
    }
    this.#asking = false;
    this.#changed();
    this.#waiting = setTimeout(() => {
      this.#waiting = null;
      if (!this.#again) return;
      this.#again = false;
      void this.ask();
    }, this.#gap);
  }

  /** Withdraws the open request; nothing is reported afterwards. */
  dispose(): void {
    this.#end.abort();
    if (this.#waiting) clearTimeout(this.#waiting);
  }
}
