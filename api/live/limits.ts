/** Limits the connections of a user: one more ends the oldest. */
export class PerUserLimit {
  readonly #max: number;
  readonly #open = new Map<number, Set<() => void>>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a connection; `end` is called when a newer one replaces it. Returns the function that removes it. */
  admit(userId: number, end: () => void): () => void {
    const open = this.#open.get(userId) ?? new Set();
    this.#open.set(userId, open);
    const leave = (): void => {
      open.delete(end);
      if (open.size === 0 && this.#open.get(userId) === open) this.#open.delete(userId);
    };
    open.add(end);
    const [oldest] = open;
    if (open.size > this.#max && oldest) {
      open.delete(oldest);
      oldest();
    }
    return leave;
  }
}

/** Limits the connections from one address: one more is refused. */
export class PerAddressLimit {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** Adds a connection and returns the idempotent function that removes it; undefined beyond the limit. */
  admit(address: string): (() => void) | undefined {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#max) return undefined;
    this.#open.set(address, open + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (this.#open.get(address) ?? 1) - 1;
      if (left > 0) this.#open.set(address, left);
      else this.#open.delete(address);
    };
  }
}

type Limit = { max: number; everyMs: number };

/** Fixed-window rate limit of one sender: `max` times per `everyMs`. */
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
    return this.#taken <= this.#limit.max;
  }
}
