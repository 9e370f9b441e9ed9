import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bind, connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { DAY_CASH, DAY_SUMS, readCashReport } from './cash-report.ts';
import { exportCashReport } from './export-cash-report.ts';

// Half past midnight in Bengaluru, still the evening before in London.
const NOW = new Date('2026-11-20T19:00:00Z');

let shop: Shop;
let customer: User;
let by: Session;
beforeAll(() => void connectDatabase());
beforeEach(async () => {
  [shop, customer] = await Promise.all([createShop(), createUser()]);
  const vendor = await createMember({ shop, user: await createUser({ name: 'Test Vendor' }) });
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

let orders = 0;
async function place(pricePaise = 5_000): Promise<number> {
  const { variants } = await createProduct({ shop, variants: [{ pricePaise }] });
  const body = orderBody([{ variant: variants[0]! }]);
  return (await placeOrder({ userId: customer.id, body, idempotencyKey: `cash-report-order-${(orders += 1)}` })).id;
}

/** An order that was delivered at that time. */
async function deliver({ at, pricePaise }: { at: string; pricePaise?: number }): Promise<number> {
  const orderId = await place(pricePaise);
  for (const to of ['Accepted', 'Ready', 'Delivered'] as const) await advanceOrderStatus({ orderId, to, by });
  await database().pool.query('UPDATE orders SET collected_at = $2 WHERE id = $1', [orderId, at]);
  await database().pool.query("UPDATE order_events SET at = $2 WHERE order_id = $1 AND to_status = 'Delivered'", [
    orderId,
    at,
  ]);
  return orderId;
}

async function payOnline({ at, status }: { at: string; status: string }): Promise<void> {
  const id = await place(7_001);
  const update = `UPDATE orders SET payment_method = 'online', payment_status = $2, created_at = $3 WHERE id = $1`;
  await database().pool.query(update, [id, status, at]);
}

const book = (day?: string) => readCashReport({ by, shopId: shop.id, day, now: NOW });
const statusOf = (id: number) => database().knex('orders').where({ id }).first('paymentStatus', 'collectedAt');

describe('cash', () => {
  it('is due until the order is delivered, and collected by the member who delivers it', async () => {
    const orderId = await place();
    for (const to of ['Accepted', 'Ready'] as const) await advanceOrderStatus({ orderId, to, by });
    expect(await statusOf(orderId)).toEqual({ paymentStatus: 'due', collectedAt: null });
    await advanceOrderStatus({ orderId, to: 'Delivered', by });
    expect(await statusOf(orderId)).toEqual({ paymentStatus: 'collected', collectedAt: expect.any(Date) });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('does not include online payments', async () => {
    const orderId = await place();
    const update = `UPDATE orders SET payment_method = 'online', payment_status = 'paid' WHERE id = $1`;
    await database().pool.query(update, [orderId]);
    for (const to of ['Accepted', 'Ready', 'Delivered'] as const) await advanceOrderStatus({ orderId, to, by });
    expect(await statusOf(orderId)).toEqual({ paymentStatus: 'paid', collectedAt: null });
  });
});

describe('the cash report of a day', () => {
  it("lists the cash of the day in the shop's time zone, with time and member, to the paisa", async () => {
    await deliver({ at: '2026-11-20T18:29:59.999Z', pricePaise: 100 });
    const second = await deliver({ at: '2026-11-20T18:59:00Z', pricePaise: 12_345 });
    const first = await deliver({ at: '2026-11-20T18:30:00Z', pricePaise: 10 });
    await deliver({ at: '2026-11-21T18:30:00Z', pricePaise: 100 });

    const { cash, ...sums } = await book();
    expect(sums).toMatchObject({
      day: '2026-11-21',
      today: '2026-11-21',
      received: { cash: { orders: 2, paise: 12_355 } },
    });
    expect(cash.map(({ id, time, by: who, paise }) => [id, time, who, paise])).toEqual([
      [first, '00:00', 'Test Vendor', 10],
      [second, '00:29', 'Test Vendor', 12_345],
    ]);
    expect(await book('2026-11-20')).toMatchObject({
      day: '2026-11-20',
      today: '2026-11-21',
      received: { cash: { paise: 100 } },
    });
  });

  it('is exported to a spreadsheet without executable cells', async () => {
    await database().pool.query("UPDATE users SET name = '=1+1' WHERE id = $1", [customer.id]);
    await deliver({ at: '2026-11-20T18:59:00Z', pricePaise: 12_340 });
    const { csv, fileName } = await exportCashReport({ by, shopId: shop.id, now: NOW });
    expect(fileName).toBe(`${shop.slug}-cash-report-2026-11-21.csv`);
    const [header, line] = (await text(csv)).split('\r\n');
    expect(header).toBe('order,day,time,person,customer,type,method,kind,amount');
    expect(line).toMatch(/^H\d+,2026-11-21,00:29,Test Vendor,'=1\+1,takeaway,cash,received,123\.40$/);
  });

  it('counts online payments that arrived, also those that went back later', async () => {
    for (const status of ['paid', 'awaiting', 'expired', 'refund_due', 'refunded']) {
      await payOnline({ at: '2026-11-20T18:31:00Z', status });
    }
    await payOnline({ at: '2026-11-20T18:29:00Z', status: 'paid' });
    expect(await book()).toMatchObject({
      received: { online: { orders: 3, paise: 21_003 }, cash: { orders: 0 } },
      cash: [],
    });
  });

  it('sums the cash that is still due, of orders of any age', async () => {
    const old = await place(3_000);
    await database().pool.query("UPDATE orders SET created_at = '2026-01-01' WHERE id = $1", [old]);
    await place(4_050);
    await deliver({ at: '2026-11-20T18:31:00Z' });
    await payOnline({ at: '2026-11-20T18:31:00Z', status: 'paid' });
    expect(await book('2026-11-01')).toMatchObject({ toCollect: { orders: 2, paise: 7_050 }, received: { paise: 0 } });
  });

  it('sums what is due in cash beside an online payment, which is received in full although a rest was paid out in cash', async () => {
    await payOnline({ at: '2026-11-20T18:31:00Z', status: 'paid' });
    const [order] = await database().knex('orders').where({ shopId: shop.id });
    await database().pool.query(
      `UPDATE orders SET status = 'Accepted', total_paise = 9001, cash_extra_paise = 2000, refunded_paise = 5050 WHERE id = $1`,
      [order.id],
    );
    await database().pool.query(
      `INSERT INTO cash_payouts (order_id, amount_paise, reason, actor_id, at) VALUES ($1, 50, 'goodwill', $2, $3)`,
      [order.id, by.userId, NOW],
    );
    expect(await book()).toMatchObject({
      toCollect: { orders: 1, paise: 2_000 },
      received: { online: { paise: 7_001 } },
      refunded: { cash: { paise: 50 } },
    });
  });

  it('lists the cash that went back on the day, whenever it was collected', async () => {
    const orderId = await deliver({ at: '2026-11-01T10:00:00Z', pricePaise: 10_000 });
    for (const [paise, at] of [
      [1_000, '2026-11-20T18:29:59Z'],
      [2_050, '2026-11-20T18:30:00Z'],
      [500, '2026-11-20T18:59:00Z'],
    ]) {
      const insert = `INSERT INTO cash_payouts (order_id, amount_paise, reason, actor_id, at) VALUES ($1, $2, 'problem', $3, $4)`;
      await database().pool.query(insert, [orderId, paise, by.userId, at]);
    }
    const { payouts, ...sums } = await book();
    expect(sums).toMatchObject({
      received: { paise: 0 },
      refunded: { orders: 1, paise: 2_550, cash: { paise: 2_550 } },
    });
    expect(payouts).toMatchObject([
      { id: orderId, time: '00:00', by: 'Test Vendor', paise: 2_050 },
      { id: orderId, time: '00:29', by: 'Test Vendor', paise: 500 },
    ]);
    const { csv } = await exportCashReport({ by, shopId: shop.id, now: NOW });
    expect((await text(csv)).split('\r\n')[1]).toMatch(/^H\d+,2026-11-21,00:00,Test Vendor,.*,refunded,-20\.50$/);
  });

  it('follows a change of summer time', async () => {
    await database().pool.query("UPDATE shops SET time_zone = 'Europe/London' WHERE id = $1", [shop.id]);
    // Summer time ended there at 01:00 UTC on October 25, 2026: that day has 25 hours.
    await deliver({ at: '2026-10-24T23:00:00Z' });
    await deliver({ at: '2026-10-25T23:59:59Z' });
    await deliver({ at: '2026-10-26T00:00:00Z' });
    expect((await book('2026-10-25')).cash.map(({ time }) => time)).toEqual(['00:00', '23:59']);
  });

  it('is not for other shops', async () => {
    await deliver({ at: '2026-11-20T18:31:00Z' });
    const other = await createShop();
    await expect(readCashReport({ by, shopId: other.id })).rejects.toMatchObject({ code: 'forbidden' });
    const elsewhere = { ...by, shopId: other.id };
    expect(await readCashReport({ by: elsewhere, shopId: other.id, now: NOW })).toMatchObject({
      received: { orders: 0 },
      cash: [],
    });
  });
});

const PERIOD = {
  begins: new Date('2026-11-18T18:30:00Z'),
  ends: new Date('2026-11-19T18:30:00Z'),
  timeZone: 'Asia/Kolkata',
};

it.each([
  ['the sums', () => bind(DAY_SUMS, { ...PERIOD, shopId: shop.id })],
  ['the list', () => bind(DAY_CASH, { ...PERIOD, shopId: shop.id, kind: 'received', limit: 5_000 })],
])('finds the cash of the day in an index for %s', async (_, getStatement) => {
  await database().pool.query(
    `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, created_at,
      status, payment_status, collected_at)
     SELECT $1, $2, 'cod', true, 100, 0, 'Many', at, 'Delivered', 'collected', at
     FROM (SELECT $3::timestamptz - n * interval '1 hour' AS at FROM generate_series(1, 5000) n) times`,
    [customer.id, shop.id, NOW],
  );
  await database().pool.query('ANALYZE orders');
  const { text, values } = getStatement();
  const { rows } = await database().pool.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE) ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/orders_collected.*actual.*rows=24\b/);
  expect(plan).not.toMatch(/Seq Scan on orders/);
});
