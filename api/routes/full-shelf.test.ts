import { MOST_PRODUCTS } from '@haat/contract/rules/most-products';
import { connectDatabase, database } from '@haat/core/db/database';
import { Product } from '@haat/core/db/product.model';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import type { OpenImport } from '@haat/core/services/imports/import-record';
import { planImport } from '@haat/core/services/imports/plan-import';
import { readFile } from '@haat/core/services/imports/read-file';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiCaller, startApi, type TestApi } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { countsOf, importText, sendFile, workOff } from '../test/import-work.ts';

const FULL = 'The shop has 5,000 products, and there is no room for more. Delete one that you no longer sell first.';

let api: TestApi;
let shop: { id: number };
let vendor: ApiCaller;
beforeAll(async () => {
  connectDatabase();
  api = await startApi();
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  await createProduct({ shop, name: 'Hidden', isPublished: false });
  await fill(MOST_PRODUCTS - 2);
});
afterAll(async () => {
  await api.stop();
  await stopServices();
});

const add = (name: string) => vendor.post('/api/products', { body: formOf({ name, price: '45', stock: '12' }) });
const shelf = async (query = '') => (await api.as().get(`/api/products?shopId=${shop.id}${query}`)).body as unknown[];

it('carries the whole shelf, and takes no product beyond it, whoever adds how many at once', async () => {
  const both = await Promise.all([add('One'), add('Other')]);
  expect(both.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = both.find(({ status }) => status === 409)?.body;
  expect(refused).toEqual({ code: 'shelf_full', error: FULL, message: FULL });
  // All but the hidden one, which takes room as well.
  expect(await shelf()).toHaveLength(MOST_PRODUCTS - 1);
  expect(await shelf('&limit=100')).toHaveLength(100);
});

it('takes another one in the place of one that goes, which then cannot come back', async () => {
  const id = await removeOne();
  expect((await add('Next')).status).toBe(201);
  const back = await vendor.post(`/api/products/${id}/restore`);
  expect([back.status, back.body.code]).toEqual([409, 'shelf_full']);
  expect(await shelf()).toHaveLength(MOST_PRODUCTS - 1);
});

it('says of the rows of an import that there is no room, and takes the others', async () => {
  const text = 'name;price;stock\nNext;50;7\nSurplus;9;1';
  for (const dryRun of [true, false])
    expect(countsOf(await importText({ vendor, shop, text, dryRun }))).toBe('0 1 0 1');
  expect(await shelf()).toHaveLength(MOST_PRODUCTS - 1);
});

it('says so, too, when somebody took the room between the plan of an import and its end', async () => {
  await removeOne();
  const sent = await sendFile({ vendor, shop, text: 'name;price;stock\nSlower;9;1' });
  const open = await openImport(sent.body.id);
  await planImport(open, await readFile(open.file));
  expect((await add('Quicker')).status).toBe(201);
  expect(countsOf(await workOff({ vendor, shop }, open.id))).toBe('0 0 0 1');
  const { text } = await vendor.get(`/api/shops/${shop.id}/imports/${open.id}/errors.csv`);
  expect(text).toContain('A shop has at most 5,000 products; there is no room for this one');
});

/** Makes room for one product. Asks the database which are there: the shelf may be as it was two seconds ago. */
async function removeOne(): Promise<number> {
  const { id } = (await Product.query().findOne({ shopId: shop.id, isPublished: true, deletedAt: null }))!;
  expect((await vendor.request('DELETE', `/api/products/${id}`)).status).toBe(204);
  return id;
}

async function openImport(id: number): Promise<OpenImport> {
  const { rows } = await database().pool.query<OpenImport>(
    'SELECT id, shop_id AS "shopId", is_dry_run AS "isDryRun", file, seen FROM imports WHERE id = $1',
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
