import { changeProducts } from '@haat/core/services/bulk-changes/change-products';
import { removeProduct } from '@haat/core/services/catalog/change-product';
import { database } from '@haat/core/db/database';
import { endImport } from '@haat/core/services/imports/import-record';
import { startImport } from '@haat/core/services/imports/start-import';
import { Shop } from '@haat/core/db/shop.model';
import { ShopMember } from '@haat/core/db/shop-member.model';
import { createMember } from '@haat/core/test/factories';
import { formOf } from '../form.ts';
import type { Caller, Calls, AuthorizationFixtures } from './fixtures.ts';
import { createPhoto } from '../photo.ts';
import { REQUIRED_FIELDS } from '../required-fields.ts';
import { settingsBody } from '../settings-body.ts';

/** The operator writes in the shop that the call names, everybody else in their own. */
const named = ({ people, shop }: AuthorizationFixtures, { userId }: Caller): { shop_id?: number } =>
  userId === people.PA.user.id ? { shop_id: shop.id } : {};

const texts = (fields: Record<string, unknown>) =>
  formOf(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));

const newProduct = { name: 'Coconut', price: 45, stock: 3, ...REQUIRED_FIELDS };

export const CATALOG_CALLS: Calls = {
  'POST /api/products': {
    expected: '401 403 403 201 201 201 201 401 401',
    input: (world, caller) => ({ body: texts({ ...newProduct, ...named(world, caller) }) }),
  },
  'POST /api/products for the shop': {
    expected: '401 403 403 201 403 201 201 401 401',
    input: ({ shop }) => ({ body: texts({ ...newProduct, shop_id: shop.id }) }),
  },
  'POST /api/products for no shop that is named': {
    expected: '401 403 403 201 201 201 400 401 401',
    input: () => ({ body: texts(newProduct) }),
  },
  'PUT /api/products/:id': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newProduct: create, shop }) => ({
      path: `/api/products/${(await create()).id}`,
      body: texts({ price: 60, shop_id: shop.id }),
    }),
  },
  'PUT /api/products/:id into another shop': {
    expected: '401 403 403 403 404 403 403 401 401',
    input: async ({ newProduct: create, elsewhere }) => ({
      path: `/api/products/${(await create()).id}`,
      body: texts({ price: 60, shop_id: elsewhere.id }),
    }),
  },
  'PATCH /api/products/:id': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newProduct: create }) => ({
      path: `/api/products/${(await create()).id}`,
      body: { published: false },
    }),
  },
  'DELETE /api/products/:id': {
    expected: '401 403 403 204 404 204 204 401 401',
    input: async ({ newProduct: create }) => ({ path: `/api/products/${(await create()).id}` }),
  },
  'POST /api/products/:id/restore': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async (world) => ({ path: `/api/products/${await removedProduct(world)}/restore` }),
  },
  'PATCH /api/variants/:id/stock': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newProduct: create }) => ({
      path: `/api/variants/${(await create()).variantId}/stock`,
      body: { stock: 9, seen: 5 },
    }),
  },
  'PATCH /api/variants/:id/price': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async ({ newProduct: create }) => ({
      path: `/api/variants/${(await create()).variantId}/price`,
      body: { price: 60 },
    }),
  },
  'GET /api/shops/:shopId/product-ids': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/product-ids` }),
  },
  'POST /api/shops/:shopId/products/price-preview': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async ({ newProduct: create, shop }) => ({
      path: `/api/shops/${shop.id}/products/price-preview`,
      body: { products: [(await create()).id], change: { kind: 'price', by: 'percent', value: 5 } },
    }),
  },
  'POST /api/shops/:shopId/products/bulk-changes': {
    expected: '401 403 403 201 403 201 201 401 401',
    input: async ({ newProduct: create, shop }) => ({
      path: `/api/shops/${shop.id}/products/bulk-changes`,
      body: { products: [(await create()).id], change: { kind: 'published', published: false } },
    }),
  },
  'POST /api/bulk-changes/:id/undo': {
    expected: '401 403 403 200 404 200 200 401 401',
    input: async (world) => ({ path: `/api/bulk-changes/${await bulkChange(world)}/undo` }),
  },
  'GET /api/shops/:shopId/products': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/products` }),
  },
  'GET /api/shops/:shopId/products/:id': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop, unpublished }) => ({ path: `/api/shops/${shop.id}/products/${unpublished.id}` }),
  },
  'GET /api/categories': { expected: '401 200 200 200 200 200 200 401 401' },
  'GET /api/categories of the shop': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/categories?shop_id=${shop.id}` }),
  },
  'POST /api/categories': {
    expected: '401 403 403 201 201 201 201 401 401',
    input: (world, caller) => ({ body: { name: world.newName(), ...named(world, caller) } }),
  },
  'POST /api/categories below one of the shop': {
    expected: '401 403 403 201 404 201 201 401 401',
    input: async (world, caller) => ({
      body: { name: world.newName(), parent_id: await ownCategory(world), ...named(world, caller) },
    }),
  },
  'GET /api/units': { expected: '401 200 200 200 200 200 200 401 401' },
  'GET /api/units of the shop': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/units?shop_id=${shop.id}` }),
  },
  'POST /api/units': {
    expected: '401 403 403 201 201 201 201 401 401',
    input: (world, caller) => ({ body: { name: world.newName(), ...named(world, caller) } }),
  },
};

async function removedProduct(world: AuthorizationFixtures): Promise<number> {
  const { id } = await world.newProduct();
  await removeProduct({ id, by: vendorOf(world) });
  return id;
}

async function bulkChange(world: AuthorizationFixtures): Promise<number> {
  const [{ id }, by] = [await world.newProduct(), vendorOf(world)];
  const change = { kind: 'delete' } as const;
  return (await changeProducts({ by, shopId: world.shop.id, products: [id], change })).id;
}

function vendorOf({ people: { VS } }: AuthorizationFixtures) {
  const { user, shop } = VS;
  return {
    userId: user.id,
    sessionId: crypto.randomUUID(),
    email: user.email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: 'vendor' as const,
    isPlatformAdmin: false,
  };
}

async function ownCategory({ shop, newName }: AuthorizationFixtures): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>(
    'INSERT INTO categories (shop_id, name) VALUES ($1, $2) RETURNING id',
    [shop.id, newName()],
  );
  return rows[0]!.id;
}

export const PRODUCT_CALLS: Calls = {
  'GET /api/products': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: ({ shop }) => ({ path: `/api/products?shopId=${shop.id}` }),
  },
  'GET /api/products/:id': {
    expected: '200 200 200 200 200 200 200 200 200',
    input: ({ product }) => ({ path: `/api/products/${product.id}` }),
  },
  'GET /api/products/:id unpublished': {
    expected: '404 404 404 404 404 404 404 404 404',
    input: ({ unpublished }) => ({ path: `/api/products/${unpublished.id}` }),
  },
};

const FILE = 'name,price\nCoconut,45\n';

const csv = () => new File([FILE], 'products.csv', { type: 'text/csv' });

export const IMPORT_CALLS: Calls = {
  'GET /api/shops/:shopId/products.csv': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/products.csv` }),
  },
  'POST /api/shops/:shopId/imports': {
    expected: '401 403 403 201 403 201 201 401 401',
    input: async (world) => {
      // One at a time: that of the caller before is over.
      await endImport({ id: await runningImport(world), as: 'cancelled' });
      return { path: `/api/shops/${world.shop.id}/imports`, body: formOf({ file: csv() }) };
    },
  },
  'GET /api/shops/:shopId/imports': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/imports` }),
  },
  'GET /api/shops/:shopId/imports/:id': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async (world) => ({ path: await pathOf(world) }),
  },
  'GET /api/shops/:shopId/imports/:id of another shop': {
    expected: '401 403 403 404 403 404 404 401 401',
    input: async (world) => ({ path: `/api/shops/${world.shop.id}/imports/${await importElsewhere(world)}` }),
  },
  'GET /api/shops/:shopId/imports/:id/rows': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async (world) => ({ path: `${await pathOf(world)}/rows?kind=failed` }),
  },
  'PUT /api/shops/:shopId/imports/:id/columns': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async (world) => {
      const id = await runningImport(world);
      // Of a dry run, as long as it is not applied.
      await endImport({ id, as: 'done' });
      await database().pool.query('UPDATE imports SET is_dry_run = true WHERE id = $1', [id]);
      return { path: `/api/shops/${world.shop.id}/imports/${id}/columns`, body: { columns: ['name', 'price'] } };
    },
  },
  'GET /api/shops/:shopId/imports/:id/errors.csv': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async (world) => ({ path: `${await pathOf(world)}/errors.csv` }),
  },
  'POST /api/shops/:shopId/imports/:id/apply': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async (world) => {
      const id = await runningImport(world);
      await endImport({ id, as: 'done' });
      return { path: `/api/shops/${world.shop.id}/imports/${id}/apply` };
    },
  },
  'POST /api/shops/:shopId/imports/:id/undo': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async (world) => {
      const id = await runningImport(world);
      await endImport({ id, as: 'done' });
      await database().pool.query('UPDATE imports SET is_dry_run = false WHERE id = $1', [id]);
      return { path: `/api/shops/${world.shop.id}/imports/${id}/undo` };
    },
  },
  'POST /api/shops/:shopId/imports/:id/cancel': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: async (world) => ({ path: `${await pathOf(world)}/cancel` }),
  },
};

const pathOf = async (world: AuthorizationFixtures) =>
  `/api/shops/${world.shop.id}/imports/${await runningImport(world)}`;

const runningImport = (world: AuthorizationFixtures) => importAt(world, 'VS');
const importElsewhere = (world: AuthorizationFixtures) => importAt(world, 'VX');

/** The import of their shop that is under way, a new one when none is. */
async function importAt({ people }: AuthorizationFixtures, who: 'VS' | 'VX'): Promise<number> {
  const { user, shop } = people[who];
  const { rows } = await database().pool.query<{ id: number }>(
    `SELECT id FROM imports WHERE shop_id = $1 AND state IN ('waiting', 'running')`,
    [shop.id],
  );
  if (rows[0]) return rows[0].id;
  const by = {
    userId: user.id,
    sessionId: crypto.randomUUID(),
    email: user.email,
    shopId: shop.id,
    shopSlug: shop.slug,
  };
  const session = { ...by, role: 'vendor' as const, isPlatformAdmin: false };
  const file = { name: 'products.csv', bytes: Buffer.from(FILE) };
  return (await startImport({ by: session, shopId: shop.id, file, isDryRun: true })).id;
}

const OF_MEMBERS = '401 403 403 200 403 200 200 401 401';
const OF_ADMINS = '401 403 403 403 403 200 200 401 401';
const OF_OPERATOR = '401 403 403 403 403 403 200 401 401';

const at = ({ shop }: AuthorizationFixtures, path: string) => ({ path: `/api/shops/${shop.id}/${path}` });

export const BACK_OFFICE_CALLS: Calls = {
  'GET /api/shops/:shopId/settings': { expected: OF_MEMBERS, input: (world) => at(world, 'settings') },
  'PUT /api/shops/:shopId/settings': {
    expected: OF_ADMINS,
    input: async (world) => ({
      ...at(world, 'settings'),
      body: settingsBody(await Shop.query().findById(world.shop.id).throwIfNotFound()),
    }),
  },
  'PUT /api/shops/:shopId/rush': {
    expected: OF_MEMBERS,
    input: (world) => ({ ...at(world, 'rush'), body: { minutes: 0 } }),
  },
  'PUT /api/shops/:shopId/pause': {
    expected: OF_MEMBERS,
    input: (world) => ({ ...at(world, 'pause'), body: { paused: false } }),
  },
  'PUT /api/shops/:shopId/picture': {
    expected: OF_ADMINS,
    input: async (world) => ({ ...at(world, 'picture'), body: formOf({ picture: await createPhoto() }) }),
  },
  'DELETE /api/shops/:shopId/picture': { expected: OF_ADMINS, input: (world) => at(world, 'picture') },
  'GET /api/shops/:shopId/setup': { expected: OF_MEMBERS, input: (world) => at(world, 'setup') },
  'PUT /api/shops/:shopId/setup/steps/:step': {
    expected: OF_MEMBERS,
    input: (world) => ({ ...at(world, 'setup/steps/picture'), body: { state: 'skipped' } }),
  },
  'POST /api/shops/:shopId/setup/close': {
    expected: OF_ADMINS,
    input: async (world) => {
      await Shop.query().findById(world.shop.id).patch({ phone: '9000000001' });
      return at(world, 'setup/close');
    },
  },
  'GET /api/shops/:shopId/activity': { expected: OF_ADMINS, input: (world) => at(world, 'activity') },
  'GET /api/shops/:shopId/members': { expected: OF_MEMBERS, input: (world) => at(world, 'members') },
  'POST /api/shops/:shopId/members': {
    expected: OF_ADMINS.replaceAll('200', '201'),
    input: (world) => ({ ...at(world, 'members'), body: { email: world.newEmail(), role: 'vendor' } }),
  },
  'PATCH /api/shops/:shopId/members/:userId': {
    expected: OF_ADMINS,
    input: async (world) => ({ ...at(world, `members/${await newMember(world)}`), body: { role: 'admin' } }),
  },
  'POST /api/shops/:shopId/members/:userId/invitation': {
    expected: OF_ADMINS,
    input: async (world) => at(world, `members/${await newInvited(world)}/invitation`),
  },
  'DELETE /api/shops/:shopId/members/:userId': {
    expected: OF_ADMINS.replaceAll('200', '204'),
    input: async (world) => at(world, `members/${await newMember(world)}`),
  },
  'DELETE /api/shops/:shopId/members/:userId of nobody': {
    expected: OF_ADMINS.replaceAll('200', '404'),
    input: (world) => at(world, 'members/999999999'),
  },
};

const newMember = async ({ shop }: AuthorizationFixtures): Promise<number> => (await createMember({ shop })).id;

async function newInvited(world: AuthorizationFixtures): Promise<number> {
  const userId = await newMember(world);
  await ShopMember.query().where({ userId, shopId: world.shop.id }).patch({ joinedAt: null });
  return userId;
}

export const CASH_REPORT_CALLS: Calls = {
  'GET /api/shops/:shopId/cash-report': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/cash-report?day=2026-11-20` }),
  },
  'GET /api/shops/:shopId/cash-report.csv': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/cash-report.csv` }),
  },
  'GET /api/shops/:shopId/cash-report of no shop': {
    expected: '401 403 403 403 403 403 404 401 401',
    input: () => ({ path: '/api/shops/999999999/cash-report' }),
  },
  'GET /api/shops/:shopId/cash-report of no day': {
    expected: '401 403 403 400 400 400 400 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/cash-report?day=2026-02-30` }),
  },
};

const MONEY_REPORT = 'money-report?from=2026-11-01&to=2026-11-20';

export const MONEY_REPORT_CALLS: Calls = {
  'GET /api/shops/:shopId/money-report': { expected: OF_MEMBERS, input: (world) => at(world, MONEY_REPORT) },
  'GET /api/shops/:shopId/money-report.csv': {
    expected: OF_MEMBERS,
    input: (world) => at(world, 'money-report.csv?period=30days&by=product'),
  },
  'GET /api/shops/:shopId/orders.csv': { expected: OF_MEMBERS, input: (world) => at(world, 'orders.csv?period=month') },
  'GET /api/shops/:shopId/cash-closes/:day': {
    expected: OF_MEMBERS,
    input: (world) => at(world, 'cash-closes/2026-11-20'),
  },
  'POST /api/shops/:shopId/cash-closes': {
    expected: '401 403 403 201 403 201 201 401 401',
    input: (world) => ({ ...at(world, 'cash-closes'), body: nextCount() }),
  },
  'GET /api/shops/:shopId/money-report of no shop': {
    expected: '401 403 403 403 403 403 404 401 401',
    input: () => ({ path: `/api/shops/999999999/${MONEY_REPORT}` }),
  },
  'GET /api/shops/:shopId/money-report of too many days': {
    expected: '401 403 403 400 400 400 400 401 401',
    input: (world) => at(world, 'money-report?from=2025-11-01&to=2026-11-20'),
  },
};

let counts = 0;

/** The first count of a day that nobody else counts. */
function nextCount() {
  counts += 1;
  const day = new Date(Date.UTC(2026, 0, counts)).toISOString().slice(0, 10);
  return { day, person_id: null, entry: 1, counted: 0 };
}

export const STATS_CALLS: Calls = {
  'GET /api/shops/:shopId/stats': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/stats` }),
  },
  'GET /api/shops/:shopId/stats of no shop': {
    expected: '401 403 403 403 403 403 404 401 401',
    input: () => ({ path: '/api/shops/999999999/stats' }),
  },
};

export const SHARED_CATALOG_CALLS: Calls = {
  'GET /api/catalog/names': { expected: '200 200 200 200 200 200 200 200 200' },
  'GET /api/catalog/products': { expected: '401 403 403 200 200 200 200 401 401' },
  'GET /api/catalog/options': { expected: '401 403 403 200 200 200 200 401 401' },
  'GET /api/operator/catalog/:kind': {
    expected: OF_OPERATOR,
    input: () => ({ path: '/api/operator/catalog/categories' }),
  },
  'POST /api/operator/catalog/:kind': {
    expected: OF_OPERATOR.replaceAll('200', '201'),
    input: ({ newName }) => ({ path: '/api/operator/catalog/units', body: { name: newName() } }),
  },
  'PATCH /api/operator/catalog/:kind/:id': {
    expected: OF_OPERATOR,
    input: async () => ({ path: `/api/operator/catalog/categories/${await sharedId('categories')}`, body: {} }),
  },
  'GET /api/operator/catalog-products': { expected: OF_OPERATOR },
  'POST /api/operator/catalog-products': {
    expected: OF_OPERATOR.replaceAll('200', '201'),
    input: async ({ newName }) => {
      const [category_id, unit_id] = [await sharedId('categories'), await sharedId('units')];
      return { body: { name: newName(), category_id, unit_id } };
    },
  },
  'PATCH /api/operator/catalog-products/:id': {
    expected: OF_OPERATOR,
    input: async () => ({ path: `/api/operator/catalog-products/${await sharedId('known_products')}`, body: {} }),
  },
};

async function sharedId(table: 'categories' | 'units' | 'known_products'): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>(`SELECT min(id) AS id FROM ${table} WHERE key <> ''`);
  return rows[0]!.id;
}
