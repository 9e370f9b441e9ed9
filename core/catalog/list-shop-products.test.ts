import { articleOf } from '@haat/contract/catalog/barcode';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import { createCategory, createProduct, createShop } from '../test/factories.ts';
import { queryPlan } from '../test/query-plan.ts';
import { FIND_PRODUCT } from './find-by-barcode.ts';
import { listProductIds, listShopProducts, nextPageSql, pageSql } from './list-shop-products.ts';

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

  it('are filtered by what has no picture or no barcode', async () => {
    expect(await names({ status: 'no_picture' })).toEqual(await names());
    expect(await names({ status: 'no_barcode' })).toEqual(['100% juice', 'Apple', 'tomato']);
  });

  it('are filtered by a category with its subcategories', async () => {
    const other = await createShop();
    const parent = await createCategory({ name: 'Test fruits' });
    const child = await createCategory({ name: 'Test fruits', child: 'Test mangoes' });
    const apple = await createProduct({ shop: other, name: 'Apple', categoryId: parent });
    const mango = await createProduct({ shop: other, name: 'Mango', categoryId: child });
    await createProduct({ shop: other, name: 'Soap' });
    const mine = { by: { ...by(), shopId: other.id }, shopId: other.id };
    const found = async (category: number) => (await listShopProducts({ ...mine, category })).map(({ name }) => name);
    expect([await found(parent), await found(child)]).toEqual([['Apple', 'Mango'], ['Mango']]);
    expect(await listProductIds({ ...mine, category: parent })).toEqual([apple.product.id, mango.product.id]);
  });

  describe('sorted', () => {
    let own: Shop;
    const sorted = async (more: Partial<Parameters<typeof listShopProducts>[0]>) =>
      (await listShopProducts({ by: { ...by(), shopId: own.id }, shopId: own.id, ...more })).map(({ name }) => name);
    beforeAll(async () => {
      own = await createShop();
      const rows: [string, number[], number[]][] = [
        ['Ghee', [60_000], [4]],
        ['Salt', [2000, 9000], [0, 50]],
        ['Rice', [7000], [30]],
      ];
      for (const [name, prices, stocks] of rows) {
        const variants = prices.map((pricePaise, at) => ({ pricePaise, stock: stocks[at] ?? 0, size: `S${at}` }));
        await createProduct({ shop: own, name, variants });
      }
    });

    it.each([
      ['name', 'desc', ['Salt', 'Rice', 'Ghee']],
      ['price', 'asc', ['Salt', 'Rice', 'Ghee']],
      ['price', 'desc', ['Ghee', 'Salt', 'Rice']],
      ['stock', 'asc', ['Salt', 'Ghee', 'Rice']],
      ['stock', 'desc', ['Salt', 'Rice', 'Ghee']],
      ['changed', 'desc', ['Rice', 'Salt', 'Ghee']],
    ] as const)('by %s, %s, also page by page', async (sort, order, expected) => {
      expect(await sorted({ sort, order })).toEqual(expected);
      const paged: string[] = [];
      let after: number | undefined;
      for (let page = 0; page < 3; page += 1) {
        const [next] = await listShopProducts({
          by: { ...by(), shopId: own.id },
          shopId: own.id,
          sort,
          order,
          limit: 1,
          after,
        });
        paged.push(next?.name ?? '');
        after = next?.id;
      }
      expect(paged).toEqual(expected);
    });

    it('go on where a page ended although the price of its last product was changed since', async () => {
      const { product } = await createProduct({ shop: own, name: 'Moved', variants: [{ pricePaise: 1000 }] });
      await database().pool.query('UPDATE variants SET price_paise = 90000 WHERE product_id = $1', [product.id]);
      const page = { sort: 'price', order: 'asc', after: product.id } as const;
      expect(await sorted({ ...page, afterValue: '10' })).toEqual(['Salt', 'Rice', 'Ghee', 'Moved']);
      expect(await sorted(page)).toEqual([]);
    });
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
  const page = { shopId: big.id, words: [], article: null, category: null, limit: 50 };
  const next = { ...page, after: rows[0]!.id, afterValue: null };
  const byName = { status: 'all', sort: 'name', order: 'asc' } as const;
  const plans = {
    first: await queryPlan(pageSql(byName), page),
    next: await queryPlan(nextPageSql(byName), next),
    low: await queryPlan(pageSql({ ...byName, status: 'low' }), page),
    barcode: await queryPlan(FIND_PRODUCT, {
      shopId: big.id,
      barcode: '0000000004999',
      article: articleOf('0000000004999'),
    }),
  };
  for (const name of ['first', 'next', 'low'] as const) {
    expect(plans[name]).toMatch(/Index Scan using products_by_name/);
    expect(plans[name]).not.toMatch(/Seq Scan on (products|variants)/);
  }
  expect(plans.next).toMatch(/Index Cond: .*ROW\(lower\(/);
  expect(plans.barcode).toMatch(/variants_article/);
  expect(plans.barcode).not.toMatch(/Seq Scan on (products|variants)/);
  for (const sort of ['price', 'stock', 'changed'] as const) {
    const sorted = await queryPlan(nextPageSql({ status: 'all', sort, order: 'desc' }), next);
    // Of one shop, whose products are at most 5,000.
    expect(sorted).toMatch(/products_(by_name|catalog|shop)/);
    expect(sorted).not.toMatch(/Seq Scan on (products|variants)/);
  }
  const by = { role: 'vendor' as const, shopId: big.id, isPlatformAdmin: false };
  const sortStartedAt = performance.now();
  expect(await listShopProducts({ by, shopId: big.id, sort: 'price', order: 'desc', limit: 50 })).toHaveLength(50);
  // oxlint-disable-next-line no-console -- the test reports a measurement
  console.log(`the first of 5,000 products by price: ${(performance.now() - sortStartedAt).toFixed(1)} ms`);
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
