import * as api from '@haat/contract/shops/search.calls';
import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { toPaise, toRupees } from '@haat/contract/rupees';
import type { ProductListing } from '@haat/core/catalog/product-listing.sql';
import { marketCategories } from '@haat/core/shops/search/market-categories';
import { searchMarket } from '@haat/core/shops/search/search-market';
import type { FoundShop } from '@haat/core/shops/search/search.sql';
import { clientAddress } from '../http/input.ts';
import { type Route, route } from '../http/route.ts';
import { presentCard, toKilometres } from './present-card.ts';

export const searchRoutes: Route[] = [
  route(api.searchMarket, async ({ ctx, query: { q, lat, lng, limit, min_price: least, max_price: most } }) => {
    const place = toPlace(lat, lng);
    const prices = toPrices(least, most);
    const found = await searchMarket({ search: q, place, prices, limit, clientAddress: clientAddress(ctx.ip) });
    const { products, shops, instead } = found;
    const now = new Date();
    return {
      ...(instead && { instead }),
      products: products.map(({ shop, ...product }) => presentProduct(product, presentShop(shop, now))),
      shops: shops.map((shop) => presentShop(shop, now)),
    };
  }),
  route(api.listMarketCategories, ({ ctx, query: { lat, lng } }) =>
    marketCategories({ place: toPlace(lat, lng), clientAddress: clientAddress(ctx.ip) }),
  ),
];

const toPlace = (latitude: number | undefined, longitude: number | undefined) =>
  latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };

const toPrices = (least: number | undefined, most: number | undefined) =>
  least === undefined && most === undefined
    ? undefined
    : { least: toPaise(least ?? 0), most: toPaise(most ?? MAX_RUPEES) };

const MAX_RUPEES = 9_999_999;

/** A product of one of many shops. */
export function presentProduct(product: ProductListing, shop: ShopCard): api.FoundProduct {
  const { id, name, image, stock, unitName, variantCount } = product;
  const price = toRupees(product.pricePaise);
  const mrp = product.mrpPaise === null ? null : toRupees(product.mrpPaise);
  const variant = {
    id: product.variantId,
    price,
    mrp,
    stock,
    size: option(product.sizeId, product.sizeName),
    color: option(product.colorId, product.colorName),
    unit: option(product.unitId, unitName),
  };
  return {
    id,
    name,
    image,
    price,
    mrp,
    unit: unitName,
    in_stock: stock > 0,
    variant,
    variant_count: variantCount,
    shop,
  };
}

const option = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });

// Paused shops are not searched.
const presentShop = ({ isOpen, distanceMetres, ...shop }: FoundShop, now: Date): ShopCard => ({
  ...presentCard({ ...shop, pausedAt: null }, isOpen, now),
  ...(distanceMetres !== null && { distance_km: toKilometres(distanceMetres) }),
});
