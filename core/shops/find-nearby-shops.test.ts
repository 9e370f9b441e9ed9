import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { createProduct, createPublicShop, createShop } from '../test/factories.ts';
import { queryPlan } from '../test/query-plan.ts';
import { findNearbyShops, NEARBY_SHOPS } from './find-nearby-shops.ts';

const HERE = { latitude: 12.925, longitude: 77.593 };

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);
beforeEach(async () => {
  await database().pool.query('TRUNCATE shops CASCADE');
});

const slugs = async (place: Parameters<typeof findNearbyShops>[0]) =>
  (await findNearbyShops(place)).map(({ slug }) => slug);

describe('which shops are near', () => {
  it('those within their own reach, nearest first', async () => {
    await createPublicShop({ slug: 'far', latitude: 12.97, longitude: 77.593, reachMetres: 6000 });
    await createPublicShop({ slug: 'near', latitude: 12.926, longitude: 77.593 });
    await createPublicShop({ slug: 'far-but-small-reach', latitude: 12.96, longitude: 77.593, reachMetres: 1000 });
    const found = await findNearbyShops(HERE);
    expect(found.map(({ slug }) => slug)).toEqual(['near', 'far']);
    // A degree of latitude on the sphere of earthdistance: 111.319 km.
    expect(found[0]?.distanceMetres).toBeCloseTo(111.32, 1);
    expect(found[1]?.distanceMetres).toBeCloseTo(5009.4, 0);
  });

  it('not the suspended ones, the platform, and those that do not say where they are', async () => {
    await createPublicShop({ suspendedAt: new Date() });
    await createPublicShop({ isPlatform: true });
    await createPublicShop({ latitude: null, longitude: null });
    await createPublicShop({ slug: 'paused', pausedAt: new Date() });
    expect(await slugs(HERE)).toEqual(['paused']);
  });

  it('not those without a published product, until they have their first', async () => {
    const shop = await createShop({ slug: 'new' });
    await createProduct({ shop, isPublished: false });
    await createProduct({ shop, deletedAt: new Date() });
    expect(await slugs(HERE)).toEqual([]);
    await createProduct({ shop });
    expect(await slugs(HERE)).toEqual(['new']);
  });

  it('across the date line and at the poles', async () => {
    await createPublicShop({ slug: 'fiji', latitude: -17, longitude: 179.99 });
    await createPublicShop({ slug: 'pole', latitude: 89.999, longitude: 0 });
    expect(await slugs({ latitude: -17, longitude: -179.99 })).toEqual(['fiji']);
    expect(await slugs({ latitude: 89.999, longitude: 180 })).toEqual(['pole']);
  });

  it('page by page, each shop once, also where many stand on one spot', async () => {
    for (let nth = 0; nth < 7; nth += 1) await createPublicShop({ slug: `same-${nth}`, ...HERE });
    await createPublicShop({ slug: 'next-door', latitude: 12.926, longitude: 77.593 });
    const seen: string[] = [];
    let after: number | undefined;
    for (let pages = 0; pages < 5; pages += 1) {
      const page = await findNearbyShops({ ...HERE, limit: 3, ...(after !== undefined && { after }) });
      seen.push(...page.map(({ slug }) => slug));
      after = page.at(-1)?.id ?? after;
    }
    expect(seen).toEqual([...Array.from({ length: 7 }, (_, nth) => `same-${nth}`), 'next-door']);
  });
});

it('reads the index in the order of the distance at 100,000 shops, as fast as at 100', async () => {
  const times: Record<number, number> = {};
  for (const shops of [100, 100_000]) {
    await fill(shops);
    times[shops] = await millisecondsPerSearch();
  }
  const plan = await queryPlan(NEARBY_SHOPS, { ...HERE, limit: 50, after: null });
  // oxlint-disable-next-line no-console -- the test reports a measurement
  console.log(`nearby: ${times[100]} ms at 100 shops, ${times[100_000]} ms at 100,000`);
  expect(plan).toContain('Index Scan using shops_nearby');
  expect(plan).toMatch(/Order By: .*<->/);
  expect(plan).toMatch(/Index (Only )?Scan using products_/);
  expect(plan).not.toMatch(/Seq Scan|Bitmap/);
  expect(times[100_000]).toBeLessThan(50);
});

// All in and around one city, so that thousands of them are within reach.
async function fill(shops: number): Promise<void> {
  await database().pool.query('TRUNCATE shops CASCADE');
  // The search words are not needed here, and writing them for 100,000 shops takes a minute.
  await database().pool.query('ALTER TABLE shops DISABLE TRIGGER USER');
  await database().pool.query(
    `INSERT INTO shops (slug, latitude, longitude, reach_metres)
     SELECT 's' || n, 12.8 + (n * 7919::bigint % 1000) * 0.00025, 77.45 + (n * 104729::bigint % 1013) * 0.00025, 2000 + n % 4000
     FROM generate_series(1, $1::integer) n`,
    [shops],
  );
  // Half of them have no product: shops that are not public must not slow the search either.
  await database().pool.query('ALTER TABLE products DISABLE TRIGGER USER');
  await database().pool.query(`INSERT INTO products (shop_id, name) SELECT id, 'Milk' FROM shops WHERE id % 2 = 0`);
  await database().pool.query('ANALYZE shops, products');
}

async function millisecondsPerSearch(): Promise<number> {
  const rounds = 20;
  expect((await findNearbyShops(HERE)).length).toBeGreaterThan(0);
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1) await findNearbyShops(HERE);
  return Math.round(((performance.now() - startedAt) / rounds) * 100) / 100;
}
