import { MAX_FAVOURITES } from '@haat/contract/shops/favourites.calls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import { User } from '../db/accounts.models.ts';
import { createProduct, createPublicShop, createShop, createUser } from '../test/factories.ts';
import {
  addFavouriteProduct,
  addFavouriteShop,
  listFavouriteIds,
  listFavouriteProducts,
  listFavouriteShops,
  removeFavouriteProduct,
  removeFavouriteShop,
} from './favourites.ts';

let shop: Shop;
let userId: number;
beforeAll(() => void connectDatabase());
afterAll(closeDatabase);
beforeEach(async () => {
  shop = await createShop();
  userId = (await createUser()).id;
});

const productNames = async () => (await listFavouriteProducts({ userId })).map(({ name }) => name);
const shopSlugs = async () => (await listFavouriteShops({ userId })).map(({ slug }) => slug);

it('adds and removes shops and products, once each, and lists the newest first', async () => {
  const other = await createPublicShop();
  const { product: milk } = await createProduct({ shop, name: 'Milk' });
  const { product: ghee } = await createProduct({ shop, name: 'Ghee' });
  for (const id of [shop.id, other.id, shop.id]) await addFavouriteShop({ userId, id });
  for (const id of [milk.id, ghee.id, milk.id]) await addFavouriteProduct({ userId, id });
  expect(await shopSlugs()).toEqual([other.slug, shop.slug]);
  expect(await productNames()).toEqual(['Ghee', 'Milk']);
  expect(await listFavouriteIds({ userId })).toEqual({
    shopIds: expect.arrayContaining([shop.id, other.id]),
    productIds: expect.arrayContaining([milk.id, ghee.id]),
  });

  for (const id of [other.id, other.id]) await removeFavouriteShop({ userId, id });
  for (const id of [ghee.id, ghee.id]) await removeFavouriteProduct({ userId, id });
  expect([await shopSlugs(), await productNames()]).toEqual([[shop.slug], ['Milk']]);
  const stranger = await createUser();
  expect(await listFavouriteIds({ userId: stranger.id })).toEqual({ shopIds: [], productIds: [] });
});

it('offers the first variant in stock, with the shop of the product', async () => {
  const { product } = await createProduct({
    shop,
    variants: [
      { unit: '200 g', stock: 0 },
      { unit: '500 g', stock: 3, pricePaise: 350_50, mrpPaise: 400_00 },
    ],
  });
  await addFavouriteProduct({ userId, id: product.id });
  expect(await listFavouriteProducts({ userId })).toEqual([
    expect.objectContaining({
      id: product.id,
      pricePaise: 350_50,
      mrpPaise: 400_00,
      stock: 3,
      unitName: '500 g',
      variantCount: 2,
    }),
  ]);
  expect((await listFavouriteProducts({ userId }))[0]?.shop).toMatchObject({ id: shop.id, slug: shop.slug });
});

describe('what is not available', () => {
  it('is left out until it is available again, and is still a favourite', async () => {
    const { product } = await createProduct({ shop, name: 'Milk' });
    await addFavouriteProduct({ userId, id: product.id });
    await addFavouriteShop({ userId, id: shop.id });
    const states = [
      [() => product.$query().patch({ isPublished: false }), () => product.$query().patch({ isPublished: true })],
      [() => product.$query().patch({ deletedAt: new Date() }), () => product.$query().patch({ deletedAt: null })],
    ] as const;
    for (const [hide, show] of states) {
      await hide();
      expect(await productNames()).toEqual([]);
      await show();
      expect(await productNames()).toEqual(['Milk']);
    }
    await shop.$query().patch({ suspendedAt: new Date() });
    expect([await shopSlugs(), await productNames()]).toEqual([[], []]);
    expect(await listFavouriteIds({ userId })).toEqual({ shopIds: [shop.id], productIds: [product.id] });
  });

  it('cannot be added', async () => {
    const hidden = (await createProduct({ shop, isPublished: false })).product;
    const deleted = (await createProduct({ shop, deletedAt: new Date() })).product;
    const suspended = await createShop({ suspendedAt: new Date() });
    const ofSuspended = (await createProduct({ shop: suspended })).product;
    const platform = await Shop.query().findOne({ isPlatform: true });
    for (const { id } of [hidden, deleted, ofSuspended, { id: 999_999_999 }])
      await expect(addFavouriteProduct({ userId, id })).rejects.toMatchObject({ code: 'not_found' });
    for (const id of [suspended.id, platform?.id ?? 0, 999_999_999])
      await expect(addFavouriteShop({ userId, id })).rejects.toMatchObject({ code: 'not_found' });
    expect(await listFavouriteIds({ userId })).toEqual({ shopIds: [], productIds: [] });
  });
});

describe('the limit', () => {
  const productIds = async (count: number) => {
    const { rows } = await database().pool.query<{ id: number }>(
      `INSERT INTO products (shop_id, name) SELECT $1, 'Product ' || n FROM generate_series(1, $2::int) n RETURNING id`,
      [shop.id, count],
    );
    return rows.map(({ id }) => id);
  };
  const fill = async (ids: number[]) =>
    database().pool.query('INSERT INTO favourite_products (user_id, product_id) SELECT $1, unnest($2::bigint[])', [
      userId,
      ids,
    ]);

  it('counts shops and products together, and accepts an existing favourite again', async () => {
    const [first = 0, last = 0, ...others] = await productIds(MAX_FAVOURITES);
    await fill([first, ...others]);
    await addFavouriteShop({ userId, id: shop.id });
    const error = { code: 'favourites_limit_reached', message: expect.stringContaining('limit of 500 favourites') };
    await expect(addFavouriteProduct({ userId, id: last })).rejects.toMatchObject(error);
    await addFavouriteProduct({ userId, id: first });
    await removeFavouriteProduct({ userId, id: first });
    await addFavouriteProduct({ userId, id: last });
    expect((await listFavouriteIds({ userId })).productIds).toHaveLength(MAX_FAVOURITES - 1);
  });

  it('also holds for favourites that are added at the same time', async () => {
    const ids = await productIds(MAX_FAVOURITES + 4);
    await fill(ids.slice(0, MAX_FAVOURITES - 1));
    const added = await Promise.allSettled(
      ids.slice(MAX_FAVOURITES - 1).map((id) => addFavouriteProduct({ userId, id })),
    );
    expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await listFavouriteIds({ userId })).productIds).toHaveLength(MAX_FAVOURITES);
  });
});

it('adds nothing to a deleted account', async () => {
  await User.query().findById(userId).patch({ email: null, name: null, mobile: null, deletedAt: new Date() });
  await expect(addFavouriteShop({ userId, id: shop.id })).rejects.toMatchObject({ code: 'not_found' });
});
