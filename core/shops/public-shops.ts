import type { Bus, Signal } from '../live/bus.ts';
import { database, many, one, sql } from '../db/database.ts';
import { throttledErrorLog } from '../ops/log.ts';
import type { ShopListing } from './list-all-shops.ts';
import { openingHours } from './opening-hours.sql.ts';
import { isPublic } from './public-shops.sql.ts';
import { type PlacedShop, ShopsByPlace } from './shops-by-place.ts';

/** A shop that customers find by location. `pausedUntil`: when its pause ends automatically. */
export type PublicShop = ShopListing & PlacedShop & { pausedUntil: Date | null };

type Row = PublicShop & { version: number; isListed: boolean };

/** How long a change may go unnoticed when its signal was lost; the same as for catalogs. */
const MAX_STALE_MS = 2_000;
/** They take about 100 MB. With more shops, every request queries the database. */
const MAX_SHOPS = 50_000;

const logFailure = throttledErrorLog('public shops');

/**
 * A cache of the public shops that have a location. A shop whose signal has arrived is not served until it has been reloaded. A
 * change whose signal was lost is detected within two seconds by the sum of the listing versions, which every change raises.
 */
export class PublicShops {
  readonly #places = new ShopsByPlace<PublicShop>();
  readonly #versions = new Map<number, number>();
  /** The sum of the versions. */
  #sum = 0;
  #state: 'empty' | 'filling' | 'filled' = 'empty';
  /** When the cache was last known to be complete: the start of that check, not its end. */
  #checkedAt = -Infinity;
  #changed = new Set<number>();
  #isLoading = false;
  #refreshing: Promise<void> | undefined;
  #watches = 0;
  #invalidations = 0;

  /** Subscribes to changes; the cache stays empty until then. Returns a function that unsubscribes. */
  watch(bus: Pick<Bus, 'subscribe' | 'onReconnect'>): () => void {
    this.#watches += 1;
    const stops = [bus.subscribe((signal) => this.#receive(signal)), bus.onReconnect(() => this.invalidate())];
    return () => {
      this.#watches -= 1;
      this.invalidate();
      for (const stop of stops) stop();
    };
  }

  /** Signals may have been missed: the versions are compared before the cache is used again. */
  invalidate(): void {
    this.#checkedAt = -Infinity;
    this.#invalidations += 1;
  }

  /** The shops, if they are known to be current without a query. */
  peek(): ShopsByPlace<PublicShop> | undefined {
    return this.#state === 'filled' && this.#isCurrent() ? this.#places : undefined;
  }

  /** The current shops; undefined while they are not in memory, which starts to load them. */
  async get(): Promise<ShopsByPlace<PublicShop> | undefined> {
    if (this.#watches === 0) return undefined;
    if (this.#state === 'filled') {
      // A refresh that is running may have started before the latest signal.
      if (!this.#isCurrent()) await this.#refreshing;
      if (!this.#isCurrent()) await this.#refresh();
    } else if (!this.#isCurrent()) void this.#refresh().catch(logFailure);
    return this.#state === 'filled' ? this.#places : undefined;
  }

  #isCurrent(): boolean {
    const isChecked = performance.now() - this.#checkedAt < MAX_STALE_MS;
    return isChecked && this.#watches > 0 && this.#changed.size === 0 && !this.#isLoading;
  }

  #receive(signal: Signal): void {
    if (signal.type !== 'catalog' || this.#state === 'empty') return;
    const { shopId, listing } = signal;
    // Orders change the catalog, but not the listing.
    if (listing === undefined || listing > (this.#versions.get(shopId) ?? 0)) this.#changed.add(shopId);
  }

  #refresh(): Promise<void> {
    return (this.#refreshing ??= this.#load().finally(() => (this.#refreshing = undefined)));
  }

  async #load(): Promise<void> {
    const [startedAt, invalidations] = [performance.now(), this.#invalidations];
    if (this.#changed.size > 0 && this.#state === 'filled') await this.#loadChanged();
    if (startedAt - this.#checkedAt < MAX_STALE_MS) return;
    const now = await one(VERSIONS, {});
    const isKnown = this.#state === 'filled' && now?.shops === this.#versions.size && now.sum === this.#sum;
    if (!isKnown) await this.#fill(now ?? { shops: 0, sum: 0 });
    if (invalidations === this.#invalidations) this.#checkedAt = startedAt;
  }

  async #loadChanged(): Promise<void> {
    const ids = [...this.#changed];
    this.#changed.clear();
    this.#isLoading = true;
    try {
      const rows = await many(LISTINGS, { ids }, database().pool);
      for (const id of ids) this.#remove(id);
      for (const row of rows) this.#store(row);
    } catch (error) {
      for (const id of ids) this.#changed.add(id);
      throw error;
    } finally {
      this.#isLoading = false;
    }
  }

  async #fill({ shops, sum }: Versions): Promise<void> {
    // Signals are recorded from here on: shops that change during the load are loaded again.
    if (this.#state === 'empty') this.#state = 'filling';
    try {
      const rows = shops > MAX_SHOPS ? [] : await readListings({ shops, sum });
      for (const id of this.#versions.keys()) this.#remove(id);
      for (const row of rows) this.#store(row);
      this.#state = shops > MAX_SHOPS ? 'empty' : 'filled';
    } finally {
      if (this.#state === 'filling') this.#state = 'empty';
      if (this.#state === 'empty') this.#changed.clear();
    }
  }

  #store({ version, isListed, ...shop }: Row): void {
    this.#sum += version;
    this.#versions.set(shop.id, version);
    if (isListed) this.#places.set(shop);
  }

  #remove(id: number): void {
    this.#sum -= this.#versions.get(id) ?? 0;
    this.#versions.delete(id);
    this.#places.delete(id);
  }
}

export const publicShops = new PublicShops();

/** All listings, of the primary if the replica lacks a change that was there when the versions were read. */
async function readListings({ shops, sum }: Versions): Promise<Row[]> {
  const rows = await many(LISTINGS, { ids: null });
  const isBehind = rows.length !== shops || rows.reduce((total, { version }) => total + version, 0) < sum;
  return isBehind ? many(LISTINGS, { ids: null }, database().pool) : rows;
}

const LISTINGS = sql<{ ids: number[] | null }, Row>(
  `SELECT id, slug, name, trade, address, ${openingHours()} AS opening,
     CASE WHEN paused_fulfilment IS NULL THEN paused_at END AS paused_at, paused_until, min_order_paise, picture,
     latitude, longitude, reach_metres, listing_version AS version,
     ${isPublic()} AND latitude IS NOT NULL AND longitude IS NOT NULL AS is_listed
   FROM shops JOIN catalogs ON catalogs.shop_id = shops.id
   WHERE :ids::bigint[] IS NULL OR id = ANY(:ids::bigint[])`,
  { readFrom: 'replica' },
);

type Versions = { shops: number; sum: number };

const VERSIONS = sql<Record<string, never>, Versions>(
  'SELECT count(*) AS shops, coalesce(sum(listing_version), 0)::bigint AS sum FROM catalogs',
);
