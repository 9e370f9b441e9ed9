export type RecentValuesOptions = { maxEntries: number; maxBytes: number };

/** A size-limited map that drops the least recently read values first. */
export class RecentValues<K, V> {
  readonly #options: RecentValuesOptions;
  readonly #entries = new Map<K, { value: V; bytes: number }>();
  #bytes = 0;

  constructor(options: RecentValuesOptions) {
    this.#options = options;
  }

  get(key: K): V | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // A Map iterates in the order of insertion, so the first key is the least recently read one.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  set(key: K, value: V, bytes: number): void {
    this.delete(key);
    this.#entries.set(key, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#options.maxEntries && this.#bytes <= this.#options.maxBytes) return;
      this.delete(oldest);
    }
  }

  delete(key: K): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
