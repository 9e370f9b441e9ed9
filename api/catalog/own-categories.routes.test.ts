import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { readCatalogVersion } from '@haat/core/catalog/catalog';
import { createCategory, createMember, createProduct, createShop } from '@haat/core/test/factories';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

const api = apiTest();
let shop: Shop;
let vendor: ApiCaller;
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
});

const addCategory = async (name: string, parentId?: number): Promise<number> =>
  (await vendor.post('/api/categories', { body: { name, parent_id: parentId } })).body.id;
const addUnit = async (name: string): Promise<number> => (await vendor.post('/api/units', { body: { name } })).body.id;

type Listed = { id: number; name: string; own: boolean; products: number; position: number | null; children: Listed[] };
const listCategories = async (): Promise<Listed[]> => (await vendor.get(`/api/shops/${shop.id}/categories`)).body;
const findCategory = async (id: number) =>
  (await listCategories()).flatMap((each) => [each, ...each.children]).find((each) => each.id === id);

type Item = { id: number; category_name: string; category_position: number | null; unit: string };
const readCatalog = async (): Promise<Item[]> => (await vendor.get(`/api/products?shopId=${shop.id}`)).body;

const addProduct = (fields: { name: string; category_id: number; unit: string }) =>
  vendor.post('/api/products', { body: formOf({ ...textsOf(fields), price: '20', stock: '5' }) });
const textsOf = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

const activities = async () =>
  (
    await database().pool.query(
      `SELECT action, subject, before, after FROM activity_log
       WHERE shop_id = $1 AND action NOT IN ('category.added', 'unit.added', 'product.added') ORDER BY id`,
      [shop.id],
    )
  ).rows;

it('renames a category for customers at once, and refuses a name that is taken with the category that has it', async () => {
  const [snacks, sweets] = [await addCategory('Snacks'), await addCategory('Sweets')];
  await createProduct({ shop, categoryId: sweets, variants: [{}] });
  const before = await readCatalogVersion(shop.id);
  const taken = await vendor.patch(`/api/categories/${sweets}`, { body: { name: '  SNACKS ' } });
  expect([taken.status, taken.body.code, taken.body.existing]).toEqual([
    409,
    'name_taken',
    { id: snacks, name: 'Snacks' },
  ]);
  const shared = await createCategory({ name: 'Festive Boxes' });
  const shares = await vendor.patch(`/api/categories/${sweets}`, { body: { name: 'festive   boxes' } });
  expect([shares.status, shares.body.existing]).toEqual([409, { id: shared, name: 'Festive Boxes' }]);

  const renamed = await vendor.patch(`/api/categories/${sweets}`, { body: { name: 'Indian  sweets', seen: 'Sweets' } });
  expect([renamed.status, renamed.body]).toEqual([200, { id: sweets, name: 'Indian sweets' }]);
  expect((await readCatalog()).map((each) => each.category_name)).toEqual(['Indian sweets']);
  expect(await readCatalogVersion(shop.id)).toBeGreaterThan(before ?? 0);

  const late = await vendor.patch(`/api/categories/${sweets}`, { body: { name: 'Mithai', seen: 'Sweets' } });
  expect([late.status, late.body.code, late.body.current]).toEqual([
    409,
    'edit_conflict',
    { id: sweets, name: 'Indian sweets' },
  ]);
  expect((await vendor.patch(`/api/categories/${shared}`, { body: { name: 'Mine' } })).status).toBe(403);
  expect(await activities()).toEqual([
    {
      action: 'category.renamed',
      subject: 'Indian sweets',
      before: { name: 'Sweets', category_id: sweets },
      after: { name: 'Indian sweets' },
    },
  ]);
});

it('of two people who rename at once, one gets a conflict', async () => {
  const id = await addCategory('House drinks');
  const names = ['Pressed juices', 'Brewed here', 'Our cold drinks'];
  const answers = await Promise.all(
    names.map((name) => vendor.patch(`/api/categories/${id}`, { body: { name, seen: 'House drinks' } })),
  );
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  expect(names).toContain((await findCategory(id))?.name);
});

it('merges a category with its subcategories into another one, deleted products included', async () => {
  const shared = await createCategory({ name: 'Munchies' });
  const chips = await createCategory({ name: 'Munchies', child: 'Chips' });
  const own = await addCategory('Snaks');
  const [ownChips, nuts] = [await addCategory('chips', own), await addCategory('Nuts', own)];
  const [direct, inTwin, inNuts, deleted] = await Promise.all(
    [own, ownChips, nuts, own].map(async (categoryId) => (await createProduct({ shop, categoryId })).product),
  );
  await vendor.request('DELETE', `/api/products/${deleted!.id}`);
  const before = await readCatalogVersion(shop.id);
  const below = await vendor.post(`/api/categories/${own}/merge`, { body: { into: nuts } });
  expect([below.status, below.body.issues[0].path]).toEqual([400, 'into']);

  const merged = await vendor.post(`/api/categories/${own}/merge`, { body: { into: shared } });
  expect([merged.status, merged.body]).toEqual([200, { products: 3 }]);
  const { rows } = await database().pool.query(
    'SELECT id::int, category_id::int AS category FROM products WHERE shop_id = $1 ORDER BY id',
    [shop.id],
  );
  const categoryOf = new Map(rows.map(({ id, category }) => [id, category]));
  expect([direct, inTwin, inNuts, deleted].map((each) => categoryOf.get(each!.id))).toEqual([
    shared,
    chips,
    nuts,
    shared,
  ]);
  expect((await readCatalog()).map((each) => each.category_name)).toEqual(['Munchies', 'Munchies', 'Munchies']);
  expect(await readCatalogVersion(shop.id)).toBeGreaterThan(before ?? 0);
  expect(await findCategory(own)).toBeUndefined();
  expect((await findCategory(shared))?.children.map(({ name }) => name)).toContain('Nuts');
  expect((await vendor.post(`/api/categories/${own}/merge`, { body: { into: shared } })).status).toBe(404);
  expect((await activities()).at(-1)).toMatchObject({
    action: 'category.merged',
    subject: 'Snaks',
    after: { name: 'Munchies', products: 3 },
  });
});

it('removes an empty category, and gives it back with a deleted product that was in it', async () => {
  const id = await addCategory('Summer');
  const { product } = await createProduct({ shop, categoryId: id });
  const used = await vendor.request('DELETE', `/api/categories/${id}`);
  expect([used.status, used.body.code, used.body.products]).toEqual([409, 'still_in_use', 1]);
  await vendor.request('DELETE', `/api/products/${product.id}`);
  expect((await vendor.request('DELETE', `/api/categories/${id}`)).status).toBe(204);
  expect(await findCategory(id)).toBeUndefined();
  await vendor.post(`/api/products/${product.id}/restore`, {});
  expect(await findCategory(id)).toMatchObject({ name: 'Summer', products: 1 });

  const top = await addCategory('Winter');
  await addCategory('Jackets', top);
  expect((await vendor.request('DELETE', `/api/categories/${top}`)).status).toBe(204);
  expect(await findCategory(top)).toBeUndefined();
  expect(await addCategory('Winter')).not.toBe(top);
});

it('orders categories for customers and in every list, and by name again', async () => {
  const [apples, breads, chutneys] = [
    await addCategory('Apples'),
    await addCategory('Breads'),
    await addCategory('Chutneys'),
  ];
  for (const categoryId of [apples, breads, chutneys]) await createProduct({ shop, categoryId });
  const before = await readCatalogVersion(shop.id);
  const path = `/api/shops/${shop.id}/category-order`;
  expect((await vendor.put(path, { body: { categories: [chutneys, apples] } })).status).toBe(204);
  const own = (list: { id: number; name: string }[]) =>
    list.filter(({ id }) => [apples, breads, chutneys].includes(id)).map(({ name }) => name);
  expect(own(await listCategories())).toEqual(['Chutneys', 'Apples', 'Breads']);
  expect(own((await vendor.get('/api/categories')).body)).toEqual(['Chutneys', 'Apples', 'Breads']);
  expect((await readCatalog()).map((each) => each.category_position)).toEqual([2, null, 1]);
  expect(await readCatalogVersion(shop.id)).toBeGreaterThan(before ?? 0);

  const unknown = await vendor.put(path, { body: { categories: [apples, 999_999_999] } });
  expect([unknown.status, unknown.body.issues[0].path]).toEqual([400, 'categories']);
  expect((await vendor.put(path, { body: { categories: [apples, apples] } })).status).toBe(400);
  expect((await vendor.put(path, { body: { categories: [] } })).status).toBe(204);
  expect(own(await listCategories())).toEqual(['Apples', 'Breads', 'Chutneys']);
  expect((await activities()).map(({ action, after }) => [action, after])).toEqual([
    ['category.ordered', { order: ['Chutneys', 'Apples'] }],
    ['category.ordered', { order: [] }],
  ]);
});

it('gives variants another unit, but no product the same one twice', async () => {
  const [kilo, kg] = [await addUnit('kilo'), await addUnit('kg.')];
  const category_id = await addCategory('Grains');
  const rice = (await addProduct({ name: 'Rice', category_id, unit: 'kilo' })).body;
  const both = await vendor.post('/api/products', {
    body: formOf({
      name: 'Dal',
      category_id: String(category_id),
      variants: JSON.stringify(['kilo', 'kg.'].map((unit) => ({ unit, price: 10, stock: 1 }))),
    }),
  });
  const refused = await vendor.post(`/api/units/${kilo}/merge`, { body: { into: kg } });
  expect([refused.status, refused.body.code, refused.body.names]).toEqual([409, 'still_in_use', ['Dal']]);

  await vendor.request('DELETE', `/api/products/${both.body.id}`);
  const merged = await vendor.post(`/api/units/${kilo}/merge`, { body: { into: kg } });
  expect([merged.status, merged.body]).toEqual([200, { products: 1 }]);
  const [shown] = await readCatalog();
  expect([shown?.id, shown?.unit]).toEqual([rice.id, 'kg.']);
  expect((await vendor.post(`/api/products/${both.body.id}/restore`, {})).body.variants).toHaveLength(1);
});

it('renames and removes units', async () => {
  const id = await addUnit('pkt');
  await addUnit('Small Box');
  const taken = await vendor.patch(`/api/units/${id}`, { body: { name: 'small box' } });
  expect([taken.status, taken.body.existing.name]).toEqual([409, 'Small Box']);
  expect((await vendor.patch(`/api/units/${id}`, { body: { name: 'pouch here', seen: 'pkt' } })).body.name).toBe(
    'pouch here',
  );
  await addProduct({ name: 'Milk', category_id: await addCategory('Dairy products'), unit: 'pouch here' });
  expect((await readCatalog())[0]?.unit).toBe('pouch here');
  expect((await vendor.request('DELETE', `/api/units/${id}`)).body.code).toBe('still_in_use');
  expect((await vendor.post('/api/units', { body: { name: 'unused' } })).status).toBe(201);
  const units = (await vendor.get(`/api/shops/${shop.id}/units`)).body as { id: number; name: string }[];
  expect(units[0]).toEqual({ id, name: 'pouch here', own: true, products: 1 });
  const unused = units.find(({ name }) => name === 'unused');
  expect((await vendor.request('DELETE', `/api/units/${unused?.id}`)).status).toBe(204);
});

it('lists the units of the shop first, then those of its trade, then the others by name', async () => {
  const trade = `trade of ${shop.slug}`;
  await database().knex('shops').where({ id: shop.id }).update({ trade });
  const other = await createShop({ trade: trade.toUpperCase() });
  for (const unit of ['zz tray of the trade', 'zz box of the trade']) {
    for (const at of [other, ...(unit.includes('tray') ? [await createShop({ trade })] : [])]) {
      await createProduct({ shop: at, variants: [{ unit }] });
    }
  }
  await createProduct({ shop, variants: [{ unit: 'zz own use' }] });
  const names = ((await vendor.get('/api/units')).body as { name: string }[]).map(({ name }) => name);
  expect(names.slice(0, 3)).toEqual(['zz own use', 'zz tray of the trade', 'zz box of the trade']);
});

it('merges while products are added, changed and moved, without a deadlock and without a lost product', async () => {
  const [from, into] = [await addCategory('Old'), await addCategory('New')];
  const [pkt, packet] = [await addUnit('pkt.'), await addUnit('packet.')];
  const ids: number[] = [];
  for (let nth = 0; nth < 8; nth += 1) {
    ids.push((await addProduct({ name: `Item ${nth}`, category_id: from, unit: 'pkt.' })).body.id);
  }
  const answers = await Promise.all([
    vendor.post(`/api/categories/${from}/merge`, { body: { into } }),
    vendor.post(`/api/units/${pkt}/merge`, { body: { into: packet } }),
    ...ids.map((id, nth) => vendor.put(`/api/products/${id}`, { body: formOf({ price: `${30 + nth}` }) })),
    ...ids.map((_, nth) => addProduct({ name: `More ${nth}`, category_id: nth % 2 ? from : into, unit: 'packet.' })),
    vendor.post(`/api/shops/${shop.id}/products/bulk-changes`, {
      body: { products: ids, change: { kind: 'category', category_id: into } },
    }),
  ]);
  const failed = answers.filter(({ status }) => status >= 400);
  // The calls that name the category after it was merged.
  expect(failed.map(({ body }) => body.message)).toEqual(failed.map(() => 'Invalid subcategory selected'));
  const { rows } = await database().pool.query(
    `SELECT count(*)::int AS products, count(*) FILTER (WHERE p.category_id = $2 AND v.unit_id = $3)::int AS moved
     FROM products p JOIN variants v ON v.product_id = p.id WHERE p.shop_id = $1`,
    [shop.id, into, packet],
  );
  expect(rows[0].moved).toBe(rows[0].products);
  expect(rows[0].products).toBe(16 - failed.length);
});

it('leaves a product where it is whose former category was merged since a change of many', async () => {
  const [a, b] = [await addCategory('First'), await addCategory('Second')];
  const { product } = await createProduct({ shop, categoryId: a });
  const change = await vendor.post(`/api/shops/${shop.id}/products/bulk-changes`, {
    body: { products: [product.id], change: { kind: 'category', category_id: b } },
  });
  expect((await vendor.post(`/api/categories/${a}/merge`, { body: { into: b } })).status).toBe(200);
  const undone = await vendor.post(`/api/bulk-changes/${change.body.id}/undo`, {});
  expect([undone.status, undone.body.refused]).toEqual([
    200,
    [{ product_id: product.id, variant_id: null, name: product.name, reason: 'changed_since' }],
  ]);
});

it('does not merge a category that is being counted', async () => {
  const [a, b] = [await addCategory('Counted'), await addCategory('Other')];
  await createProduct({ shop, categoryId: a });
  const take = await vendor.post(`/api/shops/${shop.id}/stock-takes`, { body: { category_id: a } });
  expect(take.status).toBe(201);
  expect((await vendor.post(`/api/categories/${a}/merge`, { body: { into: b } })).body.code).toBe('still_in_use');
});
