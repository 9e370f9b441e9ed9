import { removeProduct } from '@haat/core/services/catalogue/remove-product';
import { database } from '@haat/core/db/database';
import { formOf } from '../form.ts';
import type { Caller, Calls } from './call.ts';
import type { World } from './world.ts';

/** The operator writes in the shop that the call names, everybody else in their own. */
const named = ({ people, shop }: World, { userId }: Caller): { shop_id?: number } =>
  userId === people.PA.user.id ? { shop_id: shop.id } : {};

const texts = (fields: Record<string, unknown>) =>
  formOf(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)])));

const newProduct = { name: 'Coconut', price: 45, stock: 3 };

export const CATALOGUE_CALLS: Calls = {
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
  'GET /api/shops/:shopId/products': {
    expected: '401 403 403 200 403 200 200 401 401',
    input: ({ shop }) => ({ path: `/api/shops/${shop.id}/products` }),
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

async function removedProduct({ newProduct: create, people }: World): Promise<number> {
  const { id } = await create();
  const { user, shop } = people.VS;
  const by = { userId: user.id, sessionId: '', email: user.email, shopId: shop.id, shopSlug: shop.slug };
  await removeProduct({ id, by: { ...by, role: 'vendor', isPlatformAdmin: false } });
  return id;
}

async function ownCategory({ shop, newName }: World): Promise<number> {
  const { rows } = await database().pool.query<{ id: number }>(
    'INSERT INTO categories (shop_id, name) VALUES ($1, $2) RETURNING id',
    [shop.id, newName()],
  );
  return rows[0]!.id;
}
