/** Longest stretch in which crashes are counted together, in milliseconds. */
const window = 5 * 60_000;

/** Waits before each restart of a stretch, in milliseconds; after the last one the server stays down. */
const waits = [250, 1_000, 4_000, 10_000];

/** Says whether, and after how long, a crashed server is started again: at once the first time, then ever later. */
export class RestartPolicy {
  #crashes: number[] = [];

  /**
   * Counts a crash.
   * @param now the time in milliseconds
   * @returns how many milliseconds to wait before the restart; null when it has crashed too often
   */
  afterCrash(now: number): number | null {
    this.#crashes = this.#crashes.filter((time) => now - time < window);
    this.#crashes.push(now);
    return waits[this.#crashes.length - 1] ?? null;
  }

  /** Forgets earlier crashes: the user has asked for a new start. */
  reset(): void {
    this.#crashes = [];
  }
}
