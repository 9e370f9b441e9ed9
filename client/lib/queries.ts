import { getShop } from '@haat/contract/shops/shops.calls';
import { callQuery } from './call-query.ts';

/** The query keys. An invalidated key takes along all that begin with the same elements. */
export const QUERY_KEYS = {
  shop: (slug: string) => shopQuery(slug).queryKey,
  products: (shopId: number) => ['/api/products', `/api/products?shopId=${shopId}`] as const,
  shopOrders: (shopId: number) => ['orders', 'shop', shopId] as const,
};

export const shopQuery = (slug: string) => callQuery(getShop, { params: { slug } });
