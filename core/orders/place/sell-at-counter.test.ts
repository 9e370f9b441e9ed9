import { text } from 'node:stream/consumers';
import type { CounterSaleBody } from '@haat/contract/orders/counter-sales.calls';
import type { CounterMethod } from '@haat/contract/orders/counter-sale';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shops.models.ts';
import type { Variant } from '../../db/catalog.models.ts';
import { createMember, createProduct, createShop } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import type { Session } from '../../accounts/session.ts';
import { readCashReport } from '../../money/cash-report.ts';
import { listCounterItems } from '../../catalog/list-counter-items.ts';
import type { OrderRecord } from '../order-record.ts';
import { readOrderTimeline } from '../order-timeline.ts';
import { refundOrder } from '../adjust/refund-order.ts';
import { exportOrders } from '../../money/export-orders.ts';
import { readInvoice } from '../invoice.ts';
import { listCounterSales } from '../list-counter-sales.ts';
import { returnCounterSale } from '../adjust/return-counter-sale.ts';
import { sellAtCounter } from './sell-at-counter.ts';

let shop: Shop;
let by: Session;
let milk: Variant;
let rice: Variant;
let sales = 0;

beforeAll(() => void connectDatabase());
beforeEach(async () => {
  shop = await createShop();
  const vendor = await createMember({ shop });
  const [first, second] = await Promise.all([
    createProduct({
      shop,
      name: 'Milk',
      variants: [{ pricePaise: 2_800, mrpPaise: 3_000, stock: 10, unit: '500 ml' }],
    }),
    createProduct({ shop, name: 'Rice', variants: [{ pricePaise: 6_000, stock: 20, unit: '1 kg' }] }),
  ]);
  [milk, rice] = [first.variants[0]!, second.variants[0]!];
  by = {
    userId: vendor.id,
    actorId: vendor.id,
    sessionId: crypto.randomUUID(),
    email: vendor.email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor',
    isPlatformAdmin: false,
  };
});
afterAll(closeDatabase);

const ofMilk = (quantity = 1) => ({ variant_id: milk.id, quantity, price: 28 });
const sell = (
  body: Partial<CounterSaleBody> & Pick<CounterSaleBody, 'lines' | 'total'>,
  key = `sale-${(sales += 1)}`,
) => sellAtCounter({ shopId: shop.id, by, body: { payment_method: 'cod', ...body }, key });

const stockOf = async ({ id }: Variant) => (await database().knex('variants').where({ id }).first('stock')).stock;
const activityOf = () => database().knex('activity_log').where({ shopId: shop.id }).orderBy('id');

describe('a sale over the counter', () => {
  it('is delivered and paid at once, leaves the stock and notifies nobody', async () => {
    const order = await sell({ lines: [ofMilk(2), { variant_id: rice.id, quantity: 1, price: 60 }], total: 116 });
    expect(order).toMatchObject({
      channel: 'counter',
      status: 'Delivered',
      paymentStatus: 'collected',
      totalPaise: 11_600,
    });
    expect(order.items.map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Milk', 2],
      ['Rice', 1],
    ]);
    expect([await stockOf(milk), await stockOf(rice)]).toEqual([8, 19]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is one sale however often its request arrives, at the same time or later', async () => {
    const requests = [1, 2, 3].map(() => sell({ lines: [ofMilk()], total: 28 }, 'repeated-sale'));
    const ids = (await Promise.all(requests)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
    await database().knex('variants').where({ id: milk.id }).update({ pricePaise: 2_900 });
    expect((await sell({ lines: [ofMilk()], total: 28 }, 'repeated-sale')).id).toBe(ids[0]);
    await expect(sell({ lines: [ofMilk(2)], total: 56 }, 'repeated-sale')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await stockOf(milk)).toBe(9);
  });

  it('is refused with the prices of now when the screen had others', async () => {
    await database().knex('variants').where({ id: milk.id }).update({ pricePaise: 2_900 });
    await expect(sell({ lines: [ofMilk()], total: 28 })).rejects.toMatchObject({
      code: 'price_changed',
      details: { lines: [{ variant_id: milk.id, name: 'Milk', price: 29, stock: 10 }] },
    });
  });

  it('refuses a total that its lines do not have', async () => {
    await expect(sell({ lines: [ofMilk()], total: 27 })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('sells what the stock does not have only if the shop says so, and records the raised stock', async () => {
    await expect(sell({ lines: [ofMilk(12)], total: 336 })).rejects.toMatchObject({
      code: 'out_of_stock',
      details: { lines: [{ variant_id: milk.id, stock: 10 }] },
    });
    await sell({ lines: [ofMilk(12)], total: 336, sells_anyway: true });
    expect(await stockOf(milk)).toBe(0);
    expect(await activityOf()).toMatchObject([
      { action: 'stock.changed', subject: 'Milk', before: { stock: 10 }, after: { stock: 12 } },
    ]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('records another price and a discount, which lowers its lines in proportion', async () => {
    const lines = [
      { ...ofMilk(), charged: 25 },
      { variant_id: rice.id, quantity: 1, price: 60 },
    ];
    const order = await sell({ lines, discount: 10, total: 75 });
    expect(order.items.map(({ pricePaise, amountPaise }) => [pricePaise, amountPaise])).toEqual([
      [2_500, 2_206],
      [6_000, 5_294],
    ]);
    expect(await activityOf()).toMatchObject([
      { action: 'sale.price_changed', before: { price: 28 }, after: { price: 25 } },
      { action: 'sale.discounted', before: { total: 85 }, after: { total: 75 } },
    ]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is not sold above the printed maximum price', async () => {
    await expect(sell({ lines: [{ ...ofMilk(), charged: 31 }], total: 31 })).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('costs by its weight what is sold by weight', async () => {
    const order = await sell({ lines: [{ variant_id: rice.id, quantity: 2, grams: 1_250, price: 60 }], total: 75 });
    expect(order.items[0]).toMatchObject({ amountPaise: 7_500, packedGrams: 1_250 });
    expect(await stockOf(rice)).toBe(18);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is recorded as it was made without a connection, whatever price and stock are now', async () => {
    await database().knex('variants').where({ id: milk.id }).update({ pricePaise: 2_900 });
    const soldAt = new Date(Date.now() - 3_600_000);
    const order = await sell({ lines: [ofMilk(12)], total: 336, sold_at: soldAt.toISOString() });
    expect(order).toMatchObject({ totalPaise: 33_600, createdAt: soldAt });
    expect(await stockOf(milk)).toBe(0);
    const repeated = { lines: [ofMilk(12)], total: 336 };
    expect((await sell(repeated, `sale-${sales}`)).id).toBe(order.id);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is dated by its age, not by the clock of its device', async () => {
    const order = await sell({ lines: [ofMilk()], total: 28, age_ms: 3_600_000, sold_at: '2031-01-01T00:00:00Z' });
    const age = Date.now() - order.createdAt.getTime();
    expect(age).toBeGreaterThanOrEqual(3_600_000);
    expect(age).toBeLessThan(3_660_000);
    expect(await activityOf()).toEqual([]);
  });

  const DAY_MS = 86_400_000;

  it.each([
    ['is too long ago', { age_ms: 8 * DAY_MS }],
    ['is in the future', { age_ms: -3_600_000 }],
    ['is too long ago for an older app', { sold_at: '2020-02-03T04:05:00Z' }],
    ['cannot be', { age_ms: Number.MAX_SAFE_INTEGER }],
  ])('is recorded now and named for a check when it was paid without a connection and its time %s', async (_, time) => {
    const before = Date.now();
    const order = await sell({ lines: [ofMilk()], total: 28, ...time });
    expect(order.createdAt.getTime()).toBeGreaterThanOrEqual(before - 60_000);
    expect(await activityOf()).toMatchObject([
      {
        action: 'sale.to_check',
        subject: order.orderNumber,
        after: { dated: expect.stringMatching(/^\d+-\d\d-\d\d /) },
      },
    ]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is recorded without a connection whatever would refuse it with one, and named for a check', async () => {
    await database().knex('variants').where({ id: milk.id }).update({ pricePaise: 2_600, mrpPaise: 2_700 });
    // A kilo of rice was sold as 1,250 g of a unit that has another weight since.
    const unit = await database().knex('variants').where({ id: rice.id }).first('unitId');
    await database().knex('variants').where({ id: rice.id }).update({ unitId: null });
    const lines = [ofMilk(), { variant_id: rice.id, quantity: 2, grams: 1_250, price: 60 }];
    const suspended = { ...by, shopSuspendedFor: 'Licence' };
    const body = { lines, total: 103, payment_method: 'cod' as const };
    await expect(sellAtCounter({ shopId: shop.id, by: suspended, body, key: undefined })).rejects.toMatchObject({
      code: 'shop_suspended',
    });
    const late = { ...body, age_ms: 60_000, sold_by: 'Raju' };
    const order = await sellAtCounter({ shopId: shop.id, by: suspended, body: late, key: undefined });
    expect(order).toMatchObject({ totalPaise: 10_300, items: [{ amountPaise: 2_800 }, { amountPaise: 7_500 }] });
    expect(await activityOf()).toMatchObject([
      { action: 'sale.price_changed', before: { price: 26 }, after: { price: 28 } },
      { action: 'sale.to_check', after: { above_mrp: 'Milk 28', total: 103, sold_by: 'Raju', suspended: true } },
    ]);
    const { entries } = await readOrderTimeline({ orderId: order.id, by });
    expect(entries.map(({ kind }) => kind)).toEqual(['status', 'to_check']);
    await database().knex('variants').where({ id: rice.id }).update(unit);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is cash of the day with who sold it, unless it was paid by UPI', async () => {
    await sell({ lines: [ofMilk()], total: 28 });
    await sell({ lines: [ofMilk(2)], total: 56, payment_method: 'upi' });
    expect(await readCashReport({ by, shopId: shop.id })).toMatchObject({
      ordered: { paise: 8_400 },
      received: { paise: 8_400, cash: { orders: 1, paise: 2_800 }, upi: { orders: 1, paise: 5_600 } },
      cash: [{ by: expect.any(String), paise: 2_800 }],
    });
  });

  it('is paid in parts, each in the sums of its method', async () => {
    const payments = [
      { method: 'upi', amount: 30 },
      { method: 'cod', amount: 20.5 },
      { method: 'card', amount: 5.5 },
    ] satisfies CounterSaleBody['payments'];
    const order = await sell({ lines: [ofMilk(2)], total: 56, payment_method: 'split', payments });
    await sell({ lines: [ofMilk()], total: 28, payment_method: 'card' });
    expect(order).toMatchObject({
      paymentMethod: 'split',
      payments: [
        { method: 'cod', amountPaise: 2_050 },
        { method: 'upi', amountPaise: 3_000 },
        { method: 'card', amountPaise: 550 },
      ],
    });
    expect(await readInvoice({ orderId: order.id, by })).toMatchObject({ payments: order.payments });
    expect(await readCashReport({ by, shopId: shop.id })).toMatchObject({
      ordered: { orders: 2, paise: 8_400 },
      received: {
        orders: 2,
        paise: 8_400,
        cash: { orders: 1, paise: 2_050 },
        upi: { orders: 1, paise: 3_000 },
        card: { orders: 2, paise: 3_350 },
      },
      people: [{ receivedPaise: 2_050 }],
      cash: [{ paise: 2_050 }],
    });
    expect(await text((await exportOrders({ by, shopId: shop.id, period: 'today' })).csv)).toContain(
      'cash 20.50 + upi 30.00 + card 5.50',
    );
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is refused with parts that are not its total, and is recorded with any that are', async () => {
    const inParts = (payments: CounterSaleBody['payments']) => ({
      lines: [ofMilk()],
      total: 28,
      payment_method: 'split' as const,
      ...(payments && { payments }),
    });
    const [cash, upi] = [{ method: 'cod', amount: 20 } as const, { method: 'upi', amount: 9 } as const];
    const refused = [
      [undefined, 'must have at least two parts'],
      [[{ ...cash, amount: 28 }], 'must have at least two parts'],
      [[cash, { ...cash, amount: 8 }], 'must have each payment method once'],
      [
        [
          { ...cash, amount: 28 },
          { ...upi, amount: 0 },
        ],
        'must have no part of 0 rupees',
      ],
      [[cash, upi], 'must add up to ₹28.00, not to ₹29.00'],
    ] as const;
    for (const [payments, reason] of refused)
      await expect(sell(inParts(payments && [...payments]))).rejects.toMatchObject({
        code: 'invalid_input',
        message: expect.stringContaining(reason),
      });
    const notSplit = sell({ ...inParts([cash, { ...upi, amount: 8 }]), payment_method: 'cod' });
    await expect(notSplit).rejects.toMatchObject({ code: 'invalid_input' });
    const later = { ...inParts([cash, { ...upi, amount: 8 }]), age_ms: 60_000 };
    expect((await sell(later)).payments).toHaveLength(2);
  });

  it('can be refunded, without a customer to notify', async () => {
    const { id: orderId } = await sell({ lines: [ofMilk(2)], total: 56 });
    const order = await refundOrder({ orderId, amountPaise: 2_800, text: 'One was sour', by, key: undefined });
    expect(order).toMatchObject({ refundedPaise: 2_800, refundableCashPaise: 2_800 });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is refunded as it was paid', async () => {
    const inCash = await sell({ lines: [ofMilk(2)], total: 56 });
    const byUpi = await sell({ lines: [ofMilk(3)], total: 84, payment_method: 'upi' });
    for (const { id: orderId } of [inCash, byUpi])
      await refundOrder({ orderId, amountPaise: 2_800, text: 'One was sour', by, key: undefined });
    const report = await readCashReport({ by, shopId: shop.id });
    expect(report.refunded).toMatchObject({ paise: 5_600, cash: { paise: 2_800 }, upi: { paise: 2_800 } });
    expect(report.people).toMatchObject([{ receivedPaise: 5_600, refundedPaise: 2_800 }]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is not for another shop', async () => {
    const other = await createShop();
    const body: CounterSaleBody = { lines: [ofMilk()], total: 28, payment_method: 'cod' };
    await expect(sellAtCounter({ shopId: other.id, by, body, key: undefined })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('the items of the counter', () => {
  it('are those of the shop with what they are sold by, the most sold until yesterday first', async () => {
    const { id } = await sell({ lines: [{ variant_id: rice.id, quantity: 1, price: 60 }], total: 60 });
    await database()
      .knex('orders')
      .where({ id })
      .update({ createdAt: new Date(Date.now() - 86_400_000) });
    // Counting today's sales would move the tiles while the seller taps.
    for (let sold = 0; sold < 2; sold++) await sell({ lines: [ofMilk()], total: 28 });
    expect(await listCounterItems({ by, shopId: shop.id })).toMatchObject([
      { variant_id: rice.id, name: 'Rice', unit: '1 kg', price: 60, mrp: null, stock: 19 },
      { variant_id: milk.id, name: 'Milk', unit: '500 ml', price: 28, mrp: 30, stock: 8 },
    ]);
  });

  it('are not for another shop', async () => {
    const other = await createShop();
    await expect(listCounterItems({ by, shopId: other.id })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('a sale that comes back', () => {
  type Options = { toStock?: boolean; key?: string; paidBy?: CounterMethod };
  const takeBack = (order: OrderRecord, quantities: number[], options: Options = {}) => {
    const lines = order.items.map(({ id: itemId }, nr) => ({ itemId, quantity: quantities[nr] ?? 0 }));
    const { toStock = true, key, paidBy } = options;
    return returnCounterSale({
      orderId: order.id,
      lines: lines.filter(({ quantity }) => quantity > 0),
      toStock,
      paidBy,
      by,
      key,
    });
  };

  it('pays out what its items cost, part by part to the paisa, and takes them into the stock', async () => {
    const order = await sell({ lines: [ofMilk(3)], discount: 1, total: 83 });
    expect((await takeBack(order, [1])).refundedPaise).toBe(2_766);
    expect((await takeBack(order, [2])).refundedPaise).toBe(8_300);
    expect(await stockOf(milk)).toBe(10);
    await expect(takeBack(order, [1])).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await activityOf()).toMatchObject([
      { action: 'sale.discounted' },
      { action: 'sale.returned', after: { total: 27.66, quantity: 1 } },
      { action: 'sale.returned', after: { total: 55.34, quantity: 2 } },
    ]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is paid back as it was paid, or as the shop says, and counts as that', async () => {
    const byUpi = await sell({ lines: [ofMilk(3)], total: 84, payment_method: 'upi' });
    expect((await takeBack(byUpi, [1])).items[0]?.returned).toBe(1);
    await takeBack(byUpi, [1], { paidBy: 'cod' });
    const inCash = await sell({ lines: [ofMilk(2)], total: 56 });
    expect(inCash.items[0]?.returned).toBeNull();
    await takeBack(inCash, [1]);
    await takeBack(inCash, [1], { paidBy: 'upi' });
    const report = await readCashReport({ by, shopId: shop.id });
    expect(report.received).toMatchObject({ cash: { paise: 5_600 }, upi: { paise: 8_400 } });
    expect(report.refunded).toMatchObject({ paise: 11_200, cash: { paise: 5_600 }, upi: { paise: 5_600 } });
    expect(report.payouts.map(({ paise }) => paise)).toEqual([2_800, 2_800]);
    expect(report.people).toMatchObject([{ receivedPaise: 5_600, refundedPaise: 5_600 }]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('goes back by card first and in cash last where its payment was split', async () => {
    const payments = [
      { method: 'cod', amount: 50 },
      { method: 'upi', amount: 20 },
      { method: 'card', amount: 14 },
    ] satisfies CounterSaleBody['payments'];
    const order = await sell({ lines: [ofMilk(3)], total: 84, payment_method: 'split', payments });
    const refunds = async () =>
      (await readInvoice({ orderId: order.id, by })).refunds.map(({ by: method, amountPaise }) => [
        method,
        amountPaise,
      ]);
    await takeBack(order, [1]);
    expect(await refunds()).toEqual([
      ['card', 1_400],
      ['upi', 1_400],
    ]);
    await takeBack(order, [1], { paidBy: 'cod' });
    await takeBack(order, [1]);
    expect((await refunds()).slice(2)).toEqual([
      ['cash', 2_800],
      ['upi', 600],
      ['cash', 2_200],
    ]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is taken back once where several people do it at the same time', async () => {
    const order = await sell({ lines: [ofMilk(2)], total: 56 });
    const attempts = await Promise.allSettled(
      ['a', 'b', 'c'].map((key) => takeBack(order, [2], { key: `${key}${order.id}` })),
    );
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await stockOf(milk)).toBe(10);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is taken back once for a repeated request, and leaves the stock alone when it cannot be sold again', async () => {
    const order = await sell({ lines: [ofMilk(2)], total: 56 });
    for (const key of Array.from({ length: 2 }, () => `return-${order.id}`)) {
      await takeBack(order, [1], { toStock: false, key });
    }
    expect(await stockOf(milk)).toBe(8);
    expect((await takeBack(order, [1])).refundedPaise).toBe(5_600);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('is not found by another shop', async () => {
    const order = await sell({ lines: [ofMilk()], total: 28 });
    const other = { ...by, shopId: (await createShop()).id };
    const lines = [{ itemId: order.items[0]!.id, quantity: 1 }];
    await expect(
      returnCounterSale({ orderId: order.id, lines, toStock: true, by: other, key: undefined }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('the search for a sale', () => {
  const find = async (query: { search?: string; day?: string; limit?: number; after?: number }) =>
    (await listCounterSales({ by, shopId: shop.id, ...query })).map(({ id }) => id);

  it('finds it by receipt number, amount, item and day, the latest first', async () => {
    const first = await sell({ lines: [ofMilk(2)], total: 56, provisional_number: 'P-1A2B3' });
    const second = await sell({ lines: [{ variant_id: rice.id, quantity: 1, price: 60 }], total: 60 });
    const yesterday = new Date(Date.now() - 86_400_000);
    await database().knex('orders').where({ id: second.id }).update({ createdAt: yesterday });
    await database().knex('products').where({ id: milk.productId }).update({ hindiName: 'दूध' });

    expect(await find({})).toEqual([second.id, first.id]);
    expect(await find({ limit: 1 })).toEqual([second.id]);
    expect(await find({ after: second.id })).toEqual([first.id]);
    expect(await find({ search: first.orderNumber.toLowerCase() })).toEqual([first.id]);
    expect(await find({ search: 'p-1a2' })).toEqual([first.id]);
    expect(await find({ search: '₹ 56.00' })).toEqual([first.id]);
    expect(await find({ search: 'rIC' })).toEqual([second.id]);
    expect(await find({ search: 'दूध' })).toEqual([first.id]);
    expect(await find({ search: '%' })).toEqual([]);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(yesterday);
    expect(await find({ day })).toEqual([second.id]);
    expect(await find({ day, search: 'milk' })).toEqual([]);
  });

  it('shows what came back already', async () => {
    const { id: orderId, items } = await sell({ lines: [ofMilk(3)], total: 84 });
    const lines = [{ itemId: items[0]!.id, quantity: 1 }];
    await returnCounterSale({ orderId, lines, toStock: true, by, key: undefined });
    const [sale] = await listCounterSales({ by, shopId: shop.id });
    expect(sale).toMatchObject({ refundedPaise: 2_800, items: [{ quantity: 3, returned: 1 }] });
  });

  it('has neither sales that are too old to come back nor those of another shop', async () => {
    const { id } = await sell({ lines: [ofMilk()], total: 28 });
    expect(await find({})).toEqual([id]);
    const old = new Date(Date.now() - 31 * 86_400_000);
    await database().knex('orders').where({ id }).update({ createdAt: old });
    expect(await find({})).toEqual([]);
    const other = await createShop();
    await expect(listCounterSales({ by, shopId: other.id })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
