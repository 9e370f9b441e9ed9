import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import type { Shop } from '../../db/shop.model.ts';
import { createProduct, createShop } from '../../test/factories.ts';
import { queryPlan } from '../../test/query-plan.ts';
import { BY_BARCODE, FIRST_PAGE, listShopProducts, NEXT_PAGE } from './list-shop-products.ts';

let shop: Shop;
beforeAll(async () => {
  connectDatabase();
  shop = await createShop();
  await createProduct({ shop, name: 'tomato', variants: [{ stock: 3 }, { unit: 'kg', barcode: '2000000000015' }] });
  await createProduct({ shop, name: 'Tomato ketchup', isPublished: false, variants: [{ barcode: '2000000000022' }] });
  await createProduct({ shop, name: 'Apple', variants: [{ stock: 0 }] });
  await createProduct({ shop, name: '100% juice' });
  await createProduct({ shop, name: 'Gone', deletedAt: new Date() });
  await createProduct({ shop: await createShop(), name: 'Tomato elsewhere', variants: [{ barcode: '2000000000015' }] });
});
afterAll(closeDatabase);

const by = () => ({ role: 'vendor' as const, shopId: shop.id, isPlatformAdmin: false });
const names = async (filter: Omit<Parameters<typeof listShopProducts>[0], 'by' | 'shopId'> = {}) =>
  (await listShopProducts({ by: by(), shopId: shop.id, ...filter })).map(({ name }) => name);

describe("a shop's own products", () => {
  it('are sorted by name, with hidden and without deleted ones', async () => {
    expect(await names()).toEqual(['100% juice', 'Apple', 'tomato', 'Tomato ketchup']);
  });

  it('are returned page by page, each once', async () => {
    const first = await listShopProducts({ by: by(), shopId: shop.id, limit: 2 });
    expect(await names({ limit: 9, after: first[1]!.id })).toEqual(['tomato', 'Tomato ketchup']);
    expect(await names({ after: 999_999_999 })).toEqual([]);
  });

  it.each([
    ['TOM', ['tomato', 'Tomato ketchup']],
    ['ketch tom', ['Tomato ketchup']],
    ['%', ['100% juice']],
    ['_', []],
    ['200000000001', ['tomato']],
    ["'; --", []],
  ])('are searched by %j', async (search, found) => expect(await names({ search })).toEqual(found));

  it('are filtered by what is on sale, hidden, or low in stock', async () => {
    expect(await names({ status: 'published' })).toEqual(['100% juice', 'Apple', 'tomato']);
    expect(await names({ status: 'hidden' })).toEqual(['Tomato ketchup']);
    expect(await names({ status: 'low' })).toEqual(['Apple', 'tomato']);
    expect(await names({ status: 'low', search: 'app' })).toEqual(['Apple']);
  });

  it('are found by their barcode exactly', async () => {
    expect(await names({ barcode: '2000000000015', status: 'hidden' })).toEqual(['tomato']);
    expect(await names({ barcode: '200000000001' })).toEqual([]);
  });

  it('have every variant with its barcode', async () => {
    const [product] = await listShopProducts({ by: by(), shopId: shop.id, barcode: '2000000000015' });
    expect(product).toMatchObject({ published: true, barcode: null, stock: 3 });
    expect(product?.variants.map(({ barcode }) => barcode)).toEqual([null, '2000000000015']);
  });

  it('are refused to everybody else', async () => {
    const refused = { code: 'forbidden' };
    await expect(listShopProducts({ by: { ...by(), shopId: 1e6 }, shopId: shop.id })).rejects.toMatchObject(refused);
    await expect(listShopProducts({ by: { ...by(), role: undefined }, shopId: shop.id })).rejects.toMatchObject(
      refused,
    );
  });
});

it('reads each page from the index at 5,000 products among 100,000', async () => {
  const big = await createShop();
  const others = await Promise.all(Array.from({ length: 19 }, () => createShop()));
  const { pool } = database();
  for (const { id } of [big, ...others]) await fill(id, 5000);
  await pool.query('ANALYZE products; ANALYZE variants');
  const { rows } = await pool.query<{ id: number }>(
    'SELECT id FROM products WHERE shop_id = $1 ORDER BY lower(name), id OFFSET 2500 LIMIT 1',
    [big.id],
  );
  const page = { shopId: big.id, words: [], digits: null, limit: 50 };
  const plans = {
    first: await queryPlan(FIRST_PAGE.all, page),
    next: await queryPlan(NEXT_PAGE.all, { ...page, after: rows[0]!.id }),
    low: await queryPlan(FIRST_PAGE.low, page),
    barcode: await queryPlan(BY_BARCODE, { shopId: big.id, barcode: '0000000004999' }),
  };
  for (const name of ['first', 'next', 'low'] as const) {
    expect(plans[name]).toMatch(/Index Scan using products_by_name/);
    expect(plans[name]).not.toMatch(/Seq Scan on (products|variants)/);
  }
  expect(plans.next).toMatch(/Index Cond: .*ROW\(lower\(/);
  expect(plans.barcode).toMatch(/variants_barcode/);
  expect(plans.barcode).not.toMatch(/Seq Scan on (products|variants)/);
  const by = { role: 'vendor' as const, shopId: big.id, isPlatformAdmin: false };
  const startedAt = performance.now();
  const found = await listShopProducts({ by, shopId: big.id, search: 'no such product' });
  const milliseconds = performance.now() - startedAt;
  // oxlint-disable-next-line no-console -- the test reports a measurement
  console.log(`a search through 5,000 products that finds none: ${milliseconds.toFixed(1)} ms`);
  expect(found).toEqual([]);
});

async function fill(shopId: number, products: number): Promise<void> {
  await database().pool.query(
    `WITH added AS (
       INSERT INTO products (shop_id, name)
       SELECT $1::bigint, 'Product ' || (n * 7919 % 5000) FROM generate_series(1, $2::int) n RETURNING id
     )
     INSERT INTO variants (product_id, price_paise, stock, barcode)
     SELECT id, 100, id % 100, lpad((row_number() OVER ())::text, 13, '0') FROM added`,
    [shopId, products],
  );
}
