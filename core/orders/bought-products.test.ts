import type { OrderStatus } from '@haat/contract/orders/order-status';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import type { Variant } from '../db/catalog.models.ts';
import { createProduct, createShop, createUser, type VariantFields } from '../test/factories.ts';
import { queryPlan } from '../test/query-plan.ts';
import { BOUGHT_ANYWHERE, BOUGHT_PRODUCTS, listBoughtProducts, listProductsBoughtAnywhere } from './bought-products.ts';

let shop: Shop;
let userId: number;
beforeAll(() => void connectDatabase());
afterAll(closeDatabase);
beforeEach(async () => {
  shop = await createShop();
  userId = (await createUser()).id;
});

async function product(name: string, variants: VariantFields[] = [{}], of = shop): Promise<Variant[]> {
  return (await createProduct({ shop: of, name, variants })).variants;
}

/** An order of one of each, delivered by default. */
async function order(variants: Variant[], how: { of?: Shop; status?: OrderStatus; by?: number } = {}) {
  const { of = shop, status = 'Delivered', by = userId } = how;
  const { pool } = database();
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, status)
     VALUES ($1, $2, 'cod', true, 100, 0, 'Test Customer', $3) RETURNING id`,
    [by, of.id, status],
  );
  for (const { id, productId } of variants)
    await pool.query(
      `INSERT INTO order_items (order_id, variant_id, product_id, name, unit_price_paise, quantity) VALUES ($1, $2, $3, 'x', 100, 1)`,
      [rows[0]?.id, id, productId],
    );
}

const bought = async () => (await listBoughtProducts({ userId, shopId: shop.id })).map(({ variantId }) => variantId);
const ids = (...variants: (Variant | undefined)[]) => variants.map((variant) => variant?.id);

it('lists what is in stock first, then what was bought most often, then the latest', async () => {
  const [milk] = await product('Milk');
  const [rice] = await product('Rice');
  const [ghee] = await product('Ghee');
  const [soap] = await product('Soap', [{ stock: 0 }]);
  if (!milk || !rice || !ghee || !soap) throw new Error('A variant is missing');
  await order([rice, soap]);
  await order([milk, soap]);
  await order([milk, soap]);
  await order([ghee]);
  expect(await bought()).toEqual(ids(milk, ghee, rice, soap));
});

it('offers of each product the variant in stock that was bought most often', async () => {
  const [small, large, huge] = await product('Rice', [{ unit: '1 kg' }, { unit: '5 kg' }, { unit: '25 kg', stock: 0 }]);
  if (!small || !large || !huge) throw new Error('A variant is missing');
  await order([small, huge]);
  await order([large, huge]);
  await order([large, huge]);
  expect(await bought()).toEqual(ids(large));
  await database().pool.query('UPDATE variants SET deleted_at = now() WHERE id = $1', [large.id]);
  expect(await bought()).toEqual(ids(small));
});

it('leaves out what is hidden or deleted, other shops, other customers, and orders that were not delivered', async () => {
  const [hidden] = await product('Hidden');
  const [deleted] = await product('Deleted');
  const [open] = await product('Open');
  const elsewhere = await createShop();
  const [other] = await product('Other', [{}], elsewhere);
  const [theirs] = await product('Theirs');
  if (!hidden || !deleted || !open || !other || !theirs) throw new Error('A variant is missing');
  await order([hidden, deleted]);
  await order([open], { status: 'Accepted' });
  await order([other], { of: elsewhere });
  await order([theirs], { by: (await createUser()).id });
  const { pool } = database();
  await pool.query('UPDATE products SET is_published = false WHERE id = $1', [hidden.productId]);
  await pool.query('UPDATE products SET deleted_at = now() WHERE id = $1', [deleted.productId]);
  expect(await bought()).toEqual([]);
});

it('lists over all shops what is in stock, with its shop', async () => {
  const elsewhere = await createShop({ name: 'Elsewhere' });
  const suspended = await createShop({ suspendedAt: new Date() });
  const [milk] = await product('Milk');
  const [soap] = await product('Soap', [{ stock: 0 }]);
  const [rice, sack] = await product('Rice', [{ unit: '1 kg' }, { unit: '25 kg' }], elsewhere);
  const [gone] = await product('Gone', [{}], suspended);
  if (!milk || !soap || !rice || !sack || !gone) throw new Error('A variant is missing');
  await order([milk, soap]);
  await order([gone], { of: suspended });
  await order([sack], { of: elsewhere });
  await order([sack], { of: elsewhere });
  const found = await listProductsBoughtAnywhere({ userId });
  expect(found).toMatchObject([
    { name: 'Rice', variantId: sack.id, variantCount: 2, unitName: '25 kg', shop: { id: elsewhere.id } },
    { name: 'Milk', variantId: milk.id, variantCount: 1, shop: { id: shop.id } },
  ]);
});

it('lists at most twelve', async () => {
  for (let nth = 0; nth < 13; nth += 1) await order(await product(`Product ${nth}`));
  expect(await bought()).toHaveLength(12);
});

it('reads by index the last 50 orders of the customer in the shop, among 50,000', async () => {
  const { pool } = database();
  await pool.query(
    `WITH customer AS (
       INSERT INTO users (email, name) SELECT 'buyer-' || n || '@haat.example', 'Buyer' FROM generate_series(1, 100) n RETURNING id
     ),
     sold AS (INSERT INTO products (shop_id, name) SELECT $1, 'Article ' || n FROM generate_series(1, 60) n RETURNING id),
     variant AS (INSERT INTO variants (product_id, price_paise, stock) SELECT id, 100, id % 7 FROM sold RETURNING id, product_id),
     placed AS (
       INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, status)
       SELECT customer.id, $1, 'cod', true, 100, 0, 'Buyer', 'Delivered' FROM customer CROSS JOIN generate_series(1, 500)
       RETURNING id
     )
     INSERT INTO order_items (order_id, variant_id, product_id, name, unit_price_paise, quantity)
     SELECT placed.id, variant.id, variant.product_id, 'x', 100, 1 FROM placed
     JOIN LATERAL (SELECT * FROM variant WHERE variant.id % 60 = placed.id % 60) variant ON true`,
    [shop.id],
  );
  await pool.query('VACUUM ANALYZE');
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM users WHERE email = 'buyer-50@haat.example'`);
  const buyer = { userId: rows[0]?.id ?? 0, shopId: shop.id };
  const plan = await queryPlan(BOUGHT_PRODUCTS, buyer);
  expect(plan).toMatch(/Index (Only )?Scan using orders_delivered_to_user_by_shop/);
  expect(plan).toMatch(/order_items_order_id_variant_id_key/);
  expect(plan).not.toMatch(/Seq Scan on (orders|order_items)/);
  expect(await listBoughtProducts(buyer)).toHaveLength(12);
  const planAnywhere = await queryPlan(BOUGHT_ANYWHERE, { userId: buyer.userId });
  expect(planAnywhere).not.toMatch(/Seq Scan on (orders|order_items)/);
}, 120_000);
