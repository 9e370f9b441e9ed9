import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bind, connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { MONEY_DAYS } from './money-days.sql.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { BEST_SELLERS, readShopStats } from './read-shop-stats.ts';

// Half past midnight in Bengaluru, still the evening before in London.
const NOW = new Date('2026-11-20T19:00:00Z');

let shop: Shop;
let customer: User;
let by: Session;
beforeAll(() => void connectDatabase());
beforeEach(async () => {
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const vendor = await createMember({ shop });
  by = {
    userId: vendor.id,
    actorId: vendor.id,
    sessionId: '00000000-0000-0000-0000-000000000000',
    email: vendor.email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor',
    isPlatformAdmin: false,
  };
});
afterAll(stopServices);

async function order(at: string, quantity = 1, variants?: Awaited<ReturnType<typeof createProduct>>['variants']) {
  const of = variants ?? (await createProduct({ shop, name: 'Curd' })).variants;
  const body = orderBody(of.map((variant) => ({ variant, quantity })));
  const { id } = await placeOrder({ userId: customer.id, body, idempotencyKey: `stats-${Math.random()}-${at}` });
  await database().pool.query('UPDATE orders SET created_at = $2 WHERE id = $1', [id, at]);
  return id;
}

const stats = (now = NOW) => readShopStats({ by, shopId: shop.id, now });

describe("the days in a shop's time zone", () => {
  it('begin at its midnight, in any time zone of the server', async () => {
    await order('2026-11-20T18:29:59Z', 1);
    await order('2026-11-20T18:30:00Z', 2);
    const { days } = await stats();
    expect(days).toHaveLength(14);
    expect(days.slice(-2)).toEqual([
      { day: '2026-11-20', orders: 1, orderedPaise: 5_000, receivedPaise: 0, refundedPaise: 0 },
      { day: '2026-11-21', orders: 1, orderedPaise: 10_000, receivedPaise: 0, refundedPaise: 0 },
    ]);
    expect(days[0]).toEqual({ day: '2026-11-08', orders: 0, orderedPaise: 0, receivedPaise: 0, refundedPaise: 0 });
  });

  it('are fourteen: neither the fifteenth nor tomorrow counts', async () => {
    await order('2026-11-07T18:29:59Z');
    await order('2026-11-07T18:30:00Z');
    await order('2026-11-21T18:30:00Z');
    expect((await stats()).days.map(({ orders }) => orders)).toEqual([1, ...Array<number>(13).fill(0)]);
  });

  it('follow a change of summer time', async () => {
    await database().pool.query("UPDATE shops SET time_zone = 'Europe/London' WHERE id = $1", [shop.id]);
    // Summer time ended there at 01:00 UTC on October 25, 2026: that day has 25 hours.
    await order('2026-10-24T23:00:00Z');
    await order('2026-10-25T23:59:59Z');
    await order('2026-10-26T00:00:00Z');
    const { days } = await stats(new Date('2026-10-26T12:00:00Z'));
    expect(days.slice(-2).map(({ orders }) => orders)).toEqual([2, 1]);
  });

  it('exclude unpaid orders, and those whose money went back before their delivery', async () => {
    for (const status of ['awaiting', 'expired', 'refund_due', 'refunded', 'paid']) {
      const id = await order('2026-11-20T18:31:00Z');
      await database().pool.query("UPDATE orders SET payment_method = 'online', payment_status = $2 WHERE id = $1", [
        id,
        status,
      ]);
    }
    expect((await stats()).days.at(-1)).toMatchObject({ orders: 1, orderedPaise: 5_000 });
  });

  it('exclude other shops', async () => {
    await order('2026-11-20T18:31:00Z');
    const other = await createShop();
    const { days, openOrders } = await readShopStats({ by: { ...by, shopId: other.id }, shopId: other.id, now: NOW });
    expect([openOrders, ...days.map(({ orders }) => orders)]).toEqual(Array<number>(15).fill(0));
  });
});

it('counts undelivered orders of any age as open', async () => {
  await order('2026-01-01T00:00:00Z');
  const delivered = await order('2026-11-20T18:31:00Z');
  await database().pool.query("UPDATE orders SET status = 'Delivered' WHERE id = $1", [delivered]);
  expect((await stats()).openOrders).toBe(1);
});

it('lists the five best sellers by quantity', async () => {
  const products = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => createProduct({ shop, name: `Sweet ${n}` })));
  for (const [at, { variants }] of products.entries()) await order('2026-11-20T10:00:00Z', at + 1, variants);
  const { bestSellers } = await stats();
  expect(bestSellers.map(({ name, quantity }) => `${quantity} ${name}`)).toEqual([
    '6 Sweet 6',
    '5 Sweet 5',
    '4 Sweet 4',
    '3 Sweet 3',
    '2 Sweet 2',
  ]);
  expect(bestSellers[0]).toMatchObject({ productId: products[5]!.product.id, orderedPaise: 30_000 });
});

it('lists low stock, lowest first, of published products only', async () => {
  await createProduct({ shop, name: 'Milk', variants: [{ stock: 5, unit: '1 L' }, { stock: 6 }] });
  await createProduct({ shop, name: 'Bread', variants: [{ stock: 0 }] });
  await createProduct({ shop, name: 'Hidden', isPublished: false, variants: [{ stock: 0 }] });
  await createProduct({ shop, name: 'Gone', deletedAt: new Date(), variants: [{ stock: 0 }] });
  const { lowStock, lowStockCount } = await stats();
  expect(lowStock.map(({ name, option, stock }) => [name, option, stock])).toEqual([
    ['Bread', null, 0],
    ['Milk', '1 L', 5],
  ]);
  expect(lowStockCount).toBe(2);
});

const PERIOD = {
  begins: new Date('2026-11-07T18:30:00Z'),
  ends: new Date('2026-11-21T18:30:00Z'),
  timeZone: 'Asia/Kolkata',
  from: '2026-11-08',
  to: '2026-11-21',
};

it.each([
  ['the days', () => bind(MONEY_DAYS, { ...PERIOD, shopId: shop.id })],
  ['the best sellers', () => bind(BEST_SELLERS, { ...PERIOD, shopId: shop.id, limit: 5 })],
])('reads only the orders of the period for %s', async (_, getStatement) => {
  await database().pool.query(
    `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, created_at)
     SELECT $1, $2, 'cod', true, 100, 0, 'Many', $3::timestamptz - n * interval '1 hour' FROM generate_series(1, 5000) n`,
    [customer.id, shop.id, NOW],
  );
  await database().pool.query('ANALYZE orders');
  const { text, values } = getStatement();
  const { rows } = await database().pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE) ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  // One per hour for thirteen days and half an hour.
  expect(plan).toMatch(/orders_by_time.*actual.*rows=312(?:\.00)?\b/);
});
