/** Keeps a user's connections to a number: whoever comes on top of it ends the oldest. */
export class PerUserLimit {
  readonly #most: number;
  readonly #open = new Map<number, Set<() => void>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Lets one more in; `end` is called when it has to make room. Answers how to say that it has left. */
  admit(userId: number, end: () => void): () => void {
    const open = this.#open.get(userId) ?? new Set();
    this.#open.set(userId, open);
    const leave = (): void => {
      open.delete(end);
      if (open.size === 0 && this.#open.get(userId) === open) this.#open.delete(userId);
    };
    open.add(end);
    const [oldest] = open;
    if (open.size > this.#most && oldest) {
      open.delete(oldest);
      oldest();
    }
    return leave;
  }
}
