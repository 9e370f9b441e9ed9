import { MAX_PRODUCTS } from '@haat/contract/catalog/product-input';
import { database } from '@haat/core/db/database';
import { Product } from '@haat/core/db/catalog.models';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { planImport, type WaitingImport } from '@haat/core/catalog/imports/plan-import';
import { readFile } from '@haat/core/catalog/imports/read-file';
import { beforeAll, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { countsOf, importAndRun, sendFile, runImports } from '../test/import-helpers.ts';
import { createRequiredOptions, REQUIRED_FIELDS } from '../test/required-fields.ts';

const FULL = 'The shop has 5,000 products, which is the maximum. Delete a product before you add another one.';

const api = apiTest();
let shop: { id: number };
let vendor: ApiCaller;
beforeAll(async () => {
  await createRequiredOptions();
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  await createProduct({ shop, name: 'Hidden', isPublished: false });
  await fill(MAX_PRODUCTS - 2);
});

const add = (name: string) =>
  vendor.post('/api/products', { body: formOf({ name, price: '45', stock: '12', ...REQUIRED_FIELDS }) });
const catalog = async (query = '') => (await api.as().get(`/api/products?shopId=${shop.id}${query}`)).body as unknown[];

it('returns the whole catalog, and refuses products above the limit, also from concurrent requests', async () => {
  const both = await Promise.all([add('One'), add('Other')]);
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = both.find(({ status }) => status === 409)?.body;
  expect(refused).toEqual({ code: 'catalog_limit_reached', error: FULL, message: FULL });
  // All but the hidden one, which takes room as well.
  expect(await catalog()).toHaveLength(MAX_PRODUCTS - 1);
  expect(await catalog('&limit=100')).toHaveLength(100);
});

it('replaces a deleted one, which then cannot be restored', async () => {
  const id = await removeOne();
  expect((await add('Next')).status).toBe(201);
  const back = await vendor.post(`/api/products/${id}/restore`);
  expect([back.status, back.body.code]).toEqual([409, 'catalog_limit_reached']);
  expect(await catalog()).toHaveLength(MAX_PRODUCTS - 1);
});

it('reports the rows of an import above the limit, and imports the others', async () => {
  const text = 'name;price;stock\nNext;50;7\nSurplus;9;1';
  for (const dryRun of [true, false])
    expect(countsOf(await importAndRun({ vendor, shop, text, dryRun }))).toBe('0 1 0 1');
  expect(await catalog()).toHaveLength(MAX_PRODUCTS - 1);
});

it('also reports rows that exceed the limit since the import was planned', async () => {
  await removeOne();
  const sent = await sendFile({ vendor, shop, text: 'name;price;stock\nSlower;9;1' });
  const open = await openImport(sent.body.id);
  await planImport(open, await readFile(open.file));
  expect((await add('Quicker')).status).toBe(201);
  expect(countsOf(await runImports({ vendor, shop }, open.id))).toBe('0 0 0 1');
  const { text } = await vendor.get(`/api/shops/${shop.id}/imports/${open.id}/errors.csv`);
  expect(text).toContain('A shop can have at most 5,000 products');
});

/** Makes room for one product. Asks the database which are there: the catalog may be as it was two seconds ago. */
async function removeOne(): Promise<number> {
  const { id } = (await Product.query().findOne({ shopId: shop.id, isPublished: true, deletedAt: null }))!;
  expect((await vendor.request('DELETE', `/api/products/${id}`)).status).toBe(204);
  return id;
}

async function openImport(id: number): Promise<WaitingImport & { file: string }> {
  const { rows } = await database().pool.query<WaitingImport & { file: string }>(
    'SELECT id, shop_id AS "shopId", is_dry_run AS "isDryRun", file, seen, dates FROM imports WHERE id = $1',
    [id],
  );
  return rows[0]!;
}

async function fill(products: number): Promise<void> {
  await database().pool.query(
    `WITH added AS (
       INSERT INTO products (shop_id, name) SELECT $1, 'Product ' || n FROM generate_series(1, $2::int) n RETURNING id
     )
     INSERT INTO variants (product_id, price_paise) SELECT id, 100 FROM added`,
    [shop.id, products],
  );
}
