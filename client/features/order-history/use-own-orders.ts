import { listOwnOrders, type OrderView } from '@haat/contract/api/orders';
import type { OrderStatusEvent } from '@haat/contract/events/socket-events';
import { isFurther } from '@haat/machines/order-status/order-status.machine';
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { onLive } from '../../lib/live-updates.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

/** The user's orders, as many pages as were loaded. A live status change updates its order without a request. */
export function useOwnOrders(isSignedIn = true) {
  const queries = useQueryClient();
  useEffect(() => {
    const { queryKey } = ownOrdersQuery;
    const stopRefunds = onLive('order.refund', () => void queries.invalidateQueries({ queryKey }));
    const stopStatuses = onLive('order.status', (change) => {
      queries.setQueryData(queryKey, (known) =>
        known
          ? { ...known, pages: known.pages.map((page) => page.map((order) => applyStatusChange(order, change))) }
          : known,
      );
      // A response in flight may be older than the change.
      if (queries.isFetching({ queryKey }) > 0) void queries.invalidateQueries({ queryKey });
    });
    return () => {
      stopRefunds();
      stopStatuses();
    };
  }, [queries]);
  return useInfiniteQuery({ ...ownOrdersQuery, enabled: isSignedIn });
}

const ORDERS_PER_PAGE = 20;

/** The user's orders, newest first, in pages that start after the last order of the page before. */
const ownOrdersQuery = infiniteQueryOptions({
  queryKey: QUERY_KEYS.ownOrders,
  queryFn: ({ pageParam, signal }) =>
    call(listOwnOrders, { query: { limit: ORDERS_PER_PAGE, after: pageParam || undefined }, signal }),
  initialPageParam: 0,
  getNextPageParam: (page) => (page.length < ORDERS_PER_PAGE ? undefined : page.at(-1)?.id),
  select: ({ pages }) => pages.flat(),
  // Events are missed while no screen is subscribed.
  staleTime: 0,
});

type StatusChange = Pick<OrderStatusEvent, 'order_id' | 'status' | 'at'>;

/** The order after a status change; an older status changes nothing. */
export function applyStatusChange(order: OrderView, { order_id, status, at }: StatusChange): OrderView {
  if (order.id !== order_id || !isFurther(status, order.order_status)) return order;
  return { ...order, order_status: status, steps: [...order.steps, { status, at }] };
}
