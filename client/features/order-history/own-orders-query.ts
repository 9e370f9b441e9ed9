import type { OrderView } from '@haat/contract/api/orders.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

/** The user's orders, newest first; read again whenever one of them moves. */
export const ownOrdersQuery = queryOptions({
  queryKey: QUERY_KEYS.ownOrders,
  queryFn: ({ signal }) => callApi<OrderView[]>('/api/orders/user', { signal }),
  // What happened while no screen was looking is not told again.
  staleTime: 0,
});
