import * as api from '@haat/contract/api/search';
import { toRupees } from '@haat/contract/rules/rupees';
import { type FoundProduct, type FoundShop, searchMarket } from '@haat/core/services/search/search-market';
import { type Route, route } from '../http/route.ts';
import { toKilometres } from './shops.routes.ts';

export const searchRoutes: Route[] = [
  route(api.searchMarket, async ({ query: { q, lat, lng, limit } }) => {
    const place = lat === undefined || lng === undefined ? undefined : { latitude: lat, longitude: lng };
    const { products, shops } = await searchMarket({ search: q, place, limit });
    return { products: products.map(presentProduct), shops: shops.map(presentShop) };
  }),
];

function presentProduct(product: FoundProduct): api.FoundProduct {
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
  const shop = presentShop(product.shop);
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

function presentShop({ openTime, closeTime, timeZone, isOpen, distanceMetres, ...shop }: FoundShop): api.FoundShop {
  const { id, slug, name, address } = shop;
  return {
    id,
    slug,
    name,
    address,
    open_time: openTime,
    close_time: closeTime,
    time_zone: timeZone,
    open_now: isOpen,
    // Paused shops are not searched.
    paused: false,
    ...(distanceMetres !== null && { distance_km: toKilometres(distanceMetres) }),
  };
}
