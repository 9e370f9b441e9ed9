import type { VisitCountView } from '@haat/contract/api/analytics.schema';
import type { NavigationView } from '@haat/contract/api/navigation.schema';
import type { ProductView } from '@haat/contract/api/products.schema';
import type { ShopView } from '@haat/contract/api/shops.schema';
import { queryOptions } from '@tanstack/react-query';
import { readPublic } from './read-public.ts';

/** What the reads are filed under; the first word is what live events invalidate by. */
export const QUERY_KEYS = {
  shop: (slug: string) => ['shop', slug] as const,
  products: (shopId: number) => ['products', shopId] as const,
  navigation: ['navigation'] as const,
  visitCount: ['visit-count'] as const,
  addresses: ['addresses'] as const,
  ownOrders: ['orders', 'own'] as const,
  shopOrders: (shopId: number) => ['orders', 'shop', shopId] as const,
  notifications: ['notifications'] as const,
};

const SHOP = { id: 0, slug: '' };
// What nothing can be bought of is no product of ours.
const VARIANTS = [{ id: 0, price: 0 }, 'never empty'] as const;
const PRODUCT = { id: 0, name: '', price: 0, category_name: '', variants: VARIANTS } as const;

export const shopQuery = (slug: string) =>
  queryOptions({
    queryKey: QUERY_KEYS.shop(slug),
    queryFn: ({ signal }) => readPublic<ShopView>(`/api/shops/${encodeURIComponent(slug)}`, { signal, like: SHOP }),
  });

export const productsQuery = (shopId: number) =>
  queryOptions({
    queryKey: QUERY_KEYS.products(shopId),
    queryFn: ({ signal }) => readPublic<ProductView[]>(`/api/products?shopId=${shopId}`, { signal, like: [PRODUCT] }),
  });

export const navigationQuery = queryOptions({
  queryKey: QUERY_KEYS.navigation,
  queryFn: ({ signal }) =>
    readPublic<NavigationView>('/api/navigation', {
      signal,
      like: { navItems: [{ id: '', name: '', description: [''] }] },
    }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const visitCountQuery = queryOptions({
  queryKey: QUERY_KEYS.visitCount,
  queryFn: ({ signal }) => readPublic<VisitCountView>('/api/analytics/visit-count', { signal, like: { count: 0 } }),
});
