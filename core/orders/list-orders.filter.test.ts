import { MAX_ORDER_COUNT, type OrderStatus } from '@haat/contract/orders/order-status';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bind, connectDatabase, database, type Sql } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { announcedOrder } from '../test/announced-order.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { advanceOrderStatus } from './life/advance-order-status.ts';
import { placeOrder } from './place/place-order.ts';
import { COUNT_SHOP_ORDERS, countShopOrders, foundOrdersSql, listShopOrders, shopOrdersSql } from './list-orders.ts';

let customer: User;
beforeAll(async () => {
  connectDatabase();
  customer = await createUser();
});
afterAll(stopServices);

let shop: Shop;
let by: Session;
beforeEach(makeShop);

async function makeShop(): Promise<void> {
  shop = await createShop();
  by = sessionOf(await createMember({ shop, user: await createUser({ name: 'Test Vendor' }) }));
}

const sessionOf = ({ id, email }: User): Session => ({
  userId: id,
  actorId: id,
  sessionId: '00000000-0000-0000-0000-000000000000',
  email,
  shopId: shop.id,
  shopSlug: shop.slug,
  role: 'vendor',
  isPlatformAdmin: false,
});

async function place(fields: { phone?: string; status?: OrderStatus } = {}): Promise<{ id: number; number: string }> {
  const { orderId } = await announcedOrder({ shop, user: customer });
  const { rows } = await database().pool.query<{ number: string }>(
    'UPDATE orders SET customer_phone = $2, status = $3 WHERE id = $1 RETURNING order_number AS number',
    [orderId, fields.phone ?? null, fields.status ?? 'Pending'],
  );
  return { id: orderId, number: rows[0]?.number ?? '' };
}

type Query = Omit<Parameters<typeof listShopOrders>[0], 'by' | 'shopId'>;
const idsFor = async (query: Query) => (await listShopOrders({ by, shopId: shop.id, ...query })).map(({ id }) => id);

describe("a shop's orders of one status", () => {
  it('are those alone, newest first, in pages', async () => {
    const ids: number[] = [];
    for (const status of ['Pending', 'Accepted', 'Pending', 'Delivered', 'Pending'] as const) {
      ids.unshift((await place({ status })).id);
    }
    const pending = [ids[0], ids[2], ids[4]];
    expect(await idsFor({ status: 'Pending' })).toEqual(pending);
    expect(await idsFor({ status: 'Pending', limit: 2 })).toEqual(pending.slice(0, 2));
    expect(await idsFor({ status: 'Pending', limit: 2, after: ids[2] })).toEqual(pending.slice(2));
    expect(await idsFor({ status: 'Ready' })).toEqual([]);
  });

  it('are counted by status, without those that await their payment', async () => {
    for (const status of ['Pending', 'Pending', 'Accepted', 'Delivered'] as const) await place({ status });
    const { id } = await place();
    await database().knex('orders').where({ id }).update({ paymentMethod: 'online', paymentStatus: 'awaiting' });
    expect(await countShopOrders(by, shop.id)).toMatchObject({
      Pending: 2,
      Accepted: 1,
      Ready: 0,
      Delivered: 1,
      Declined: 0,
    });
    await expect(countShopOrders({ ...by, shopId: 999_999 }, shop.id)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe("a shop's open orders", () => {
  it('come oldest first, in pages, and those that have ended newest first in their own list', async () => {
    const ids: number[] = [];
    for (const status of ['Delivered', 'Pending', 'In Transit', 'Declined', 'Ready', 'Accepted', 'Returned'] as const)
      ids.push((await place({ status })).id);
    const open = [ids[1], ids[2], ids[4], ids[5]];
    expect(await idsFor({ group: 'open' })).toEqual(open);
    expect(await idsFor({ group: 'open', limit: 2 })).toEqual(open.slice(0, 2));
    expect(await idsFor({ group: 'open', limit: 2, after: ids[2] })).toEqual(open.slice(2));
    expect(await idsFor({ group: 'open', status: 'Ready' })).toEqual([ids[4]]);
    expect(await idsFor({ group: 'done' })).toEqual([ids[6], ids[3], ids[0]]);
    expect(await idsFor({ group: 'done', limit: 2, after: ids[3] })).toEqual([ids[0]]);
  });

  it('are without those that await their payment', async () => {
    const { id } = await place();
    await database().knex('orders').where({ id }).update({ paymentMethod: 'online', paymentStatus: 'awaiting' });
    expect(await idsFor({ group: 'open' })).toEqual([]);
  });
});

describe('the search for an order', () => {
  it('finds it by any part of its number or of the phone, in every status', async () => {
    const first = await place({ phone: '9876543210', status: 'Delivered' });
    const second = await place({ phone: '9000000001' });
    expect(await idsFor({ search: '9876543210' })).toEqual([first.id]);
    expect(await idsFor({ search: '+91 98765 43210' })).toEqual([first.id]);
    expect(await idsFor({ search: '65432' })).toEqual([first.id]);
    expect(await idsFor({ search: second.number })).toEqual([second.id]);
    expect(await idsFor({ search: second.number, status: 'Delivered' })).toEqual([]);
    expect(await idsFor({ search: 'h0' })).toEqual([second.id, first.id]);
  });

  it('finds it by the name of the customer, and by a product in it, in pages', async () => {
    const [first, , third] = [await place(), await place(), await place({ status: 'Delivered' })];
    const { pool } = database();
    await pool.query(`UPDATE orders SET customer_name = 'Lakshmi Bai' WHERE id = ANY ($1)`, [[first.id, third.id]]);
    expect(await idsFor({ search: 'lakshmi' })).toEqual([third.id, first.id]);
    expect(await idsFor({ search: 'mi b', limit: 1 })).toEqual([third.id]);
    expect(await idsFor({ search: 'mi b', limit: 1, after: third.id })).toEqual([first.id]);
    expect(await idsFor({ search: 'LAKSHMI', status: 'Delivered' })).toEqual([third.id]);

    const product = await createProduct({ shop, name: 'Sona masoori 100% rice', variants: [{ unit: '5 kg' }] });
    const { id } = await placeOrder({
      userId: customer.id,
      body: orderBody(product.variants.map((variant) => ({ variant, quantity: 1 }))),
    });
    await pool.query(`UPDATE products SET hindi_name = 'चावल' WHERE name = 'Sona masoori 100% rice'`);
    for (const search of ['masoori', 'चावल', '100% r']) expect(await idsFor({ search })).toEqual([id]);
    expect(await idsFor({ search: '100_ r' })).toEqual([]);
  });

  it('finds an open takeaway by its pickup code, beside the numbers and phones with these digits', async () => {
    const ready = await place({ phone: '9000000001', status: 'Ready' });
    const handedOver = await place({ phone: '9000000001', status: 'Delivered' });
    const delivery = await place({ phone: '9000000001' });
    const phoned = await place({ phone: '9000007531' });
    const elsewhere = await announcedOrder({ shop: await createShop(), user: customer });
    const { pool } = database();
    await pool.query(`UPDATE orders SET takeaway = false, address = '{}', min_order_paise = 0 WHERE id = $1`, [
      delivery.id,
    ]);
    const ids = [ready.id, handedOver.id, delivery.id, elsewhere.orderId];
    await pool.query(`UPDATE orders SET pickup_code = '7531' WHERE id = ANY ($1)`, [ids]);

    for (const search of ['7531', ' 75 31', '७५३१'])
      expect(await idsFor({ search, group: 'open' })).toEqual([ready.id, phoned.id]);
    expect(await idsFor({ search: '7531' })).toEqual([phoned.id, ready.id]);
    expect(await idsFor({ search: '7531', limit: 1, after: phoned.id })).toEqual([ready.id]);
    expect(await idsFor({ search: '7531', group: 'done' })).toEqual([]);
    for (const search of ['75310', 'H7531']) expect(await idsFor({ search })).toEqual([]);
  });

  it('does not find by pickup code any more for a member who tries very many, but still by number', async () => {
    const { id, number } = await place({ status: 'Ready' });
    await database().pool.query(`UPDATE orders SET pickup_code = '7531' WHERE id = $1`, [id]);
    for (let tried = 0; tried < 29; tried++) await idsFor({ search: `1${100 + tried}` });
    expect(await idsFor({ search: '7531' })).toEqual([id]);
    expect(await idsFor({ search: '7531' })).toEqual([]);
    expect(await idsFor({ search: number })).toEqual([id]);
  });

  it('finds nothing of another shop, nor by wildcards', async () => {
    const here = await place({ phone: '9876543210' });
    const elsewhere = await createShop();
    const { orderId } = await announcedOrder({ shop: elsewhere, user: customer });
    expect(await idsFor({ search: `H${orderId}` })).not.toContain(orderId);
    for (const search of ['%', '_', '%%', '__', "' OR true --", 'H']) expect(await idsFor({ search })).toEqual([]);
    expect(await idsFor({ search: here.number })).toEqual([here.id]);
  });
});

it('shows the shop who changed each status, by name or by the local part of the email address', async () => {
  const { id } = await place();
  await advanceOrderStatus({ orderId: id, to: 'Accepted', by });
  const nameless = sessionOf(await createMember({ shop, user: await createUser({ name: '' }) }));
  const { order } = await advanceOrderStatus({ orderId: id, to: 'Ready', by: nameless });
  expect(order.steps.map(({ by: actor }) => actor)).toEqual(['Test Vendor', nameless.email?.split('@')[0]]);
});

describe('a shop with 40,000 orders among four others', () => {
  const ORDERS = 100_000;
  let large: Shop;
  beforeAll(async () => {
    large = await createShop();
    const shops = [large];
    for (let each = 0; each < 4; each++) shops.push(await createShop());
    await database().pool.query(
      `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name,
           customer_phone, status)
         SELECT $1, ($2::bigint[])[CASE WHEN n % 5 < 2 THEN 1 ELSE 2 + n % 4 END], 'cod', true, 100, 0, CASE WHEN n = 35 THEN 'Rare Person' ELSE 'Many' END,
           (9000000000 + n * 7)::text, CASE WHEN n > 99750 THEN 'Pending' ELSE 'Delivered' END
         FROM generate_series(1, $3::int) n`,
      [customer.id, shops.map(({ id }) => id), ORDERS],
    );
    await vi.waitFor(expectVacuumed, { timeout: 20_000, interval: 200 });
  }, 120_000);

  /** Pages are not all-visible while another session may see older rows. */
  const expectVacuumed = async () => {
    const { pool } = database();
    await pool.query('VACUUM ANALYZE orders');
    const { rows } = await pool.query<{ share: number }>(
      `SELECT relallvisible::float8 / relpages AS share FROM pg_class WHERE relname = 'orders'`,
    );
    expect(rows[0]?.share).toBeGreaterThan(0.95);
  };

  const explain = async <Params, Row>(statement: Sql<Params, Row>, params: Params): Promise<string> => {
    const { text, values } = bind(statement, params);
    const { rows } = await database().pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  const none = { byStatus: false };
  const FEW_ROWS = /Index Only Scan using orders_of_shop_found|Index Scan Backward using orders_pkey/;

  it('finds every page in an index, reads no other rows, and stops counting at the limit', async () => {
    const page = { shopId: large.id, before: null, limit: 30 };
    const newest = await explain(shopOrdersSql(none), page);
    // All orders of the table are read backwards where most of them are this shop's.
    expect(newest).toMatch(FEW_ROWS);
    const pending = await explain(shopOrdersSql({ ...none, byStatus: true }), { ...page, status: 'Pending' });
    expect(pending).toMatch(/Index Only Scan using orders_of_shop_by_status/);
    const open = await explain(shopOrdersSql({ ...none, group: 'open' }), { ...page, after: null });
    expect(open).toMatch(/Index (Only )?Scan using orders_open_of_shop/);
    const done = await explain(shopOrdersSql({ ...none, group: 'done' }), page);
    expect(done).toMatch(FEW_ROWS);
    const byDigits = (digits: string) => foundOrdersSql({ ...none, search: { digits, inPhones: true } });
    const search = await explain(byDigits('123'), { ...page, pattern: '%123%' });
    expect(search).toMatch(/Index Only Scan using orders_of_shop_found|orders_by_text/);
    const rare = await explain(byDigits('123456'), { ...page, pattern: '%123456%' });
    expect(rare).toMatch(/BitmapOr[^]*orders_by_text[^]*orders_by_text/);
    const byCode = foundOrdersSql({ ...none, search: { digits: '7531', inPhones: true }, byCode: true });
    const code = await explain(byCode, { ...page, pattern: '%7531%', code: '7531' });
    expect(code).toMatch(/BitmapOr[^]*orders_by_text[^]*orders_by_text[^]*orders_open/);
    const statuses = ['Pending', 'Delivered'] as const;
    const counts = await explain(COUNT_SHOP_ORDERS, { shopId: large.id, statuses, limit: MAX_ORDER_COUNT });
    expect(counts).toMatch(/Index Only Scan using orders_of_shop_by_status/);
    for (const plan of [newest, pending, open, done, search, rare, code, counts])
      expect(plan).not.toMatch(/Seq Scan on (orders|order_)/);
  });
});
