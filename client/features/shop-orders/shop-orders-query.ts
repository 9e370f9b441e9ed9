import type { OrderCountsView, OrderView } from '@haat/contract/api/orders.schema';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { ORDER } from '../../lib/order-sample.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

/** Which of the shop's orders are looked at; all of them with neither. */
export type BoardFilter = { status?: OrderStatus | undefined; search: string };

const PAGE_SIZE = 50;

// A net below the live connections: a step told while the first of them was being made.
const FRESH = { staleTime: 0, refetchInterval: 60_000 };

/** The orders of a shop, newest first, in pages that begin behind the last order of the page before. */
export const shopOrdersQuery = (shopId: number, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'list', filter] as const,
    queryFn: ({ pageParam, signal }) =>
      callApi<OrderView[]>(pathOf(shopId, filter, pageParam), { signal, like: [ORDER] }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...FRESH,
  });

/** How many orders of the shop have each status. */
export const orderCountsQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'counts'] as const,
    queryFn: ({ signal }) =>
      callApi<OrderCountsView>(`/api/orders/shop/${shopId}/counts`, { signal, like: { Pending: 0 } }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });

function pathOf(shopId: number, { status, search }: BoardFilter, after: number | undefined): string {
  const query = new URLSearchParams({
    limit: String(PAGE_SIZE),
    ...(status && { status }),
    ...(search && { search }),
    ...(after !== undefined && { after: String(after) }),
  });
  return `/api/orders/shop/${shopId}?${query}`;
}
