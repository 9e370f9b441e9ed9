import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { Order } from '../db/orders.models.ts';
import type { Shop } from '../db/shops.models.ts';
import { createMobileUser, createProduct, createShop, createUser, type UserWithEmail } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { queryPlan } from '../test/query-plan.ts';
import { stopServices } from '../test/stop-services.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { foundOrders } from './find-orders.ts';

let shops: [Shop, Shop];
let asha: UserWithEmail;
/** The ids of three orders, the oldest first: two of Asha in two shops, one of an account with a mobile number. */
let ids: number[];
beforeAll(async () => {
  connectDatabase();
  shops = [await createShop({ name: 'Malnad Dairy' }), await createShop()];
  asha = await createUser({ email: 'asha_rao@haat.example' });
  await createUser({ email: 'ashaxrao@haat.example' });
  const other = await createMobileUser('9876543210');
  ids = [await place(asha.id, shops[0]), await place(asha.id, shops[1]), await place(other.id, shops[0])];
  await Order.query().findById(ids[0]!).patch({ customerPhone: '9000000001' });
  await Order.query().findById(ids[1]!).patch({ customerPhone: '9876543210' });
  await Order.query().findById(ids[2]!).patch({ customerPhone: null });
});
afterAll(stopServices);

let made = 0;
async function place(userId: number, shop: Shop): Promise<number> {
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  return (await placeOrder({ userId, body, idempotencyKey: `order-to-be-found-${(made += 1)}` })).id;
}

const found = async (search?: string, page = {}) =>
  (await foundOrders.list({ search, ...page })).map(({ id }) => ids.indexOf(id));

describe('the operator', () => {
  it('sees the newest orders of all shops first, in pages', async () => {
    expect(await found()).toEqual([2, 1, 0]);
    expect(await found('', { limit: 2 })).toEqual([2, 1]);
    expect(await found('', { limit: 2, after: ids[1] })).toEqual([0]);
    const [order] = await foundOrders.list({ search: String(ids[0]) });
    expect(order).toMatchObject({
      status: 'Pending',
      totalPaise: 25_000,
      refundedPaise: 0,
      refundableOnlinePaise: 0,
      refundableCashPaise: 0,
      shop: { id: shops[0].id, name: 'Malnad Dairy' },
      customerEmail: asha.email,
      customerPhone: '9000000001',
    });
  });

  it.each([
    ['a number as it is printed', () => `H00000${ids[1]}`, [1]],
    ['the digits of it', () => ` ${ids[1]} `, [1]],
    ['a number that does not exist', () => 'H999999', []],
    ['the mobile number of an order, however it is written', () => '+91 90000-00001', [0]],
    ['a mobile number of orders and of an account', () => '09876543210', [2, 1]],
    ['an email address', () => 'Asha_Rao@haat.example', [1, 0]],
    ['a part of one', () => 'asha_rao@', [1, 0]],
    ['an address of nobody', () => 'nobody@haat.example', []],
    ['a text of another kind', () => 'ghee', []],
    ['part of the name of a shop', () => 'malnad', [2, 0]],
    ['the slug of a shop', () => shops[1].slug, [1]],
  ])('finds orders by %s', async (_, search, expected) => {
    expect(await found(search())).toEqual(expected);
  });
});

const request = (filter: object) => ({ search: '', ...filter });

describe('the list of orders', () => {
  beforeAll(async () => {
    await Order.query()
      .findById(ids[0]!)
      .patch({ status: 'Delivered', createdAt: new Date('2026-10-31T18:29:59Z') });
    await Order.query()
      .findById(ids[1]!)
      .patch({ totalPaise: 90_000, createdAt: new Date('2026-10-31T18:30:00Z') });
    await Order.query().findById(ids[2]!).patch({ totalPaise: 10_000, status: 'Declined' });
  });

  it.each([
    [{ status: 'Delivered' }, [0]],
    [{ payment_status: 'due' }, [2, 1, 0]],
    [{ payment_status: 'paid' }, []],
    // In the time zone of the platform, the day begins at 18:30 UTC.
    [{ from: '2026-11-01', to: '2026-11-01' }, [1]],
    [{ to: '2026-10-31' }, [0]],
    [{ from: '2026-11-02' }, [2]],
    [{ search: 'malnad', status: 'Delivered' }, [0]],
    [{ search: 'asha_rao@', to: '2026-10-31' }, [0]],
  ] as const)('is filtered by %j, and so are its sums', async (filter, expected) => {
    const orders = await foundOrders.list(request(filter));
    expect(orders.map(({ id }) => ids.indexOf(id))).toEqual(expected);
    expect((await foundOrders.summarize(request(filter))).orders).toBe(expected.length);
  });

  it('is of one shop, sorted by total, in pages', async () => {
    const page = async (after?: number) =>
      (await foundOrders.list({ sort: 'total', limit: 1, after })).map(({ id }) => ids.indexOf(id));
    expect(await page()).toEqual([1]);
    expect(await page(ids[1])).toEqual([0]);
    expect(await page(ids[0])).toEqual([2]);
    expect(await page(ids[2])).toEqual([]);
    const cheapest = await foundOrders.list({ sort: 'total', direction: 'asc', shop: shops[0].id });
    expect(cheapest.map(({ id }) => ids.indexOf(id))).toEqual([2, 0]);
  });

  it('has the sums of what was ordered, without orders that ended', async () => {
    expect(await foundOrders.summarize({})).toEqual({
      orders: 3,
      orderedOrders: 2,
      orderedPaise: 115_000,
      refundedPaise: 0,
    });
  });

  it('is exported without its customers', async () => {
    const { csv, fileName } = await foundOrders.exportFile({ status: 'Delivered' });
    const text = (await csv.toArray()).join('');
    expect(fileName).toMatch(/^orders-\d{4}-\d\d-\d\d\.csv$/);
    expect(text).toContain('H00000');
    expect(text).toMatch(/,Malnad Dairy,.*,takeaway|delivery,Delivered,due,250\.00,0\.00/);
    for (const personal of [asha.email, '9000000001']) expect(text).not.toContain(personal);
  });
});

describe('a sale at a counter, which has no account', () => {
  const inPast = { from: '2025-01-01', to: '2025-12-31' };
  let sales: number[];
  beforeAll(async () => {
    const { rows } = await database().pool.query<{ id: number }>(
      `INSERT INTO orders (shop_id, channel, status, payment_status, payment_method, takeaway, total_paise, min_order_paise,
         customer_name, created_at, collected_at)
       SELECT $1, 'counter', 'Delivered', 'collected', 'cod', true, 100, 0, 'Counter sale', '2025-05-05'::timestamptz, '2025-05-05'::timestamptz
       FROM generate_series(1, 60) RETURNING id`,
      [shops[0].id],
    );
    sales = rows.map(({ id }) => id);
  });

  it('is in the list as it is in the sums, so that every page is full', async () => {
    const page = await foundOrders.list(inPast);
    expect(page).toHaveLength(50);
    expect(page[0]).toMatchObject({ id: Math.max(...sales), customerName: 'Counter sale', customerEmail: null });
    expect((await foundOrders.summarize(inPast)).orders).toBe(60);
  });

  it('does not end the file before the last order', async () => {
    const { csv } = await foundOrders.exportFile(inPast);
    expect((await csv.toArray()).join('').trim().split('\r\n')).toHaveLength(1 + 60);
  });
});

it('finds them in indexes among 100,000 orders of 20,000 customers', { timeout: 120_000 }, async () => {
  const { pool } = database();
  await pool.query(
    `INSERT INTO users (email, name) SELECT 'many-' || n || '@haat.example', 'Many' FROM generate_series(1, 20000) n`,
  );
  await pool.query(
    `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, customer_phone)
     SELECT u.id, $1, 'cod', true, 100, 0, 'Many', '9' || lpad((u.id % 20000)::text, 9, '0')
     FROM users u, generate_series(1, 5) WHERE u.name = 'Many'`,
    [shops[0].id],
  );
  await pool.query('VACUUM ANALYZE orders, users');
  const indexes = {
    '': 'orders_pkey',
    '70000': 'orders_pkey',
    '9000000777': 'orders_by_phone',
    'many-777@haat.example': 'orders_of_user',
  };
  for (const [search, index] of Object.entries(indexes)) {
    const { statement, params } = foundOrders.page({ search });
    const plan = await queryPlan(statement, params);
    expect(plan).toContain(index);
    expect(plan).not.toMatch(/Seq Scan on orders/);
  }
});
