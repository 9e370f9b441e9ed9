import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shop.model.ts';
import type { User } from '../../db/user.model.ts';
import { createMember, createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import type { Session } from '../auth/session.ts';
import { advanceOrderStatus } from './advance-order-status.ts';
import { listShopOrders, listUserOrders } from './list-orders.ts';
import { placeOrder } from './place-order.ts';

let customer: User;
let shop: Shop;
let by: Session;
let ids: number[];
beforeAll(async () => {
  connectDatabase();
  [customer, shop] = await Promise.all([createUser(), createShop()]);
  const vendor = await createMember({ shop });
  by = {
    userId: vendor.id,
    sessionId: '00000000-0000-0000-0000-000000000000',
    email: vendor.email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor',
    isPlatformAdmin: false,
  };
  ids = [];
  for (let quantity = 1; quantity <= 5; quantity += 1) ids.unshift(await place(customer, shop, quantity));
});
afterAll(stopServices);

async function place(user: User, at: Shop, quantity = 1): Promise<number> {
  const { variants } = await createProduct({ shop: at, name: 'Curd', variants: [{ unit: '500 ml' }, { unit: '1 L' }] });
  const body = orderBody(variants.map((variant) => ({ variant, quantity })));
  return (await placeOrder({ userId: user.id, body })).id;
}

const idsOf = (orders: { id: number }[]) => orders.map(({ id }) => id);

describe("a customer's orders", () => {
  it('are listed from all shops, newest first, with items and status changes', async () => {
    const [someone, elsewhere] = [await createUser(), await createShop()];
    const there = await place(someone, elsewhere, 2);
    await advanceOrderStatus({ orderId: ids[4]!, to: 'Accepted', by });

    expect(idsOf(await listUserOrders({ userId: customer.id }))).toEqual(ids);
    expect(await listUserOrders({ userId: someone.id })).toMatchObject([
      {
        id: there,
        status: 'Pending',
        totalPaise: 20_000,
        takeaway: true,
        shop: { id: elsewhere.id, slug: elsewhere.slug, name: elsewhere.name },
        items: [
          { name: 'Curd', quantity: 2, pricePaise: 5_000, unit: '500 ml', size: null },
          { name: 'Curd', quantity: 2, unit: '1 L' },
        ],
        steps: [],
      },
    ]);
    const oldest = (await listUserOrders({ userId: customer.id })).at(-1);
    expect(oldest?.steps).toEqual([{ status: 'Accepted', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) }]);
  });

  it('identify each variant by its ids, even after the shop has deleted it', async () => {
    const [someone, elsewhere] = [await createUser(), await createShop({ phone: '9000000199' })];
    const id = await place(someone, elsewhere);
    await database().pool.query(
      'UPDATE variants SET deleted_at = now() WHERE id IN (SELECT variant_id FROM order_items WHERE order_id = $1)',
      [id],
    );
    const [order] = await listUserOrders({ userId: someone.id });
    expect(order?.shop.phone).toBe('9000000199');
    expect(order?.items).toMatchObject([
      { unit: '500 ml', unitId: expect.any(Number), sizeId: null, colorId: null },
      { unit: '1 L', unitId: expect.any(Number) },
    ]);
  });

  it('come in pages', async () => {
    const first = await listUserOrders({ userId: customer.id, limit: 2 });
    expect(idsOf(first)).toEqual(ids.slice(0, 2));
    const rest = await listUserOrders({ userId: customer.id, limit: 9, after: ids[1] });
    expect(idsOf(rest)).toEqual(ids.slice(2));
  });

  it('are empty for a user without orders', async () => {
    expect(await listUserOrders({ userId: (await createUser()).id })).toEqual([]);
  });

  it('take one statement, and are at most 200 per page', async () => {
    const many = await createUser();
    await database().pool.query(
      `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name)
       SELECT $1, $2, 'cod', true, 100, 0, 'Many' FROM generate_series(1, 250)`,
      [many.id, (await createShop()).id],
    );
    await database().pool.query(
      `WITH v AS (SELECT id, product_id FROM variants LIMIT 1)
       INSERT INTO order_items (order_id, variant_id, product_id, name, unit_price_paise, quantity)
       SELECT o.id, v.id, v.product_id, 'Curd', 100, 1 FROM orders o, v WHERE o.user_id = $1`,
      [many.id],
    );
    const statements = await countStatements(async () => {
      expect(await listUserOrders({ userId: many.id })).toHaveLength(200);
      expect(await listUserOrders({ userId: many.id, limit: 999 })).toHaveLength(200);
    });
    expect(statements).toBe(2);
  });
});

describe("a shop's orders", () => {
  it('are visible to its members and the platform operator', async () => {
    expect(idsOf(await listShopOrders({ by, shopId: shop.id }))).toEqual(ids);
    const operator = { ...by, role: undefined, shopId: 999_999, isPlatformAdmin: true };
    expect(idsOf(await listShopOrders({ by: operator, shopId: shop.id, limit: 1 }))).toEqual(ids.slice(0, 1));
  });

  it('are not visible to a customer of the shop, nor to members of another', async () => {
    const refused = { code: 'forbidden' };
    await expect(listShopOrders({ by: { ...by, role: undefined }, shopId: shop.id })).rejects.toMatchObject(refused);
    const other = await createShop();
    await expect(listShopOrders({ by: { ...by, shopId: other.id }, shopId: shop.id })).rejects.toMatchObject(refused);
  });

  it('exclude those that await their payment', async () => {
    const { knex } = database();
    await knex('orders').where({ id: ids[0]! }).update({ paymentMethod: 'online', paymentStatus: 'awaiting' });
    await knex('orders').where({ id: ids[1]! }).update({ paymentMethod: 'online', paymentStatus: 'expired' });
    expect(idsOf(await listShopOrders({ by, shopId: shop.id }))).toEqual(ids.slice(2));
  });
});

/** How many statements the pool sends meanwhile. */
async function countStatements(work: () => Promise<void>): Promise<number> {
  const { pool } = database();
  const query = pool.query.bind(pool);
  let count = 0;
  pool.query = ((...args: Parameters<typeof query>) => {
    count += 1;
    return query(...args);
  }) as typeof pool.query;
  try {
    await work();
  } finally {
    pool.query = query;
  }
  return count;
}
