import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { watchShelf } from '../../lib/watch-shelf.ts';
import { type ProductFilter, shopProductsKey, shopProductsQuery } from './shop-products-query.ts';

/** A shop's own products, as many pages as were asked for; sales and edits elsewhere show while the whole list does. */
export function useShopProducts(shopId: number, filter: ProductFilter) {
  const queries = useQueryClient();
  // In a filtered list, what no longer fits would slip away under a finger.
  const isWhole = filter.status === 'all';
  useEffect(() => {
    if (!isWhole) return undefined;
    const queryKey = shopProductsKey(shopId);
    return watchShelf(shopId, () => void queries.invalidateQueries({ queryKey }, { cancelRefetch: false }));
  }, [queries, shopId, isWhole]);

  const { data, ...rest } = useInfiniteQuery(shopProductsQuery(shopId, filter));
  const products = useMemo(() => data?.pages.flat(), [data]);
  return { ...rest, products };
}
