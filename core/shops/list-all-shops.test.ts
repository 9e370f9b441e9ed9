import { isOpenAt, type TimeRange, type Week } from '@haat/contract/shops/opening-hours';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import { createProduct, createPublicShop, createShop } from '../test/factories.ts';
import { queryPlan } from '../test/query-plan.ts';
import { ALL_SHOPS, listAllShops } from './list-all-shops.ts';

/** 10:00 in India. */
const MORNING = new Date('2026-11-21T04:30:00Z');
const NIGHT = new Date('2026-11-21T20:00:00Z');
const BY_DAY = { openTime: '09:00', closeTime: '21:30' };
const SPLIT: TimeRange[] = [
  ['09:00', '13:30'],
  ['17:00', '00:15'],
];
const BY_NIGHT = { openTime: '18:00', closeTime: '02:00' };

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);
beforeEach(async () => {
  await database().pool.query('TRUNCATE shops CASCADE');
});

const slugs = (shops: { slug: string }[]) => shops.map(({ slug }) => slug);

describe('the order of all shops', () => {
  it('is open ones first, then by name whatever its case, or by slug where there is no name', async () => {
    await createPublicShop({ slug: 'night', name: 'Anand', ...BY_NIGHT });
    await createPublicShop({ slug: 'z', name: 'Zeenat Stores', ...BY_DAY });
    await createPublicShop({ slug: 'paused', name: 'Bharat', pausedAt: MORNING });
    await createPublicShop({ slug: 'chaya-stores', name: null });
    await createPublicShop({ slug: 'small', name: 'balaji', ...BY_DAY });
    const shops = await listAllShops({ now: MORNING });
    expect(slugs(shops)).toEqual(['small', 'chaya-stores', 'z', 'night', 'paused']);
    expect(shops.map(({ isOpen }) => isOpen)).toEqual([true, true, true, false, false]);
    expect(slugs(await listAllShops({ now: NIGHT }))).toEqual(['night', 'chaya-stores', 'small', 'paused', 'z']);
  });

  it('leaves out suspended shops, the platform, and shops without a published product', async () => {
    await createPublicShop({ slug: 'there', latitude: null, longitude: null });
    await createPublicShop({ suspendedAt: new Date() });
    await createPublicShop({ isPlatform: true });
    await createProduct({ shop: await createShop({ slug: 'empty' }), isPublished: false });
    expect(slugs(await listAllShops({ now: MORNING }))).toEqual(['there']);
  });

  it('knows who is open as the contract does, at every hour and in every zone', async () => {
    const times = [null, '00:00', '06:30', '12:00', '23:59'];
    for (const openTime of times) {
      for (const closeTime of times) {
        for (const timeZone of ['Asia/Kolkata', 'America/New_York'])
          await createPublicShop({ openTime, closeTime, timeZone });
      }
    }
    const week = [[], SPLIT, [], SPLIT, [['00:00', '00:00']], [['22:00', '03:00']], SPLIT] as Week;
    // The clock of New York is put back in the night of Sunday, 1 November.
    const dates = { '2026-11-01': { delivery: [], takeaway: SPLIT }, '2026-11-03': { delivery: [], takeaway: [] } };
    for (const timeZone of ['Asia/Kolkata', 'America/New_York']) {
      const days = { delivery: week, takeaway: week.toReversed(), dates: {} };
      await createPublicShop({ hours: days, timeZone });
      await createPublicShop({ hours: { ...days, dates }, timeZone });
    }
    const start = Date.parse('2026-10-30T00:00:00Z');
    for (let minute = 0; minute < 7 * 24 * 60; minute += 95) {
      const now = new Date(start + minute * 60_000);
      const shops = await listAllShops({ now });
      expect(shops).toHaveLength(54);
      for (const { opening, isOpen } of shops) {
        expect(isOpen, `${JSON.stringify(opening)} at ${now.toISOString()}`).toBe(isOpenAt(opening, now));
      }
    }
  });
});

/** Every page of three, as a client reads them. */
async function readPages(): Promise<string[]> {
  const seen: string[] = [];
  let last: { id: number; isOpen: boolean } | undefined;
  for (let pages = 0; pages < 8; pages += 1) {
    const cursor = last && { after: last.id, afterOpen: last.isOpen };
    const page = await listAllShops({ now: MORNING, limit: 3, ...cursor });
    seen.push(...slugs(page));
    last = page.at(-1);
    if (page.length < 3) break;
  }
  return seen;
}

describe('page by page', () => {
  beforeEach(async () => {
    // Of one name each, so that their ids decide.
    for (let nth = 0; nth < 4; nth += 1) await createPublicShop({ slug: `day-${nth}`, name: 'Day', ...BY_DAY });
    for (let nth = 0; nth < 4; nth += 1) await createPublicShop({ slug: `night-${nth}`, name: 'Night', ...BY_NIGHT });
  });
  const open = ['day-0', 'day-1', 'day-2', 'day-3'];
  const closed = ['night-0', 'night-1', 'night-2', 'night-3'];

  it('lists each shop once', async () => {
    expect(await readPages()).toEqual([...open, ...closed]);
  });

  it('skips no other shop when the last one of a page has closed since', async () => {
    const [, , last] = await listAllShops({ now: MORNING, limit: 3 });
    await Shop.query().findById(last!.id).patch({ pausedAt: MORNING });
    const cursor = { now: MORNING, limit: 3, after: last!.id };
    expect(slugs(await listAllShops({ ...cursor, afterOpen: true }))).toEqual(['day-3', 'day-2', 'night-0']);
    // Without its earlier state the page begins where the shop is listed now.
    expect(slugs(await listAllShops(cursor))).toEqual(['night-0', 'night-1', 'night-2']);
  });

  it('is empty after a shop that does not exist', async () => {
    expect(await listAllShops({ now: MORNING, after: 999_999_999, afterOpen: true })).toEqual([]);
  });
});

it('reads the index in the order of the names at 20,000 shops, on the first page and on later ones', async () => {
  // The words of the search are not needed here, and take most of the time.
  await database().pool.query('ALTER TABLE shops DISABLE TRIGGER USER');
  await database().pool.query(
    `INSERT INTO shops (slug, name, open_time, close_time)
     SELECT 's' || n, 'Shop ' || (n * 7919::bigint % 20000), '09:00', CASE WHEN n % 2 = 0 THEN '21:00' ELSE '09:30' END
     FROM generate_series(1, 20000) n`,
  );
  await database().pool.query('ALTER TABLE products DISABLE TRIGGER USER');
  await database().pool.query(`INSERT INTO products (shop_id, name) SELECT id, 'Milk' FROM shops WHERE id % 3 > 0`);
  await database().pool.query('ANALYZE shops, products');
  const first = await listAllShops({ now: MORNING });
  expect(first).toHaveLength(100);
  for (const after of [null, first.at(-1)!.id]) {
    const plan = await queryPlan(ALL_SHOPS, {
      now: MORNING,
      limit: 100,
      after,
      afterOpen: after === null ? null : true,
    });
    expect(plan.match(/Index Scan using shops_by_name/g)).toHaveLength(2);
    expect(plan).not.toContain('Seq Scan');
  }
});
