import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { beforeAll, expect, it, vi } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

const api = apiTest();
let shops: { shop: Shop; vendor: ApiCaller }[];
let operator: ApiCaller;
beforeAll(async () => {
  shops = await Promise.all([openShop(), openShop()]);
  operator = api.as(await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop: await createShop() }));
});

async function openShop() {
  const shop = await createShop();
  return { shop, vendor: api.as(await api.signIn({ user: await createMember({ shop }), shop })) };
}

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database().pool.query<Row>(text, values)).rows;
const insert = async (text: string, values: unknown[]) =>
  (await query<{ id: number }>(`${text} RETURNING id`, values))[0]!.id;

/** Watches the statements of all connections; returns how many met a deadlock, including the retried ones. */
async function watchDeadlocks(): Promise<() => number> {
  const client = await database().pool.connect();
  const watched = vi.spyOn(Object.getPrototypeOf(client) as typeof client, 'query');
  client.release();
  const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01';
  return () => watched.mock.settledResults.filter(({ type, value }) => type === 'rejected' && isDeadlock(value)).length;
}

it('replaces the names of many shops while their products are changed in both directions, without a deadlock', async () => {
  const countDeadlocks = await watchDeadlocks();
  for (let round = 0; round < 4; round += 1) {
    const [category, below, unit] = [`Cat ${round}`, `Sub ${round}`, `Unit ${round}`];
    const products: number[][] = [];
    for (const { shop } of shops) {
      const parent = await insert('INSERT INTO categories (name, shop_id) VALUES ($1, $2)', [category, shop.id]);
      const child = await insert('INSERT INTO categories (name, shop_id, parent_id) VALUES ($1, $2, $3)', [
        below,
        shop.id,
        parent,
      ]);
      const unitId = await insert('INSERT INTO units (name, shop_id) VALUES ($1, $2)', [unit, shop.id]);
      const ids: number[] = [];
      for (let nth = 0; nth < 10; nth += 1) {
        const { product } = await createProduct({ shop, categoryId: nth % 2 ? parent : child });
        ids.push(product.id);
      }
      await query('UPDATE variants SET unit_id = $1 WHERE product_id = ANY($2)', [unitId, ids]);
      // The order in which a sequential scan finds the rows differs from the order of the ids.
      await query('UPDATE products SET description = name WHERE id = ANY($1)', [ids.slice(0, 3)]);
      products.push(ids);
    }
    const edits = shops.flatMap(({ shop, vendor }, at) => {
      const ids = at === 0 ? products[at]! : products[at]!.toReversed();
      return [
        ...ids.map((id, nth) =>
          vendor.put(`/api/products/${id}`, { body: formOf({ price: `${60 + nth}`, unitStock: '7' }) }),
        ),
        vendor.post(`/api/shops/${shop.id}/products/bulk-changes`, {
          body: { products: ids, change: { kind: 'stock', stock: 9 } },
        }),
      ];
    });
    const answers = await Promise.all([
      ...edits.slice(0, 6),
      operator.post('/api/operator/catalog/categories', { body: { name: category } }),
      ...edits.slice(6, 16),
      operator.post('/api/operator/catalog/units', { body: { name: unit } }),
      ...edits.slice(16),
    ]);
    expect(answers.filter(({ status }) => status >= 400)).toEqual([]);
    const own = 'SELECT name FROM categories WHERE shop_id IS NOT NULL AND parent_id IS NULL';
    expect(await query(`${own} UNION ALL SELECT name FROM units WHERE shop_id IS NOT NULL`)).toEqual([]);
    const [moved] = await query<{ products: number }>(
      `SELECT count(*)::int AS products FROM products p JOIN categories c ON c.id = p.category_id
       JOIN categories top ON top.id = coalesce(c.parent_id, c.id) JOIN variants v ON v.product_id = p.id
       JOIN units u ON u.id = v.unit_id
       WHERE top.name = $1 AND top.shop_id IS NULL AND u.name = $2 AND u.shop_id IS NULL`,
      [category, unit],
    );
    expect(moved?.products).toBe(20);
  }
  expect(countDeadlocks()).toBe(0);
});
