import { text } from 'node:stream/consumers';
import type { ReportGroup } from '@haat/contract/money/report-period';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bind, connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import { createCategory, createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { sellAtCounter } from '../orders/place/sell-at-counter.ts';
import { exportOrders } from './export-orders.ts';
import { MONEY_DAYS } from './money-days.sql.ts';
import { exportMoneyReport, readMoneyReport, REPORT_ROWS } from './money-report.ts';

let shop: Shop;
let by: Session;
let customerId: number;
beforeAll(() => void connectDatabase());
beforeEach(async () => {
  shop = await createShop();
  customerId = (await createUser({ name: '=HYPERLINK("x")' })).id;
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

let keys = 0;

/** An order of 120 rupees by a customer that was delivered, and a sale of 56 over the counter. */
async function sellSome(): Promise<void> {
  const categoryId = await createCategory({ name: 'Test staples', child: 'Test rice' });
  const rice = await createProduct({ shop, name: '=Rice', categoryId, variants: [{ pricePaise: 6_000 }] });
  const milk = await createProduct({ shop, name: 'Milk', variants: [{ pricePaise: 2_800 }] });
  const body = orderBody([{ variant: rice.variants[0]!, quantity: 2 }]);
  const { id: orderId } = await placeOrder({ userId: customerId, body, idempotencyKey: `report-order-${(keys += 1)}` });
  for (const to of ['Accepted', 'Ready', 'Delivered'] as const) await advanceOrderStatus({ orderId, to, by });
  const lines = [{ variant_id: milk.variants[0]!.id, quantity: 2, price: 28 }];
  const sale = { lines, total: 56, payment_method: 'upi' as const };
  await sellAtCounter({ shopId: shop.id, by, body: sale, key: undefined });
}

const report = (group: ReportGroup) => readMoneyReport({ by, shopId: shop.id, period: '7days', group });

describe('a report', () => {
  it.each<[ReportGroup, unknown[]]>([
    [
      'product',
      [
        { name: '=Rice', items: 2, orderedPaise: 12_000 },
        { name: 'Milk', items: 2, orderedPaise: 5_600 },
      ],
    ],
    [
      'category',
      [
        { name: 'Test staples › Test rice', items: 2 },
        { key: '', name: '', items: 2 },
      ],
    ],
    [
      'payment',
      [
        { key: 'cash', receivedPaise: 12_000 },
        { key: 'upi', receivedPaise: 5_600 },
      ],
    ],
    [
      'channel',
      [
        { key: 'online', orderedPaise: 12_000 },
        { key: 'counter', orderedPaise: 5_600 },
      ],
    ],
    ['person', [{ name: 'Test Vendor', orders: 2, orderedPaise: null, receivedPaise: 17_600 }]],
  ])('by %s has what was ordered and received', async (group, rows) => {
    await sellSome();
    const found = await report(group);
    expect(found.rows).toMatchObject(rows);
    expect(found).toMatchObject({
      total: { orders: 2, orderedPaise: 17_600, receivedPaise: 17_600 },
      rowCount: rows.length,
    });
    expect(found.days).toHaveLength(7);
  });

  it('is a file with a total, in which no cell is executed', async () => {
    await sellSome();
    const days = { from: '2026-01-01', to: '2026-12-31' };
    const { csv, fileName } = await exportMoneyReport({ by, shopId: shop.id, ...days, group: 'product' });
    expect(fileName).toBe(`${shop.slug}-product-2026-01-01-2026-12-31.csv`);
    expect((await text(csv)).split('\r\n')).toEqual([
      'product,orders,items,ordered',
      "'=Rice,1,2,120.00",
      'Milk,1,2,56.00',
      'total,2,4,176.00',
      '',
    ]);
  });

  it('comes with the orders of its days as a file', async () => {
    await sellSome();
    const lines = (await text((await exportOrders({ by, shopId: shop.id, period: 'today' })).csv)).split('\r\n');
    expect(lines[1]).toMatch(
      /^H\d+,\d{4}-\d\d-\d\d,\d\d:\d\d,Delivered,takeaway,cash,collected,"'=HYPERLINK\(""x""\)",2,120\.00,120\.00,0\.00$/,
    );
    expect(lines[2]).toMatch(/,Delivered,counter,upi,collected,[^,]+,2,56\.00,56\.00,0\.00$/);
    expect(lines).toHaveLength(4);
  });

  it('exports every order once, page by page', async () => {
    await insertMany(2_500, '2026-11-20T00:00:00Z');
    const exported = await exportOrders({ by, shopId: shop.id, from: '2026-01-01', to: '2026-11-21' });
    const numbers = (await text(exported.csv))
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0]);
    expect([numbers.length, new Set(numbers).size]).toEqual([2_500, 2_500]);
  });

  it('is not for other shops', async () => {
    const other = await createShop();
    const request = { by, shopId: other.id, period: 'today' } as const;
    await expect(readMoneyReport({ ...request, group: 'day' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(exportOrders(request)).rejects.toMatchObject({ code: 'forbidden' });
  });
});

/** Orders that were delivered, one each hour before a time. */
async function insertMany(count: number, before: string): Promise<void> {
  await database().pool.query(
    `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, created_at,
      status, payment_status, collected_at)
     SELECT $1, $2, 'cod', true, 100, 0, 'Many', at, 'Delivered', 'collected', at
     FROM (SELECT $3::timestamptz - n * interval '1 hour' AS at FROM generate_series(1, $4::int) n) times`,
    [customerId, shop.id, before, count],
  );
}

const statements: Record<string, () => ReturnType<typeof bind>> = {
  days: () => bind(MONEY_DAYS, { ...PERIOD, shopId: shop.id }),
  products: () => bind(REPORT_ROWS.product, { ...PERIOD, shopId: shop.id }),
  categories: () => bind(REPORT_ROWS.category, { ...PERIOD, shopId: shop.id }),
  payments: () => bind(REPORT_ROWS.payment, { ...PERIOD, shopId: shop.id }),
  people: () => bind(REPORT_ROWS.person, { ...PERIOD, shopId: shop.id }),
  channels: () => bind(REPORT_ROWS.channel, { ...PERIOD, shopId: shop.id }),
};

it.each(Object.entries(statements))('reads only what the period has for %s', async (_, getStatement) => {
  await insertMany(5_000, '2026-11-20T18:30:00Z');
  const { rows: variants } = await database().pool.query<{ id: number; productId: number }>(
    'SELECT id, product_id AS "productId" FROM variants WHERE id = $1',
    [(await createProduct({ shop })).variants[0]!.id],
  );
  await database().pool.query(
    `INSERT INTO order_items (order_id, variant_id, product_id, name, unit_price_paise, quantity)
     SELECT id, $2, $3, 'Test', 100, 1 FROM orders WHERE shop_id = $1`,
    [shop.id, variants[0]!.id, variants[0]!.productId],
  );
  await database().pool.query('ANALYZE orders, order_items');
  const { text: statement, values } = getStatement();
  const explain = `EXPLAIN (ANALYZE) ${statement}`;
  const { rows } = await database().pool.query<{ 'QUERY PLAN': string }>(explain, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/orders_(?:by_time|collected).*actual.*rows=720(?:\.00)?\b/);
  expect(plan).not.toMatch(/Seq Scan on (orders|order_events|cash_payouts)\b/);
});

const PERIOD = {
  begins: new Date('2026-10-21T18:30:00Z'),
  ends: new Date('2026-11-20T18:30:00Z'),
  timeZone: 'Asia/Kolkata',
  from: '2026-10-22',
  to: '2026-11-20',
};
