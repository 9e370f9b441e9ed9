import * as api from '@haat/contract/shops/favourites.calls';
import type { FoundProduct } from '@haat/contract/shops/search.calls';
import type { ProductListing } from '@haat/core/catalog/product-listing.sql';
import {
  addFavouriteProduct,
  addFavouriteShop,
  listFavouriteIds,
  listFavouriteProducts,
  listFavouriteShops,
  removeFavouriteProduct,
  removeFavouriteShop,
} from '@haat/core/shops/favourites';
import { listBoughtProducts, listProductsBoughtAnywhere } from '@haat/core/orders/bought-products';
import type { ShopListing } from '@haat/core/shops/list-all-shops';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';
import { presentProduct } from './search.routes.ts';
import { presentCardAt } from './present-card.ts';

export const favouritesRoutes: Route[] = [
  route(api.listFavourites, async ({ user: { userId } }) =>
    wire(api.favouritesView, await listFavouriteIds({ userId })),
  ),

  route(api.listFavouriteShops, async ({ user: { userId } }) => {
    const now = new Date();
    return (await listFavouriteShops({ userId })).map((shop) => presentCardAt(shop, now));
  }),

  route(api.listFavouriteProducts, async ({ user: { userId } }) =>
    presentProducts(await listFavouriteProducts({ userId })),
  ),

  route(api.addFavouriteShop, ({ user: { userId }, params: { id } }) => addFavouriteShop({ userId, id })),

  route(api.removeFavouriteShop, ({ user: { userId }, params: { id } }) => removeFavouriteShop({ userId, id })),

  route(api.addFavouriteProduct, ({ user: { userId }, params: { id } }) => addFavouriteProduct({ userId, id })),

  route(api.removeFavouriteProduct, ({ user: { userId }, params: { id } }) => removeFavouriteProduct({ userId, id })),

  route(api.listProductsBoughtAnywhere, async ({ user: { userId } }) =>
    presentProducts(await listProductsBoughtAnywhere({ userId })),
  ),

  route(api.listBoughtProducts, async ({ user: { userId }, params: { shopId } }) =>
    wire(api.boughtProductView, await listBoughtProducts({ userId, shopId })),
  ),
];

function presentProducts(products: readonly (ProductListing & { shop: ShopListing })[]): FoundProduct[] {
  const now = new Date();
  return products.map(({ shop, ...product }) => presentProduct(product, presentCardAt(shop, now)));
}
