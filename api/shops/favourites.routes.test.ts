import { boughtProductView, favouritesView, MAX_FAVOURITES } from '@haat/contract/shops/favourites.calls';
import { foundProduct } from '@haat/contract/shops/search.calls';
import { shopCard } from '@haat/contract/shops/shops.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createProduct, createPublicShop, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { beforeAll, expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
beforeAll(async () => {
  shop = await createShop({ slug: 'malnad-dairy', name: 'Malnad Dairy' });
});

const signIn = async () => api.as(await api.signIn({ user: await createUser(), shop }));

it('returns favourites in the format of the contract', async () => {
  const customer = await signIn();
  const { product } = await createProduct({ shop, name: 'Ghee', variants: [{ pricePaise: 350_50, stock: 0 }] });
  const paused = await createPublicShop({ slug: 'paused-dairy', pausedAt: new Date() });
  for (const path of [`products/${product.id}`, `shops/${shop.id}`, `shops/${paused.id}`])
    expect((await customer.put(`/api/favourites/${path}`)).status).toBe(204);

  const ids = (await customer.get('/api/favourites')).body;
  expect(favouritesView.parse(ids)).toEqual({
    shop_ids: expect.arrayContaining([shop.id, paused.id]),
    product_ids: [product.id],
  });
  const shops = (await customer.get('/api/favourites/shops')).body;
  expect(shopCard.array().parse(shops)).toMatchObject([
    { slug: 'paused-dairy', open: false, paused: true },
    { slug: 'malnad-dairy', open: true, paused: false },
  ]);
  const products = (await customer.get('/api/favourites/products')).body;
  expect(foundProduct.array().parse(products)).toMatchObject([
    { name: 'Ghee', price: 350.5, in_stock: false, shop: { slug: 'malnad-dairy' } },
  ]);

  expect((await customer.request('DELETE', `/api/favourites/shops/${shop.id}`)).status).toBe(204);
  expect((await customer.request('DELETE', `/api/favourites/products/${product.id}`)).status).toBe(204);
  expect((await customer.get('/api/favourites')).body).toEqual({ shop_ids: [paused.id], product_ids: [] });
});

it('refuses more than an account can have, and says how to continue', async () => {
  const user = await createUser();
  const customer = api.as(await api.signIn({ user, shop }));
  await database().pool.query(
    `WITH added AS (
       INSERT INTO products (shop_id, name) SELECT $1, 'Product ' || n FROM generate_series(1, $3::int) n RETURNING id
     ) INSERT INTO favourite_products (user_id, product_id) SELECT $2, id FROM added`,
    [shop.id, user.id, MAX_FAVOURITES],
  );
  const refused = await customer.put(`/api/favourites/shops/${shop.id}`);
  const error = 'You have reached the limit of 500 favourites. Remove one to add another.';
  expect(refused).toMatchObject({ status: 422, body: { code: 'favourites_limit_reached', error } });
});

it('returns what a customer has bought in a shop', async () => {
  const customer = await signIn();
  const { product, variants } = await createProduct({ shop });
  const { body: order } = await customer.post('/api/orders', { body: orderBody([{ variant: variants[0]! }]) });
  const path = `/api/shops/${shop.id}/bought-products`;
  expect((await customer.get(path)).body).toEqual([]);
  await database().pool.query(`UPDATE orders SET status = 'Delivered' WHERE id = $1`, [order.orderId]);
  const { body } = await customer.get(path);
  expect(boughtProductView.array().parse(body)).toEqual([{ product_id: product.id, variant_id: variants[0]!.id }]);
  const anywhere = foundProduct.array().parse((await customer.get('/api/bought-products')).body);
  expect(anywhere).toMatchObject([
    { id: product.id, variant: { id: variants[0]!.id }, shop: { slug: 'malnad-dairy' } },
  ]);
});
