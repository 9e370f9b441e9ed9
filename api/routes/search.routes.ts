import * as api from '@haat/contract/api/search';
import type { ShopCard } from '@haat/contract/api/shops';
import { toRupees } from '@haat/contract/rules/rupees';
import { type FoundProduct, type FoundShop, searchMarket } from '@haat/core/services/search/search-market';
import { type Route, route } from '../http/route.ts';
import { presentCard, toKilometres } from './shops.routes.ts';

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

// Paused shops are not searched.
const presentShop = ({ isOpen, distanceMetres, ...shop }: FoundShop): ShopCard => ({
  ...presentCard({ ...shop, pausedAt: null }, isOpen),
  ...(distanceMetres !== null && { distance_km: toKilometres(distanceMetres) }),
});
