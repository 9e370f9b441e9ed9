import { database } from '@haat/core/db/database';
import { changeProducts } from '@haat/core/catalog/bulk-changes/change-products';
import { removeProduct } from '@haat/core/catalog/change-product';
import type { AuthorizationFixtures, Caller, Calls } from './fixtures.ts';
import { formOf } from '../form.ts';
import { REQUIRED_FIELDS } from '../required-fields.ts';

/** The operator writes in the shop that the call names, all others in their own. */
const named = ({ people, shop }: AuthorizationFixtures, { userId }: Caller): { shop_id?: number } =>
  userId === people.PA.user.id ? { shop_id: shop.id } : {};

const texts = (fields: Record<string, unknown>) =>
  formOf(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));

const newProduct = { name: 'Coconut', price: 45, stock: 3, ...REQUIRED_FIELDS };

export const CATALOG_CALLS: Calls = {
  'POST /api/products': {
    expected: '401 403 403 201 201 201 201 401 401 403 403',
    input: (world, caller) => ({ body: texts({ ...newProduct, ...named(world, caller) }) }),
  },
  'POST /api/products for the shop': {
    expected: '401 403 403 201 403 201 201 401 401 403 403',
    input: ({ shop }) => ({ body: texts({ ...newProduct, shop_id: shop.id }) }),
  },
  'POST /api/products for no shop that is named': {
    expected: '401 403 403 201 201 201 400 401 401 403 403',
    input: () => ({ body: texts(newProduct) }),
  },
  'PUT /api/products/:id': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newProduct: create, shop }) => ({
      path: `/api/products/${(await create()).id}`,
      body: texts({ price: 60, shop_id: shop.id }),
    }),
  },
  'PUT /api/products/:id into another shop': {
    expected: '401 403 403 403 404 403 403 401 401 403 403',
    input: async ({ newProduct: create, elsewhere }) => ({
      path: `/api/products/${(await create()).id}`,
      body: texts({ price: 60, shop_id: elsewhere.id }),
    }),
  },
  'PATCH /api/products/:id': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newProduct: create }) => ({
      path: `/api/products/${(await create()).id}`,
      body: { published: false },
    }),
  },
  'DELETE /api/products/:id': {
    expected: '401 403 403 204 404 204 204 401 401 403 403',
    input: async ({ newProduct: create }) => ({ path: `/api/products/${(await create()).id}` }),
  },
  'POST /api/products/:id/restore': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async (world) => ({ path: `/api/products/${await removedProduct(world)}/restore` }),
  },
  'PATCH /api/variants/:id/stock': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newProduct: create }) => ({
      path: `/api/variants/${(await create()).variantId}/stock`,
      body: { stock: 9, seen: 5 },
    }),
  },
  'PATCH /api/variants/:id/price': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async ({ newProduct: create }) => ({
      path: `/api/variants/${(await create()).variantId}/price`,
      body: { price: 60 },
    }),
  },
  'GET /api/shops/:shopId/product-ids': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/product-ids` }),
  },
  'POST /api/shops/:shopId/products/price-preview': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: async ({ newProduct: create, shop }) => ({
      path: `/api/shops/${shop.id}/products/price-preview`,
      body: { products: [(await create()).id], change: { kind: 'price', by: 'percent', value: 5 } },
    }),
  },
  'POST /api/shops/:shopId/products/bulk-changes': {
    expected: '401 403 403 201 403 201 201 401 401 403 403',
    input: async ({ newProduct: create, shop }) => ({
      path: `/api/shops/${shop.id}/products/bulk-changes`,
      body: { products: [(await create()).id], change: { kind: 'published', published: false } },
    }),
  },
  'POST /api/bulk-changes/:id/undo': {
    expected: '401 403 403 200 404 200 200 401 401 403 403',
    input: async (world) => ({ path: `/api/bulk-changes/${await bulkChange(world)}/undo` }),
  },
  'GET /api/shops/:shopId/products': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/products` }),
  },
  'GET /api/shops/:shopId/products/:id': {
    expected: '401 403 403 200 403 200 200 401 401 403 403',
    input: ({ shop, unpublished }) => ({ path: `/api/shops/${shop.id}/products/${unpublished.id}` }),
  },
  'GET /api/categories': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'GET /api/categories of the shop': {
    expected: '401 403 403 200 403 200 200 401 401 200 403',
    input: ({ shop }) => ({ path: `/api/categories?shop_id=${shop.id}` }),
  },
  'POST /api/categories': {
    expected: '401 403 403 201 201 201 201 401 401 403 403',
    input: (world, caller) => ({ body: { name: world.newName(), ...named(world, caller) } }),
  },
  'POST /api/categories below one of the shop': {
    expected: '401 403 403 201 404 201 201 401 401 403 403',
    input: async (world, caller) => ({
      body: { name: world.newName(), parent_id: await ownCategory(world), ...named(world, caller) },
    }),
  },
  'GET /api/units': { expected: '401 200 200 200 200 200 200 401 401 200 200' },
  'GET /api/units of the shop': {
    expected: '401 403 403 200 403 200 200 401 401 200 403',
    input: ({ shop }) => ({ path: `/api/units?shop_id=${shop.id}` }),
  },
  'POST /api/units': {
    expected: '401 403 403 201 201 201 201 401 401 403 403',
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
    actorId: user.id,
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
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: ({ shop }) => ({ path: `/api/products?shopId=${shop.id}` }),
  },
  'GET /api/products/:id': {
    expected: '200 200 200 200 200 200 200 200 200 200 200',
    input: ({ product }) => ({ path: `/api/products/${product.id}` }),
  },
  'GET /api/products/:id unpublished': {
    expected: '404 404 404 404 404 404 404 404 404 404 404',
    input: ({ unpublished }) => ({ path: `/api/products/${unpublished.id}` }),
  },
};
