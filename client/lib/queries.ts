import { getShop } from '@haat/contract/shops/shops.calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api.ts';

/** The query keys. An invalidated key takes along all that begin with the same elements. */
export const QUERY_KEYS = {
  shops: ['shops'] as const,
  shop: (slug: string) => ['shop', slug] as const,
  products: (shopId: number) => ['products', shopId] as const,
  navigation: (slug: string) => ['navigation', slug] as const,
  visitCount: ['visit-count'] as const,
  addresses: ['addresses'] as const,
  pinCode: (pin: string) => ['pin-code', pin] as const,
  ownLocation: ['own-location'] as const,
  /** All that changes with the user's orders. */
  ofOwnOrders: ['orders', 'own'] as const,
  /** Lists of orders only: live updates change the data under this key. */
  ownOrders: ['orders', 'own', 'lists'] as const,
  orderedShops: ['orders', 'own', 'shops'] as const,
  boughtProducts: ['orders', 'own', 'bought'] as const,
  shopOrders: (shopId: number) => ['orders', 'shop', shopId] as const,
  notifications: ['notifications'] as const,
  consents: ['account', 'consents'] as const,
  sessions: ['account', 'sessions'] as const,
  ownShops: ['account', 'shops'] as const,
  applications: ['account', 'applications'] as const,
};

export const shopQuery = (slug: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.shop(slug),
    queryFn: ({ signal }) => call(getShop, { params: { slug }, signal }),
  });
