/** What is cached: a value, valid for one version of what it was made from, and what it weighs in bytes. */
export type Versioned<V> = { version: number; value: V; bytes: number };

export type VersionedCacheOptions<K, V> = {
  /** Value and version as one snapshot; undefined when there is nothing of that key. */
  load(key: K): Promise<Versioned<V> | undefined>;
  /** The version that stands now; undefined when there is nothing of that key. */
  version(key: K): Promise<number | undefined>;
  /** For how long an entry is served unasked when no announcement comes, in ms. */
  maxStaleMs: number;
  maxEntries: number;
  maxBytes: number;
};

type Slot<V> = {
  entry: Versioned<V> | undefined;
  /** The newest version that anybody spoke of. */
  known: number;
  /** When the entry was last known to be current: the start of that look, not its end. */
  currentAt: number;
  loading: { since: number; done: Promise<Versioned<V> | undefined> } | undefined;
  looking: Promise<void> | undefined;
};

/**
 * Values kept in memory by version. An entry is served while it is as new as the newest version announced, and for at
 * most `maxStaleMs` without asking the source, so that lost announcements cost time and never truth. What one reader
 * sees never goes backwards: a load that began before a newer version was announced is not handed to those who came after.
 * The least recently read entries leave first.
 */
export class VersionedCache<K, V> {
  readonly #options: VersionedCacheOptions<K, V>;
  readonly #slots = new Map<K, Slot<V>>();
  #bytes = 0;

  constructor(options: VersionedCacheOptions<K, V>) {
    this.#options = options;
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#slots.size, bytes: this.#bytes };
  }

  /** The source of `key` has reached `version`. What nobody holds or loads needs no note: its next load is new enough. */
  announce(key: K, version: number): void {
    const slot = this.#slots.get(key);
    if (slot) slot.known = Math.max(slot.known, version);
  }

  /** Announcements may have been missed: everything is asked for again before it is next served. */
  doubt(): void {
    for (const slot of this.#slots.values()) slot.currentAt = -Infinity;
  }

  /** The value of `key`, at most `maxStaleMs` old; undefined when there is none. Throws what `load` or `version` throw. */
  async get(key: K): Promise<V | undefined> {
    const slot = this.#touch(key);
    if (this.#isOutdated(slot)) return this.#load(key, slot);
    if (performance.now() - slot.currentAt >= this.#options.maxStaleMs) {
      await (slot.looking ??= this.#look(key, slot).finally(() => (slot.looking = undefined)));
      if (this.#isOutdated(slot)) return this.#load(key, slot);
    }
    return slot.entry?.value;
  }

  #isOutdated({ entry, known }: Slot<V>): boolean {
    return entry === undefined || entry.version < known;
  }

  async #look(key: K, slot: Slot<V>): Promise<void> {
    const startedAt = performance.now();
    const version = await this.#options.version(key);
    if (version === undefined) return this.#drop(key, slot);
    slot.known = Math.max(slot.known, version);
    slot.currentAt = startedAt;
  }

  async #load(key: K, slot: Slot<V>): Promise<V | undefined> {
    if (!slot.loading || slot.loading.since < slot.known) this.#startLoading(key, slot);
    const loaded = await slot.loading?.done;
    // Somebody who began later may have brought something newer meanwhile.
    const newest = slot.entry && loaded && slot.entry.version > loaded.version ? slot.entry : loaded;
    return newest?.value;
  }

  #startLoading(key: K, slot: Slot<V>): void {
    const startedAt = performance.now();
    const done = this.#options
      .load(key)
      .then((loaded) => {
        if (loaded && slot.entry && loaded.version < slot.entry.version) return loaded;
        this.#keep(key, slot, loaded);
        slot.currentAt = startedAt;
        return loaded;
      })
      .finally(() => {
        if (slot.loading === loading) slot.loading = undefined;
        if (!slot.entry && !slot.loading) this.#drop(key, slot);
        this.#shrink();
      });
    const loading = { since: slot.known, done };
    slot.loading = loading;
  }

  #keep(key: K, slot: Slot<V>, entry: Versioned<V> | undefined): void {
    if (!entry) return this.#drop(key, slot);
    // A slot that was dropped while it loaded still answers those who wait for it, and is forgotten then.
    if (this.#slots.get(key) !== slot) return;
    this.#bytes += entry.bytes - (slot.entry?.bytes ?? 0);
    slot.entry = entry;
    slot.known = Math.max(slot.known, entry.version);
  }

  #drop(key: K, slot: Slot<V>): void {
    if (this.#slots.get(key) === slot) this.#slots.delete(key);
    this.#bytes -= slot.entry?.bytes ?? 0;
    slot.entry = undefined;
  }

  // A Map keeps the order of insertion, so that the first key is the one that was not read for longest.
  #touch(key: K): Slot<V> {
    const slot = this.#slots.get(key) ?? {
      entry: undefined,
      known: -1,
      currentAt: -Infinity,
      loading: undefined,
      looking: undefined,
    };
    this.#slots.delete(key);
    this.#slots.set(key, slot);
    return slot;
  }

  #shrink(): void {
    const { maxEntries, maxBytes } = this.#options;
    for (const [key, slot] of this.#slots) {
      if (this.#slots.size <= maxEntries && this.#bytes <= maxBytes) return;
      if (slot.loading) continue;
      this.#drop(key, slot);
    }
  }
}
