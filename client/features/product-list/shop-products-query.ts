import { listShopProducts, type ProductStatus } from '@haat/contract/api/products';
import { isProductBarcode } from '@haat/contract/rules/product-input';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { watchCatalog } from '../../lib/catalog-updates.ts';

/** All loaded pages of a shop's products. The unfiltered list follows sales and edits of others live. */
export function useShopProducts(shopId: number, filter: ProductFilter) {
  const queries = useQueryClient();
  // In a filtered list, rows that no longer match would disappear under a finger.
  const isUnfiltered = filter.status === 'all';
  useEffect(() => {
    if (!isUnfiltered) return undefined;
    const queryKey = shopProductsKey(shopId);
    return watchCatalog(shopId, () => void queries.invalidateQueries({ queryKey }, { cancelRefetch: false }));
  }, [queries, shopId, isUnfiltered]);

  const { data, ...rest } = useInfiniteQuery(shopProductsQuery(shopId, filter));
  const products = useMemo(() => data?.pages.flat(), [data]);
  return { ...rest, products };
}

export type ProductFilter = { search: string; status: ProductStatus };

const PAGE_SIZE = 50;

export const shopProductsKey = (shopId: number) => ['shop-products', shopId] as const;

/** A shop's own products by name; the previous list stays until the next one is loaded. */
const shopProductsQuery = (shopId: number, filter: ProductFilter) =>
  infiniteQueryOptions({
    queryKey: [...shopProductsKey(shopId), filter],
    queryFn: ({ pageParam, signal }) =>
      call(listShopProducts, {
        params: { shopId },
        query: { limit: PAGE_SIZE, ...queryOf(filter), after: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    // Sales and edits of others are not received while the list is not mounted.
    staleTime: 0,
  });

function queryOf({ search, status }: ProductFilter) {
  return {
    // A scanned code identifies one product, whatever the other filters say.
    ...(isProductBarcode(search) ? { barcode: search } : { search: search || undefined }),
    status: status === 'all' ? undefined : status,
  };
}
