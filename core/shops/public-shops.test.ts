import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Signal } from '../live/bus.ts';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { Product } from '../db/catalog.models.ts';
import { Shop } from '../db/shops.models.ts';
import { createProduct, createPublicShop, createShop } from '../test/factories.ts';
import { findNearbyShops } from './find-nearby-shops.ts';
import { PublicShops } from './public-shops.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

/** A cache that receives the signals of the test only. */
function watchedShops() {
  const publicShops = new PublicShops();
  const listeners: { signal?: (signal: Signal) => void; reconnect?: () => void } = {};
  publicShops.watch({
    subscribe: (listener) => ((listeners.signal = listener), () => {}),
    onReconnect: (listener) => ((listeners.reconnect = listener), () => {}),
  });
  const signal = (shopId: number, listing?: number) =>
    listeners.signal?.({ type: 'catalog', shopId, version: 1, ...(listing !== undefined && { listing }) });
  return { publicShops, signal, reconnect: () => listeners.reconnect?.() };
}

async function filledShops() {
  const watched = watchedShops();
  await vi.waitFor(async () => expect(await watched.publicShops.get()).toBeDefined());
  return watched;
}

const HERE = { latitude: 13.5, longitude: 78.5 };
const found = async (publicShops: PublicShops, place = HERE) =>
  (await publicShops.get())?.nearest({ ...place, limit: 50 }).map(({ shop }) => shop.slug);
const peeked = (publicShops: PublicShops) =>
  publicShops
    .peek()
    ?.nearest({ ...HERE, limit: 50 })
    .map(({ shop }) => shop.slug);

describe('the shops near a place', () => {
  const degrees = (min: number, max: number) =>
    fc.integer({ min: min * 1_000_000, max: max * 1_000_000 }).map((millionths) => millionths / 1_000_000);
  const place = fc.record({
    latitude: fc.oneof(degrees(12.8, 13.1), degrees(-90, 90)),
    longitude: fc.oneof(degrees(77.4, 77.8), fc.constantFrom(-180, 180, 179.99, -179.99), degrees(-180, 180)),
  });
  const shop = fc.tuple(place, fc.constantFrom(100, 2_000, 5_000, 12_345, 100_000), fc.integer({ min: 1, max: 3 }));

  it('are those that the database finds, in the same order, page by page', async () => {
    const shops = fc.array(shop, { minLength: 30, maxLength: 60 });
    const askers = fc.array(place, { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(shops, askers, fc.constantFrom(3, 50, 200), async (drawn, others, limit) => {
        await database().pool.query('TRUNCATE shops CASCADE');
        await insert(drawn);
        const { publicShops } = await filledShops();
        const known = await publicShops.get();
        // At the locations of the shops, and about 2 km from them, shops are found.
        const doors = drawn.slice(0, 8).map(([{ latitude, longitude }]) => ({ latitude, longitude }));
        for (const asker of [...others, ...doors, ...doors.map(stepAway)]) {
          let after: number | undefined;
          for (let page = 0; page < 4; page += 1) {
            const expected = await findNearbyShops({ ...asker, limit, after });
            const ours = known?.nearest({ ...asker, limit, after }) ?? [];
            expect(ours.map(({ shop: { slug } }) => slug)).toEqual(expected.map(({ slug }) => slug));
            for (const [nth, { metres }] of ours.entries())
              expect(Math.abs(metres - (expected[nth]?.distanceMetres ?? NaN))).toBeLessThan(1);
            after = expected.at(-1)?.id;
            if (after === undefined) break;
          }
        }
      }),
      { numRuns: 12 },
    );
  });

  const stepAway = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({
    latitude: Math.max(-90, Math.min(90, latitude + 0.013)),
    longitude: Math.max(-180, Math.min(180, longitude - 0.011)),
  });

  type Drawn = [place: { latitude: number; longitude: number }, reachMetres: number, atOnce: number];

  // Some share one location; every seventh is suspended, every ninth has no product, one is the platform's.
  async function insert(drawn: Drawn[]): Promise<void> {
    const rows = drawn.flatMap(([at, reach, atOnce]) => Array.from({ length: atOnce }, () => ({ ...at, reach })));
    await database().pool.query(
      `WITH shop AS (
         INSERT INTO shops (slug, latitude, longitude, reach_metres, suspended_at, is_platform)
         SELECT 'drawn-' || n, latitude, longitude, reach, CASE WHEN n % 7 = 0 THEN now() END, n = 5
         FROM unnest($1::float8[], $2::float8[], $3::int[]) WITH ORDINALITY row(latitude, longitude, reach, n) RETURNING id
       )
       INSERT INTO products (shop_id, name) SELECT id, 'Milk' FROM shop WHERE id % 9 <> 0`,
      [rows.map(({ latitude }) => latitude), rows.map(({ longitude }) => longitude), rows.map(({ reach }) => reach)],
    );
  }
});

describe('a changed shop', () => {
  beforeAll(async () => void (await database().pool.query('TRUNCATE shops CASCADE')));

  it('is not served from memory between its signal and its reload', async () => {
    const shop = await createPublicShop({ slug: 'signalled', ...HERE });
    const { publicShops, signal } = await filledShops();
    expect(await found(publicShops)).toEqual(['signalled']);
    await Shop.query().findById(shop.id).patch({ suspendedAt: new Date() });
    expect(peeked(publicShops)).toEqual(['signalled']);
    signal(shop.id);
    expect(peeked(publicShops)).toBeUndefined();
    expect(await found(publicShops)).toEqual([]);
    expect(peeked(publicShops)).toEqual([]);
    await Shop.query().findById(shop.id).patch({ suspendedAt: null });
    signal(shop.id);
    expect(await found(publicShops)).toEqual(['signalled']);
    await Shop.query().findById(shop.id).patch({ latitude: 20 });
    signal(shop.id);
    expect(await found(publicShops)).toEqual([]);
    expect(await found(publicShops, { ...HERE, latitude: 20 })).toEqual(['signalled']);
  });

  it('is loaded again when its signal comes while it is being loaded', async () => {
    const shop = await createPublicShop({ slug: 'before', ...HERE });
    const { publicShops, signal } = await filledShops();
    for (const slug of ['first', 'second', 'third']) {
      signal(shop.id);
      const early = publicShops.get();
      await Shop.query().findById(shop.id).patch({ slug });
      signal(shop.id);
      expect(await found(publicShops)).toEqual([slug]);
      await early;
    }
    await Shop.query().findById(shop.id).patch({ suspendedAt: new Date() });
  });

  it('is not loaded again for an order, whose signal has the known version of the listing', async () => {
    const shop = await createPublicShop({ slug: 'ordered', ...HERE });
    const { publicShops, signal } = await filledShops();
    const version = async () =>
      (await database().pool.query('SELECT listing_version FROM catalogs WHERE shop_id = $1', [shop.id])).rows[0]
        .listing_version as number;
    const before = await version();
    await database().pool.query(
      'UPDATE variants SET stock = stock - 1 FROM products p WHERE p.id = product_id AND p.shop_id = $1',
      [shop.id],
    );
    expect(await version()).toBe(before);
    signal(shop.id, before);
    expect(peeked(publicShops)).toContain('ordered');
    await Shop.query().findById(shop.id).patch({ suspendedAt: new Date() });
    signal(shop.id, await version());
    expect(peeked(publicShops)).toBeUndefined();
    expect(await found(publicShops)).toEqual([]);
  });

  const changes: [string, (shop: Shop, product: Product) => PromiseLike<unknown>, string[]][] = [
    ['a suspension', (shop) => Shop.query().findById(shop.id).patch({ suspendedAt: new Date() }), []],
    ['a smaller reach', (shop) => Shop.query().findById(shop.id).patch({ reachMetres: 200 }), []],
    ['another slug', (shop) => Shop.query().findById(shop.id).patch({ slug: 'renamed' }), ['renamed']],
    ['a lost place', (shop) => Shop.query().findById(shop.id).patch({ latitude: null, longitude: null }), []],
    ['the last product hidden', (_, { id }) => Product.query().findById(id).patch({ isPublished: false }), []],
    ['the last product deleted', (_, { id }) => Product.query().findById(id).patch({ deletedAt: new Date() }), []],
    ['a new shop', () => createPublicShop({ slug: 'newcomer', ...HERE }), ['newcomer', 'lost']],
  ];

  it.each(changes)(
    'is detected without a signal, after two seconds or a reconnect: %s',
    async (_, change, expected) => {
      await database().pool.query('TRUNCATE shops CASCADE');
      const shop = await createShop({ slug: 'lost', ...HERE, latitude: HERE.latitude + 0.01 });
      const { product } = await createProduct({ shop });
      const [timed, reconnected] = [await filledShops(), await filledShops()];
      expect(await found(timed.publicShops)).toEqual(['lost']);
      await change(shop, product);
      reconnected.reconnect();
      expect(await found(reconnected.publicShops)).toEqual(expected);
      await vi.waitFor(async () => expect(await found(timed.publicShops)).toEqual(expected), { timeout: 20_000 });
    },
  );

  it('has no products after two transactions have hidden its last two at the same time', async () => {
    const shop = await createShop({ slug: 'two-products', ...HERE });
    const { product: one } = await createProduct({ shop });
    const { product: other } = await createProduct({ shop });
    const clients = [await database().pool.connect(), await database().pool.connect()];
    try {
      const hide = 'UPDATE products SET is_published = false WHERE id = $1';
      for (const client of clients) await client.query('BEGIN');
      await clients[0]?.query(hide, [one.id]);
      const second = clients[1]?.query(hide, [other.id]);
      await clients[0]?.query('COMMIT');
      await second;
      await clients[1]?.query('COMMIT');
    } finally {
      for (const client of clients) client.release();
    }
    const { rows } = await database().pool.query('SELECT has_products FROM catalogs WHERE shop_id = $1', [shop.id]);
    expect(rows).toEqual([{ has_products: false }]);
  });
});

it('stores nothing while it is not subscribed to the bus', async () => {
  const publicShops = new PublicShops();
  expect(await publicShops.get()).toBeUndefined();
  expect(publicShops.peek()).toBeUndefined();
});
