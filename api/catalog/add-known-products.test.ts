import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { updateSharedCatalog } from '@haat/core/catalog/load-shared-catalog';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { testDatabase } from '@haat/core/test/database';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let vendor: ApiCaller;
beforeAll(() => updateSharedCatalog(testDatabase()));
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
});

type Suggested = { id: number; name: string; name_hi: string; unit: string; subcategory_id: number; picture: string };
const suggest = async (query: Record<string, string>): Promise<Suggested[]> =>
  (await vendor.get(`/api/catalog/products?${new URLSearchParams(query)}`)).body;

const chosen = ({ id, name, unit, subcategory_id }: Suggested, more: object = {}) => ({
  known_id: id,
  name,
  unit,
  category_id: subcategory_id,
  price: 50,
  stock: 4,
  ...more,
});

const add = (products: object[], key?: string) =>
  vendor.post(`/api/shops/${shop.id}/known-products`, {
    body: { products },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const readCatalog = async () => (await vendor.get(`/api/products?shopId=${shop.id}`)).body;

it('adds many known products with their unit, category, picture and Hindi name, in one entry of the log', async () => {
  const found = await suggest({ search: 'dal' });
  const { status, body } = await add(found.map((each, nth) => chosen(each, { price: 10 + nth, stock: nth })));
  expect([status, body.refused, body.added.length]).toEqual([201, [], found.length]);
  const catalog = await readCatalog();
  expect(
    catalog.map(({ name, unit, price, stock }: Record<string, unknown>) => ({ name, unit, price, stock })),
  ).toEqual(found.map(({ name, unit }, nth) => ({ name, unit, price: 10 + nth, stock: nth })));
  const [first] = catalog;
  expect(first.image).toBe(found[0]?.picture.replace(/\.webp$/, '-320.webp'));
  expect((await api.as().get(first.image)).status).toBe(200);
  expect((await vendor.get(`/api/products/${first.id}`)).body.details.hindi_name).toBe(found[0]?.name_hi);
  const { rows } = await database().pool.query('SELECT action, after FROM activity_log WHERE shop_id = $1', [shop.id]);
  expect(rows).toEqual([{ action: 'products.added', after: { products: found.length } }]);
  const { rows: ledger } = await database().pool.query(
    `SELECT sum(l.delta)::int AS stock FROM stock_ledger l JOIN variants v ON v.id = l.variant_id
     JOIN products p ON p.id = v.product_id WHERE p.shop_id = $1`,
    [shop.id],
  );
  expect(ledger[0].stock).toBe((found.length * (found.length - 1)) / 2);
});

it('says of each row why it was not added, and adds the others', async () => {
  const TEA = '9520000000011';
  await createProduct({ shop, name: 'Own tea', variants: [{ barcode: TEA }] });
  const [first, second] = (await suggest({ search: 'rice' })) as [Suggested, Suggested];
  const { body } = await add([
    chosen(first),
    chosen(first),
    chosen(second, { barcode: TEA }),
    chosen(second, { price: 60, mrp: 55 }),
    chosen(second, { category_id: 999_999_999 }),
    chosen(second),
  ]);
  expect(body.refused.map(({ row, reason }: Record<string, unknown>) => [row, reason])).toEqual([
    [1, 'already_there'],
    [2, 'barcode_taken'],
    [3, 'above_mrp'],
    [4, 'category_missing'],
  ]);
  expect(body.added.map(({ row }: { row: number }) => row)).toEqual([0, 5]);
  const again = await add([chosen(first)]);
  expect(again.body.refused).toEqual([{ row: 0, name: first.name, reason: 'already_there' }]);
});

it('adds once for one key, also when it is sent twice at a time, and refuses the key for another list', async () => {
  const [product] = (await suggest({ search: 'sugar' })) as [Suggested];
  const answers = await Promise.all([1, 2, 3].map(() => add([chosen(product)], 'known-products-key')));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body.added[0].id)).size).toBe(1);
  expect(await readCatalog()).toHaveLength(1);
  expect((await add([chosen(product, { price: 1 })], 'known-products-key')).body.code).toBe('idempotency_conflict');
});

it('adds no more products than a shop can have', async () => {
  await database().pool.query(
    `INSERT INTO products (shop_id, name) SELECT $1, 'Item ' || n FROM generate_series(1, 4999) n`,
    [shop.id],
  );
  const [first, second] = (await suggest({ search: 'salt' })) as [Suggested, Suggested];
  const { body } = await add([chosen(first), chosen(second)]);
  expect([body.added.length, body.refused[0]?.reason]).toEqual([1, 'catalog_limit_reached']);
});

it.each([
  [[]],
  [Array.from({ length: 101 }, (_, nth) => ({ name: `Item ${nth}`, price: 1, stock: 1 }))],
  [[{ name: 'Item', price: 0, stock: 1 }]],
  [[{ name: 'Item', price: 1, stock: -1 }]],
  [[{ name: '', price: 1, stock: 1 }]],
  [[{ name: 'Item', price: 1, stock: 1, barcode: '12345678' }]],
])('refuses %j', async (products) => {
  expect((await add(products)).status).toBe(400);
});

it('lists all known products of a category', async () => {
  const [{ subcategory_id } = { subcategory_id: 0 }] = await suggest({ search: 'toor dal' });
  const listed = await suggest({ category: String(subcategory_id) });
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.every((each) => each.subcategory_id === subcategory_id)).toBe(true);
});
