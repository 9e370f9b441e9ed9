type Limit = { most: number; everyMs: number };

/** How often one sender may do something: `most` times in each stretch of `everyMs`. */
export class Allowance {
  readonly #limit: Limit;
  #taken = 0;
  #since = -Infinity;

  constructor(limit: Limit) {
    this.#limit = limit;
  }

  /** False when it has been used up. */
  take(): boolean {
    const now = performance.now();
    if (now - this.#since >= this.#limit.everyMs) {
      this.#since = now;
      this.#taken = 0;
    }
    this.#taken += 1;
    return this.#taken <= this.#limit.most;
  }
}
