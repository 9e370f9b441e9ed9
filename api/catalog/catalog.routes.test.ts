import { hindiNamesView } from '@haat/contract/catalog/catalog.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { readCatalog, readCatalogVersion } from '@haat/core/catalog/catalog';
import { updateSharedCatalog } from '@haat/core/catalog/load-shared-catalog';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { testDatabase } from '@haat/core/test/database';
import { beforeAll, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let other: Shop;
let vendor: ApiCaller;
let operator: ApiCaller;
beforeAll(async () => {
  [shop, other] = [await createShop(), await createShop()];
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  operator = api.as(await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop }));
});

const suggest = async (query: Record<string, string>) =>
  (await vendor.get(`/api/catalog/products?${new URLSearchParams(query).toString()}`)).body;
const idOf = async (table: string, name: string) =>
  (await database().pool.query<{ id: number }>(`SELECT id FROM ${table} WHERE name = $1`, [name])).rows[0]!.id;
const logged = async () =>
  (await operator.get('/api/operator/activity')).body.map(({ action, subject }: Record<string, string>) => [
    action,
    subject,
  ]);

it('suggests known products by words of their English and Hindi names, at most 20', async () => {
  const found = await suggest({ search: 'dal toor' });
  expect(found.map(({ name, unit }: Record<string, string>) => `${name} ${unit}`).toSorted()).toEqual([
    'Toor dal 1 kg',
    'Toor dal 250 g',
    'Toor dal 5 kg',
    'Toor dal 500 g',
  ]);
  expect(found[0]).toEqual({
    id: expect.any(Number),
    name: 'Toor dal',
    name_hi: 'अरहर दाल',
    category_id: await idOf('categories', 'Staples'),
    category: 'Staples',
    subcategory_id: await idOf('categories', 'Dals & pulses'),
    subcategory: 'Dals & pulses',
    unit: found[0].unit,
    mrp: null,
    description: null,
    picture: '/images/catalog/sack-toor-dal.webp',
    source: 'catalog',
  });
  expect((await suggest({ search: 'अरहर' })).length).toBe(4);
  expect((await suggest({ search: 'a' })).length).toBe(20);
  expect((await suggest({ search: 'namak' }))[0].name).toMatch(/salt/);
  expect((await suggest({ search: 'aashirvaad atta' }))[0].name).toMatch(/flour|Wheat/);
  expect((await suggest({ search: 'colgate' }))[0].name).toBe('Toothpaste');
  expect((await suggest({ search: 'toor dal 1kg' }))[0]).toMatchObject({ name: 'Toor dal', unit: '1 kg' });
  expect(await suggest({ search: ' ' })).toEqual([]);
  expect(await suggest({ search: '100% %' })).toEqual([]);
});

it('serves the pictures of known products, and no other files', async () => {
  const { status, headers } = await api.as().get('/images/catalog/sack-toor-dal.webp');
  expect([status, headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect((await api.as().get('/images/catalog/sack-toor-dal-160.webp')).status).toBe(200);
  for (const path of [
    '/images/catalog/unknown.webp',
    '/images/catalog/sack-toor-dal-200.webp',
    '/images/catalog/..%2f..%2fshops.webp',
  ])
    expect((await api.as().get(path)).status).toBe(404);
});

const TEA = '9520000000011';
const OWN_LABEL = '2000000000015';

it('learns a barcode from published products: what most shops say, without prices and names of shops', async () => {
  const category = await idOf('categories', 'Tea & coffee');
  const sold = (at: Shop, name: string, more = {}) =>
    createProduct({
      shop: at,
      name,
      categoryId: category,
      description: 'Ours',
      variants: [{ barcode: TEA, unit: '250 g', pricePaise: 9900, mrpPaise: 12_000 }],
      ...more,
    });
  await sold(other, 'Secret', { isPublished: false });
  expect(await suggest({ barcode: TEA })).toEqual([]);
  await sold(other, 'Test tea');
  await sold(await createShop(), 'Test tea');
  await sold(await createShop(), 'Something else');
  const suspended = await createShop({ suspendedAt: new Date() });
  for (let nth = 0; nth < 3; nth += 1) await sold(suspended, 'Suspended');
  expect(await suggest({ barcode: TEA })).toEqual([
    {
      id: null,
      name: 'Test tea',
      name_hi: null,
      category_id: await idOf('categories', 'Drinks'),
      category: 'Drinks',
      subcategory_id: category,
      subcategory: 'Tea & coffee',
      unit: '250 g',
      mrp: 120,
      description: null,
      picture: null,
      source: 'shops',
    },
  ]);
});

it('does not learn the codes that shops print themselves', async () => {
  await createProduct({ shop: other, name: 'Weighed', variants: [{ barcode: OWN_LABEL }] });
  expect(await suggest({ barcode: OWN_LABEL })).toEqual([]);
});

it('lets the operator add, rename and hide a category, and says so in the activity', async () => {
  const path = '/api/operator/catalog/categories';
  const own = await vendor.post('/api/categories', { body: { name: 'pet care' } });
  const { product } = await createProduct({ shop, categoryId: own.body.id });
  const added = await operator.post(path, { body: { name: 'Pet care', name_hi: 'पालतू जानवर' } });
  expect(added).toMatchObject({ status: 201, body: { name: 'Pet care', hidden: false, shipped: false } });
  // The shop's own entry is now the shared one.
  const names = (list: { name: string }[]) => list.map(({ name }) => name);
  expect(names((await vendor.get('/api/categories')).body).filter((name) => /pet care/i.test(name))).toEqual([
    'Pet care',
  ]);
  expect((await operator.post(path, { body: { name: 'PET CARE' } })).status).toBe(400);

  const version = await readCatalogVersion(shop.id);
  const renamed = await operator.patch(`${path}/${added.body.id}`, { body: { name: 'Pets' } });
  expect(renamed.body).toMatchObject({ name: 'Pets', name_hi: 'पालतू जानवर' });
  expect(await readCatalogVersion(shop.id)).toBeGreaterThan(version!);
  const catalog = JSON.parse(String((await readCatalog({ shopId: shop.id }))?.value.identity)) as {
    id: number;
    category: string;
  }[];
  expect(catalog.find(({ id }) => id === product.id)?.category).toBe('Pets');

  await operator.patch(`${path}/${added.body.id}`, { body: { hidden: true } });
  // Offered only where it is in use.
  expect(names((await vendor.get('/api/categories')).body)).toContain('Pets');
  const elsewhere = api.as(await api.signIn({ user: await createMember({ shop: other }), shop: other }));
  expect(names((await elsewhere.get('/api/categories')).body)).not.toContain('Pets');
  await updateSharedCatalog(testDatabase());
  expect((await operator.get(path)).body.find(({ name }: { name: string }) => name === 'Pets')).toMatchObject({
    hidden: true,
  });
  expect((await logged()).slice(0, 3)).toEqual([
    ['catalog.hidden', 'Pets'],
    ['catalog.changed', 'Pets'],
    ['catalog.added', 'Pet care'],
  ]);
});

it('adds a subcategory below a category only', async () => {
  const path = '/api/operator/catalog/categories';
  const parent_id = await idOf('categories', 'Drinks');
  const child = await operator.post(path, { body: { name: 'Syrups', parent_id } });
  expect(child.body).toMatchObject({ name: 'Syrups', parent_id });
  expect((await operator.post(path, { body: { name: 'Below', parent_id: child.body.id } })).status).toBe(400);
  const units = '/api/operator/catalog/units';
  expect((await operator.post(units, { body: { name: 'crate', parent_id } })).status).toBe(400);
});

it.each(['units', 'sizes', 'colors'])('hides %s from new products, and lets those of a product be', async (kind) => {
  const path = `/api/operator/catalog/${kind}`;
  const { body } = await operator.post(path, { body: { name: `A new one of ${kind}` } });
  await createProduct({ shop, variants: [{ [kind.replace(/s$/, '')]: body.name }] });
  expect((await operator.patch(`${path}/${body.id}`, { body: { hidden: true } })).body.hidden).toBe(true);
  expect((await operator.get(path)).body).toContainEqual({ ...body, hidden: true });
  const offered = kind === 'units' ? '/api/units' : '/api/catalog/options';
  const elsewhere = api.as(await api.signIn({ user: await createMember({ shop: other }), shop: other }));
  expect(JSON.stringify((await elsewhere.get(offered)).body)).not.toContain(body.name);
  if (kind === 'units') expect(JSON.stringify((await vendor.get(offered)).body)).toContain(body.name);
});

it('offers the shipped sizes and colours', async () => {
  const { sizes, colors } = (await vendor.get('/api/catalog/options')).body;
  expect([sizes.includes('XXL'), colors.includes('Maroon')]).toEqual([true, true]);
});

it('lets the operator add barcodes to a known product, which then wins over what shops say', async () => {
  const path = '/api/operator/catalog-products';
  const list = (await operator.get(`${path}?search=tea+bags&limit=1`)).body;
  const [known] = list;
  expect(known).toMatchObject({ shipped: true, hidden: false, barcodes: [] });
  const next = (await operator.get(`${path}?search=tea+bags&limit=100&after=${known.id}`)).body;
  expect(next.length).toBe(3);

  const changed = await operator.patch(`${path}/${known.id}`, { body: { barcodes: [TEA], mrp: 150 } });
  expect(changed.body).toMatchObject({ barcodes: [TEA], mrp: 150 });
  expect(await suggest({ barcode: TEA })).toMatchObject([{ name: known.name, mrp: 150, source: 'catalog' }]);
  expect(await suggest({ barcode: `0${TEA}` })).toMatchObject([{ name: known.name, source: 'catalog' }]);
  expect((await operator.get(`${path}?search=${TEA}`)).body).toMatchObject([{ id: known.id }]);
  expect((await operator.get(`${path}?search=0${TEA}`)).body).toMatchObject([{ id: known.id }]);
  expect(await operator.patch(`${path}/${next[0].id}`, { body: { barcodes: [TEA] } })).toMatchObject({
    status: 409,
    body: { code: 'barcode_taken', product: { id: known.id } },
  });
  expect((await operator.patch(`${path}/${known.id}`, { body: { barcodes: [OWN_LABEL] } })).status).toBe(400);

  await operator.patch(`${path}/${known.id}`, { body: { hidden: true } });
  expect(await suggest({ barcode: TEA })).toMatchObject([{ name: 'Test tea', source: 'shops' }]);
  expect((await logged()).slice(0, 2)).toEqual([
    ['catalog.hidden', known.name],
    ['catalog.changed', known.name],
  ]);
});

it('filters and sorts the known products, page by page', async () => {
  const path = '/api/operator/catalog-products';
  type Known = { id: number; name: string; category: string; mrp: number | null; hidden: boolean };
  const read = async (query: string) => (await operator.get(`${path}?${query}`)).body as Known[];
  const staples = await idOf('categories', 'Tea & coffee');
  const byName = await read(`category=${staples}&limit=100`);
  expect(byName.length).toBeGreaterThan(3);
  for (const [at, mrp] of [30, 10, 20].entries())
    await operator.patch(`${path}/${byName[at]!.id}`, { body: { mrp, hidden: at === 1 } });
  const [high, low, middle] = byName.map(({ id }) => id);

  const sorted = async (direction: string) => {
    const query = `category=${staples}&sort=mrp&direction=${direction}&limit=2`;
    const first = await read(query);
    const second = await read(`${query}&after=${first[1]!.id}`);
    return [...first, ...second].map(({ id }) => id).filter((id) => [low, middle, high].includes(id));
  };
  expect(await sorted('asc')).toEqual([low, middle, high]);
  expect(await sorted('desc')).toEqual([high, middle, low]);

  const pages: Known[] = [];
  for (let after = ''; ; after = `&after=${pages.at(-1)!.id}`) {
    const page = await read(`sort=category&state=shown&limit=100${after}`);
    pages.push(...page);
    if (page.length < 100) break;
  }
  const shown = await database().pool.query('SELECT id FROM known_products WHERE hidden_at IS NULL');
  expect(pages.length).toBe(shown.rows.length);
  expect(new Set(pages.map(({ id }) => id))).toEqual(new Set(shown.rows.map(({ id }) => Number(id))));
  const categories = pages.map(({ category }) => category.toLowerCase());
  expect(new Set(categories).size).toBe(categories.filter((each, at) => each !== categories[at - 1]).length);
  expect((await read(`category=${staples}&state=hidden`)).map(({ id }) => id)).toContain(low);
  expect((await operator.get(`${path}?sort=price`)).status).toBe(400);
});

it('adds a known product once per name and unit', async () => {
  const path = '/api/operator/catalog-products';
  const body = {
    name: 'Filter papers',
    name_hi: 'फ़िल्टर पेपर',
    category_id: await idOf('categories', 'Tea & coffee'),
    unit_id: await idOf('units', 'pack of 100'),
    mrp: 99.5,
  };
  expect(await operator.post(path, { body })).toMatchObject({ status: 201, body: { ...body, unit: 'pack of 100' } });
  expect((await operator.post(path, { body: { ...body, name: 'filter papers' } })).status).toBe(400);
  const own = await vendor.post('/api/units', { body: { name: 'our own unit' } });
  expect((await operator.post(path, { body: { ...body, name: 'Other', unit_id: own.body.id } })).status).toBe(400);
  expect(await suggest({ search: 'filter pap' })).toMatchObject([{ name: 'Filter papers', mrp: 99.5 }]);
});

it('gives the Hindi names of products and of what the operator has named, to everybody', async () => {
  await operator.post('/api/operator/catalog/colors', { body: { name: 'Saffron', name_hi: 'केसरिया' } });
  const { body, headers } = await api.as().get('/api/catalog/names');
  const { names, products } = hindiNamesView.parse(body);
  expect([products['Toor dal'], names['Saffron'], names['Bakery']]).toEqual(['अरहर दाल', 'केसरिया', undefined]);
  expect(headers.get('cache-control')).toBe('max-age=3600');
});
