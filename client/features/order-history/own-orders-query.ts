import type { OrderView } from '@haat/contract/api/orders.schema';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { ORDER } from '../../lib/order-sample.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

const ORDERS_PER_PAGE = 20;

/** The user's orders, newest first, page by page; a page begins where the one before ended, whatever was added since. */
export const ownOrdersQuery = infiniteQueryOptions({
  queryKey: QUERY_KEYS.ownOrders,
  queryFn: ({ pageParam, signal }) =>
    callApi<OrderView[]>(`/api/orders/user?limit=${ORDERS_PER_PAGE}${pageParam ? `&after=${pageParam}` : ''}`, {
      signal,
      like: [ORDER],
    }),
  initialPageParam: 0,
  getNextPageParam: (page) => (page.length < ORDERS_PER_PAGE ? undefined : page.at(-1)?.id),
  select: ({ pages }) => pages.flat(),
  // What happened while no screen was looking is not told again.
  staleTime: 0,
});
