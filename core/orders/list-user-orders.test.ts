import { ORDER_GROUPS } from '@haat/contract/orders/order-list';
import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { PAYMENT_STATUSES } from '@haat/contract/payments/payment';
import { orderGroup } from '@haat/machines/orders/order-group';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { queryPlan } from '../test/query-plan.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { advanceOrderStatus } from './life/advance-order-status.ts';
import {
  LIST_ORDERED_NAMES,
  LIST_USER_ORDERS,
  listOrderedShops,
  listUserOrders,
  SEARCH_USER_ORDERS,
} from './list-user-orders.ts';
import { placeOrder } from './place/place-order.ts';

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
    actorId: vendor.id,
    sessionId: '00000000-0000-0000-0000-000000000000',
    email: vendor.email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor',
    isPlatformAdmin: false,
  };
  ids = [];
  for (let quantity = 1; quantity <= 5; quantity += 1) ids.unshift(await place(customer, shop, { quantity }));
});
afterAll(stopServices);

async function place(user: User, at: Shop, { quantity = 1, name = 'Curd' } = {}): Promise<number> {
  const { variants } = await createProduct({ shop: at, name, variants: [{ unit: '500 ml' }, { unit: '1 L' }] });
  const body = orderBody(variants.map((variant) => ({ variant, quantity })));
  return (await placeOrder({ userId: user.id, body })).id;
}

const idsOf = (orders: { id: number }[]) => orders.map(({ id }) => id);

describe("a customer's orders", () => {
  it('are listed from all shops, newest first, with items and status changes', async () => {
    const [someone, elsewhere] = [await createUser(), await createShop()];
    const there = await place(someone, elsewhere, { quantity: 2 });
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
    expect(oldest?.steps).toEqual([
      { status: 'Accepted', actor: 'shop', at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    ]);
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

  it('take one statement, and are 50 per page by default, 200 at most', async () => {
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
      expect(await listUserOrders({ userId: many.id })).toHaveLength(50);
      expect(await listUserOrders({ userId: many.id, limit: 999 })).toHaveLength(200);
    });
    expect(statements).toBe(2);
  });
});

describe('a filter', () => {
  let someone: User;
  let bakery: Shop;
  let dairy: Shop;
  let orders: Record<'bread' | 'buns' | 'milk' | 'ghee', number>;
  type Filter = Omit<Parameters<typeof listUserOrders>[0], 'userId'>;
  const idsFor = async (filter: Filter) => idsOf(await listUserOrders({ userId: someone.id, ...filter }));
  const set = (id: number, fields: Record<string, unknown>) => database().knex('orders').where({ id }).update(fields);

  beforeAll(async () => {
    someone = await createUser();
    [bakery, dairy] = [await createShop({ name: 'Bakery' }), await createShop({ name: 'a dairy' })];
    const bread = await place(someone, bakery, { name: 'Pão de queijo, brown bread' });
    const buns = await place(someone, bakery, { name: 'Buns' });
    const milk = await place(someone, dairy, { name: 'Nandini Milk, toned' });
    const ghee = await place(someone, dairy, { name: 'Ghee' });
    orders = { bread, buns, milk, ghee };
    await set(bread, { status: 'Delivered', createdAt: new Date(Date.now() - 100 * 24 * 3600_000) });
    await set(buns, { paymentMethod: 'online', paymentStatus: 'refunded' });
    await set(milk, { paymentMethod: 'online', paymentStatus: 'awaiting' });
  });

  it('by group finds the running orders, also unpaid ones, and the past ones', async () => {
    const { bread, buns, milk, ghee } = orders;
    expect(await idsFor({ group: 'running' })).toEqual([ghee, milk]);
    expect(await idsFor({ group: 'delivered' })).toEqual([bread]);
    expect(await idsFor({ group: 'not_completed' })).toEqual([buns]);
    expect(await idsFor({ group: 'past' })).toEqual([buns, bread]);
    expect(await idsFor({ group: 'past', limit: 1 })).toEqual([buns]);
    expect(await idsFor({ group: 'past', limit: 1, after: buns })).toEqual([bread]);
  });

  it('by shop and by period finds those alone', async () => {
    const { bread, buns, milk, ghee } = orders;
    expect(await idsFor({ shop: bakery.slug })).toEqual([buns, bread]);
    expect(await idsFor({ shop: 'no-such-shop' })).toEqual([]);
    expect(await idsFor({ period: '30-days' })).toEqual([ghee, milk, buns]);
    expect(await idsFor({ period: '3-months' })).toEqual([ghee, milk, buns]);
    expect(await idsFor({ period: '1-year' })).toEqual([ghee, milk, buns, bread]);
    expect(await idsFor({ shop: bakery.slug, period: '30-days', group: 'past' })).toEqual([buns]);
  });

  it.each([
    ['milk', ['milk']],
    ['MIL nand', ['milk']],
    ['nandini curd', []],
    ['doodh', ['milk']],
    ['दूध', ['milk']],
    ['pao', ['bread']],
    ['bread', ['bread']],
    ['bun', ['buns']],
    ['oned', []],
    ['%', []],
    ['_', []],
    ["' OR true --", []],
    ['*', []],
  ] as const)('by the product name %j finds %j', async (search, found) => {
    expect(await idsFor({ search })).toEqual(found.map((name) => orders[name]));
  });

  it('by number finds the order, and none of another customer', async () => {
    const [order] = await listUserOrders({ userId: someone.id, limit: 1 });
    const number = order?.orderNumber ?? '';
    for (const search of [number, number.toLowerCase(), number.replace(/^H0*/, ''), `#${number}`]) {
      expect(await idsFor({ search })).toContain(orders.ghee);
    }
    expect(await idsFor({ search: number, shop: bakery.slug })).toEqual([]);
    expect(await idsFor({ search: `H${String(ids[0]).padStart(6, '0')}` })).toEqual([]);
  });

  it('offers the shops that the customer has ordered from, by name', async () => {
    const shops = await listOrderedShops(someone.id);
    expect(shops).toEqual([
      { id: dairy.id, slug: dairy.slug, name: 'a dairy' },
      { id: bakery.id, slug: bakery.slug, name: 'Bakery' },
    ]);
    expect(await listOrderedShops((await createUser()).id)).toEqual([]);
  });

  it('by group agrees with the machines in every status, paid in every way', async () => {
    const each = await createUser();
    const rows = ORDER_STATUSES.flatMap((status) =>
      PAYMENT_STATUSES.filter((payment) => payment !== 'expired').map((payment) => ({
        userId: each.id,
        shopId: shop.id,
        status,
        paymentStatus: payment,
        paymentMethod: ['due', 'collected', 'cancelled'].includes(payment) ? 'cod' : 'online',
        collectedAt: payment === 'collected' ? new Date() : null,
        takeaway: true,
        totalPaise: 100,
        minOrderPaise: 0,
        customerName: 'Each',
      })),
    );
    await database().knex('orders').insert(rows);
    for (const group of ORDER_GROUPS) {
      const found = await listUserOrders({ userId: each.id, group });
      const ofGroup = rows.filter((row) => orderGroup(toView(row)) === group);
      expect(found.map(toKey).toSorted()).toEqual(ofGroup.map(toKey).toSorted());
      expect(found.length).toBeGreaterThan(0);
    }
  });

  type Statuses = Pick<Awaited<ReturnType<typeof listUserOrders>>[number], 'status' | 'paymentStatus'>;
  const toView = ({ status, paymentStatus }: Statuses) => ({ order_status: status, payment_status: paymentStatus });
  const toKey = ({ status, paymentStatus }: Statuses) => `${status} ${paymentStatus}`;
});

describe('a customer with 500 orders among 50,000', () => {
  const ORDERS = 50_000;
  const OWN = 500;
  let many: User;
  let kirana: Shop;

  beforeAll(async () => {
    [many, kirana] = [await createUser(), await createShop()];
    const others = await Promise.all(Array.from({ length: 20 }, () => createUser()));
    const shops = [kirana, await createShop(), await createShop()];
    const { pool } = database();
    await pool.query(
      `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, status,
         created_at)
       SELECT CASE WHEN n % $5 = 0 THEN $1 ELSE ($2::bigint[])[1 + n % 20] END, ($3::bigint[])[1 + n % 3], 'cod', true, 100,
         0, 'Many', CASE WHEN n > $4 - 250 THEN 'Pending' ELSE 'Delivered' END, now() - ($4 - n) * interval '3 minutes'
       FROM generate_series(1, $4) n`,
      [many.id, others.map(({ id }) => id), shops.map(({ id }) => id), ORDERS, ORDERS / OWN],
    );
    const { variants } = await createProduct({
      shop: kirana,
      name: 'Rice',
      variants: [{ unit: '1 kg' }, { unit: '2 kg' }, { unit: '5 kg' }],
    });
    await pool.query(
      `INSERT INTO order_items (order_id, variant_id, product_id, name, unit_price_paise, quantity)
       SELECT o.id, v.id, v.product_id, 'Product number ' || (o.id / 100 + v.id) % 300, 100, 1
       FROM orders o, variants v WHERE v.id = ANY ($1::bigint[]) AND o.customer_name = 'Many'`,
      [variants.map(({ id }) => id)],
    );
    await vi.waitFor(expectVacuumed, { timeout: 30_000, interval: 200 });
  }, 120_000);

  /** Pages are not all-visible while another session may see older rows. */
  const expectVacuumed = async () => {
    const { pool } = database();
    await pool.query('VACUUM ANALYZE orders, order_items');
    const { rows } = await pool.query<{ share: number }>(
      `SELECT relallvisible::float8 / relpages AS share FROM pg_class WHERE relname = 'orders'`,
    );
    expect(rows[0]?.share).toBeGreaterThan(0.95);
  };

  it('finds every page in the index of their orders, and reads no others', async () => {
    const page = { userId: many.id, before: null, limit: 20, groups: null, shop: null, since: null };
    const found = { names: ['Product number 7'], digits: '%12%' };
    const plans = {
      all: await queryPlan(LIST_USER_ORDERS, page),
      filtered: await queryPlan(LIST_USER_ORDERS, {
        ...page,
        groups: ['running'],
        shop: kirana.slug,
        since: '30 days',
      }),
      search: await queryPlan(SEARCH_USER_ORDERS, { ...page, ...found }),
      names: await queryPlan(LIST_ORDERED_NAMES, { userId: many.id }),
    };
    for (const plan of Object.values(plans)) {
      expect(plan).toMatch(/Index Only Scan using orders_of_user/);
      expect(plan).not.toMatch(/Seq Scan on (orders|order_items|order_events)|hashed SubPlan/);
    }
  });

  it('finds the orders with a product among them', async () => {
    expect(await listUserOrders({ userId: many.id, limit: 20, search: 'number 17' })).toHaveLength(20);
  });
});

/** The number of statements that the pool sends during the call. */
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
