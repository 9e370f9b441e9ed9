import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { listShopOrders, shopOrdersSql } from '../orders/list-orders.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import type { Session } from '../accounts/session.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import { bind, connectDatabase, database } from './database.ts';
import type { Variant } from './catalog.models.ts';

const PARTITION = readFileSync(new URL('../../docs/partition-orders.sql', import.meta.url), 'utf8');
const PAST = 6;

let by: Session;
let customer: { id: number };
let variant: Variant;
const place = async (quantity = 1): Promise<number> => {
  const { id } = await placeOrder({ userId: customer.id, body: orderBody([{ variant, quantity }]) });
  return id;
};
const inTable = async (table: 'orders' | 'orders_past' | 'order_items_past' | 'order_events_past'): Promise<number> =>
  Number((await database().knex(table).count({ many: '*' }))[0]?.many);

beforeAll(async () => {
  connectDatabase();
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const vendor = await createMember({ shop });
  customer = user;
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
  variant = (await createProduct({ shop, variants: [{ stock: 1_000 }] })).variants[0]!;
  for (let nth = 1; nth <= PAST; nth++) await place(nth);
  await advanceOrderStatus({ by, orderId: 1, to: 'Accepted' });
  await database().pool.query(PARTITION);
});
afterAll(stopServices);

describe('a database whose orders were split into partitions', () => {
  it('continues with the next number, in the next partition', async () => {
    expect(await place(PAST + 1)).toBe(PAST + 1);
    expect([await inTable('orders'), await inTable('orders_past')]).toEqual([PAST + 1, PAST]);
    expect(await inTable('order_items_past')).toBe(PAST);
  });

  it('moves orders of before and after', async () => {
    await advanceOrderStatus({ by, orderId: 1, to: 'Ready' });
    await advanceOrderStatus({ by, orderId: PAST + 1, to: 'Accepted' });
    // Accepted, with the promised time, and Ready.
    expect(await inTable('order_events_past')).toBe(3);
  });

  it('shows a board whose pages lie in both', async () => {
    const page = await listShopOrders({ by, shopId: by.shopId, limit: 3 });
    expect(page.map(({ id }) => id)).toEqual([7, 6, 5]);
    const next = await listShopOrders({ by, shopId: by.shopId, limit: 3, after: 5 });
    expect(next.map(({ id }) => id)).toEqual([4, 3, 2]);
  });

  it('adds up, and still points from each row to its order', async () => {
    expect(await brokenInvariants(database().pool)).toEqual([]);
    const orphan = database()
      .knex('stock_ledger')
      .insert({ variantId: variant.id, delta: -1, reason: 'sale', orderId: 99 });
    await expect(orphan).rejects.toThrow(/foreign key/);
  });

  it('reads the newest page from no more partitions than hold it', async () => {
    const newest = shopOrdersSql({ byStatus: false });
    const { text, values } = bind(newest, { shopId: by.shopId, before: null, limit: 1 });
    const client = await database().pool.connect();
    // Forces the index that the planner uses for many rows; it would sort so few.
    await client.query('BEGIN; SET LOCAL enable_sort = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, COSTS OFF) ${text}`, values);
    client.release(true);
    const plan = rows.map((row) => row['QUERY PLAN']);
    const page = plan.filter((line) => /Scan.* on orders_(from|past).* o(rders)?_\d/.test(line)).join('\n');
    expect(page).toMatch(/orders_past[^\n]*never executed/);
  });
});
