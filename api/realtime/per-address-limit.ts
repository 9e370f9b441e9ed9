/** Keeps the connections from one address to a number: whoever comes on top of it stays outside. */
export class PerAddressLimit {
  readonly #most: number;
  readonly #open = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Lets one more in and answers how to say that it has left, any number of times; undefined when it is one too many. */
  admit(address: string): (() => void) | undefined {
    const open = this.#open.get(address) ?? 0;
    if (open >= this.#most) return undefined;
    this.#open.set(address, open + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.#open.get(address) ?? 1) - 1;
      if (left > 0) this.#open.set(address, left);
      else this.#open.delete(address);
    };
  }
}
