/** Tells the time. Injected everywhere, so that a day can pass without waiting for it. */
export interface Clock {
  now(): Date;
}

/** A clock that stands still until it is moved. */
export class ManualClock implements Clock {
  #milliseconds: number;

  /** @param start the first time it tells */
  constructor(start: Date) {
    this.#milliseconds = start.getTime();
  }

  now(): Date {
    return new Date(this.#milliseconds);
  }

  /** Moves the clock forward by `seconds`. */
  advance(seconds: number): void {
    this.#milliseconds += seconds * 1000;
  }

  /** Puts the clock at `time`. */
  set(time: Date): void {
    this.#milliseconds = time.getTime();
  }
}

/** `time` moved by `seconds`, as the fixed-width ISO text that every table here stores (so text order is time order). */
export function isoAfter(time: Date, seconds: number): string {
  return new Date(time.getTime() + seconds * 1000).toISOString();
}
