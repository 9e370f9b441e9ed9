import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { shopOrdersQuery, type BoardFilter } from './shop-orders-query.ts';

/** The orders of a shop, as many pages as were asked for; read again whenever one comes or moves. */
export function useShopOrders(shopId: number, filter: BoardFilter) {
  const { data, ...rest } = useInfiniteQuery(shopOrdersQuery(shopId, filter));
  const orders = useMemo(() => data?.pages.flat(), [data]);
  return { ...rest, orders };
}
