/** A cached value, the version of the source that it was made from, and its size in bytes. */
export type Versioned<V> = { version: number; value: V; bytes: number };

export type VersionedCacheOptions<K, V> = {
  /** Value and version as one snapshot, of at least the version `atLeast`; undefined for an unknown key. */
  load(key: K, atLeast: number): Promise<Versioned<V> | undefined>;
  /** The current version; undefined for an unknown key. */
  version(key: K): Promise<number | undefined>;
  /** For how long an entry is served without checking its version, in ms. */
  maxStaleMs: number;
  /**
   * For how long the announced versions of keys that are not cached are remembered, in ms: as long as a source that lags may
   * still have older ones; 0 for a source that does not.
   */
  rememberMs?: () => number;
  maxEntries: number;
  maxBytes: number;
};

type Slot<V> = {
  entry: Versioned<V> | undefined;
  /** The newest version that was announced or read. */
  known: number;
  /** When the entry was last known to be current: the start of that check, not its end. */
  currentAt: number;
  loading: { since: number; done: Promise<Versioned<V> | undefined> } | undefined;
  checking: Promise<void> | undefined;
};

/**
 * Caches values by version. An entry is served while no newer version was announced, and for at most `maxStaleMs` without
 * checking the source, so that lost announcements only delay updates. A reader never sees an older version after a newer
 * one: a load that began before a newer version was announced is not returned to later readers. The least recently read
 * entries are evicted first.
 */
export class VersionedCache<K, V> {
  readonly #options: VersionedCacheOptions<K, V>;
  readonly #slots = new Map<K, Slot<V>>();
  /** The latest versions of keys that are not cached, in the order of their announcements. */
  readonly #announced = new Map<K, { version: number; at: number }>();
  #bytes = 0;

  constructor(options: VersionedCacheOptions<K, V>) {
    this.#options = options;
  }

  get size(): { entries: number; bytes: number } {
    return { entries: this.#slots.size, bytes: this.#bytes };
  }

  /** The source of `key` has reached `version`. Unless the source lags, the next load of a key that is not cached is new enough. */
  announce(key: K, version: number): void {
    const slot = this.#slots.get(key);
    if (slot) slot.known = Math.max(slot.known, version);
    else this.#remember(key, version);
  }

  /** The newest version of `key` that was announced or read; -1 without one. */
  known(key: K): number {
    return this.#slots.get(key)?.known ?? this.#announced.get(key)?.version ?? -1;
  }

  /** Announcements may have been missed: every entry is checked before it is served again. */
  invalidateAll(): void {
    for (const slot of this.#slots.values()) slot.currentAt = -Infinity;
  }

  /** The value of `key` if `get` would return it without asking the source. */
  peek(key: K): V | undefined {
    const slot = this.#slots.get(key);
    if (!slot || this.#isOutdated(slot) || this.#isUnchecked(slot)) return undefined;
    this.#touch(key);
    return slot.entry?.value;
  }

  /** The value of `key`, at most `maxStaleMs` old; undefined when there is none. Throws what `load` or `version` throw. */
  async get(key: K): Promise<V | undefined> {
    const slot = this.#touch(key);
    if (this.#isOutdated(slot)) return this.#load(key, slot);
    if (this.#isUnchecked(slot)) {
      await (slot.checking ??= this.#check(key, slot).finally(() => (slot.checking = undefined)));
      if (this.#isOutdated(slot)) return this.#load(key, slot);
    }
    return slot.entry?.value;
  }

  #isOutdated({ entry, known }: Slot<V>): boolean {
    return entry === undefined || entry.version < known;
  }

  #isUnchecked({ currentAt }: Slot<V>): boolean {
    return performance.now() - currentAt >= this.#options.maxStaleMs;
  }

  async #check(key: K, slot: Slot<V>): Promise<void> {
    const startedAt = performance.now();
    const version = await this.#options.version(key);
    if (version === undefined) return this.#drop(key, slot);
    slot.known = Math.max(slot.known, version);
    slot.currentAt = startedAt;
  }

  async #load(key: K, slot: Slot<V>): Promise<V | undefined> {
    if (!slot.loading || slot.loading.since < slot.known) this.#startLoading(key, slot);
    const loaded = await slot.loading?.done;
    // A load that began later may have stored a newer entry.
    const newest = slot.entry && loaded && slot.entry.version > loaded.version ? slot.entry : loaded;
    return newest?.value;
  }

  #startLoading(key: K, slot: Slot<V>): void {
    const startedAt = performance.now();
    const done = this.#options
      .load(key, slot.known)
      .then((loaded) => {
        if (loaded && slot.entry && loaded.version < slot.entry.version) return loaded;
        this.#store(key, slot, loaded);
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

  #store(key: K, slot: Slot<V>, entry: Versioned<V> | undefined): void {
    if (!entry) return this.#drop(key, slot);
    // A slot that was dropped while loading still serves its waiting readers, but is not cached.
    if (this.#slots.get(key) !== slot) return;
    this.#bytes += entry.bytes - (slot.entry?.bytes ?? 0);
    slot.entry = entry;
    slot.known = Math.max(slot.known, entry.version);
  }

  #drop(key: K, slot: Slot<V>): void {
    if (this.#slots.get(key) === slot) {
      this.#slots.delete(key);
      this.#remember(key, slot.known);
    }
    this.#bytes -= slot.entry?.bytes ?? 0;
    slot.entry = undefined;
  }

  // A Map iterates in the order of insertion, so the first key is the least recently read one.
  #touch(key: K): Slot<V> {
    const slot = this.#slots.get(key) ?? {
      entry: undefined,
      known: this.#announced.get(key)?.version ?? -1,
      currentAt: -Infinity,
      loading: undefined,
      checking: undefined,
    };
    this.#slots.delete(key);
    this.#slots.set(key, slot);
    return slot;
  }

  #remember(key: K, version: number): void {
    const rememberMs = this.#options.rememberMs?.() ?? 0;
    if (rememberMs === 0 || version < 0) return;
    const at = performance.now();
    const newest = Math.max(version, this.#announced.get(key)?.version ?? -1);
    this.#announced.delete(key);
    this.#announced.set(key, { version: newest, at });
    for (const [oldest, announced] of this.#announced) {
      if (at - announced.at < rememberMs) return;
      this.#announced.delete(oldest);
    }
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
