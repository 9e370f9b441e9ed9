import { listMissedOrders } from '@haat/contract/notify/notifications.calls';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { QUERY_KEYS } from '../../../lib/queries.ts';

/** The orders that the shop did not accept in time. Its key begins with the orders' key: every order event reloads it. */
export const missedOrdersQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'missed'] as const,
    queryFn: ({ signal }) => call(listMissedOrders, { signal }),
    staleTime: 0,
    refetchInterval: 60_000,
  });
