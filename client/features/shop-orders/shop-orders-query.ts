import { countShopOrders, listShopOrders } from '@haat/contract/api/orders';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

/** Without a status and a search: all orders. */
export type BoardFilter = { status?: OrderStatus | undefined; search: string };

const PAGE_SIZE = 50;

// Polled as well: an event sent while the first live connection is being opened would be missed.
const FRESH = { staleTime: 0, refetchInterval: 60_000 };

/** All loaded pages of the shop's orders; live events refetch them. */
export function useShopOrders(shopId: number, filter: BoardFilter) {
  const { data, ...rest } = useInfiniteQuery(shopOrdersQuery(shopId, filter));
  const orders = useMemo(() => data?.pages.flat(), [data]);
  return { ...rest, orders };
}

/** The orders of a shop, newest first, by cursor. */
const shopOrdersQuery = (shopId: number, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listShopOrders, {
        params: { shopId },
        query: { limit: PAGE_SIZE, status: filter.status, search: filter.search || undefined, after: pageParam },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...FRESH,
  });

/** The number of orders per status. */
export const orderCountsQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'counts'] as const,
    queryFn: ({ signal }) => call(countShopOrders, { params: { shopId }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
