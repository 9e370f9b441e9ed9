import * as z from 'zod';
import { id, idParam, idParams } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { foundProduct } from './search.calls.ts';
import { shopCard } from './shops.calls.ts';

/** The maximum number of favourites of an account, shops and products together. */
export const MAX_FAVOURITES = 500;

/** The ids of all favourites, also of shops and products that are not available at the moment. */
export const favouritesView = z.object({ shop_ids: z.array(id), product_ids: z.array(id) }).meta({ id: 'Favourites' });
export type FavouritesView = z.infer<typeof favouritesView>;

export const listFavourites = endpoint({
  method: 'get',
  path: '/api/favourites',
  access: 'user',
  summary: "List the ids of the user's favourites, also of those that are not available at the moment",
  output: favouritesView,
});

export const listFavouriteShops = endpoint({
  method: 'get',
  path: '/api/favourites/shops',
  access: 'user',
  summary: "List the user's favourite shops, the newest favourite first",
  description: 'Suspended shops are left out.',
  output: z.array(shopCard),
});

export const listFavouriteProducts = endpoint({
  method: 'get',
  path: '/api/favourites/products',
  access: 'user',
  summary: "List the user's favourite products, the newest favourite first",
  description: 'Hidden and deleted products and those of suspended shops are left out.',
  output: z.array(foundProduct),
});

const limit = `An account can have ${MAX_FAVOURITES} favourites. Adding one a second time changes nothing.`;

export const addFavouriteShop = endpoint({
  method: 'put',
  path: '/api/favourites/shops/:id',
  access: 'user',
  summary: 'Add a shop to the favourites',
  description: limit,
  params: idParams,
  errors: ['favourites_limit_reached'],
});

export const removeFavouriteShop = endpoint({
  method: 'delete',
  path: '/api/favourites/shops/:id',
  access: 'user',
  summary: 'Remove a shop from the favourites; without effect if it is not one',
  params: idParams,
});

export const addFavouriteProduct = endpoint({
  method: 'put',
  path: '/api/favourites/products/:id',
  access: 'user',
  summary: 'Add a product to the favourites',
  description: limit,
  params: idParams,
  errors: ['favourites_limit_reached'],
});

export const removeFavouriteProduct = endpoint({
  method: 'delete',
  path: '/api/favourites/products/:id',
  access: 'user',
  summary: 'Remove a product from the favourites; without effect if it is not one',
  params: idParams,
});

/** A product that the user has bought, and the variant of it that was bought most often. */
export const boughtProductView = z.object({ product_id: id, variant_id: id }).meta({ id: 'BoughtProduct' });
export type BoughtProductView = z.infer<typeof boughtProductView>;

export const listProductsBoughtAnywhere = endpoint({
  method: 'get',
  path: '/api/bought-products',
  access: 'user',
  summary: 'List the products in stock that the user has bought in any shop',
  description:
    'Of the last 50 delivered orders, at most 12, each in the form that was bought most often: products bought most often ' +
    'first, then the latest. Products of suspended shops are left out.',
  output: z.array(foundProduct),
});

export const listBoughtProducts = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/bought-products',
  access: 'user',
  summary: 'List the products that the user has bought in the shop and that it still sells',
  description:
    'Of the last 50 delivered orders, at most 12: products in stock first, then those bought most often, then the latest.',
  params: z.object({ shopId: idParam }),
  output: z.array(boughtProductView),
});
