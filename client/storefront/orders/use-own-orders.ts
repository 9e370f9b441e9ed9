import { listOwnOrders, type OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatusEvent } from '@haat/contract/socket-events';
import { isEndedEarly, isFurther } from '@haat/machines/orders/order.machine';
import { type InfiniteData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { onLive } from '../../lib/live-updates.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { saveLastOrders, tokenOwner } from './last-orders.ts';

/** The newest orders of the user, with live status changes. */
export function useOwnOrders() {
  useLiveOrders();
  return useQuery(ownOrdersQuery);
}

/** Live status changes update the user's loaded orders; if the event lacks data, the orders are reloaded. */
export function useLiveOrders(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const all = { queryKey: QUERY_KEYS.ownOrders };
    const reload = () => void queries.invalidateQueries(all);
    const stopReloads = [onLive('order.refund', reload), onLive('order.updated', reload)];
    const stopStatuses = onLive('order.status', (change) => {
      // The event has neither the reason and the state of the payment, nor the promised time and the grace period, nor until
      // when a problem can be reported.
      if (change.status !== 'In Transit') reload();
      if (isEndedEarly(change.status)) return;
      const update = (orders: OrderView[]) => orders.map((order) => applyStatusChange(order, change));
      queries.setQueriesData<OrderView[] | InfiniteData<OrderView[]>>(all, (known) => {
        if (!known) return known;
        return Array.isArray(known) ? update(known) : { ...known, pages: known.pages.map(update) };
      });
      // A response in flight may be older than the change.
      if (queries.isFetching(all) > 0) void queries.invalidateQueries(all);
    });
    return () => {
      stopReloads.forEach((stop) => stop());
      stopStatuses();
    };
  }, [queries]);
}

export const ORDERS_PER_PAGE = 20;

const ownOrdersQuery = queryOptions({
  queryKey: [...QUERY_KEYS.ownOrders, 'newest'],
  queryFn: async ({ signal }) => {
    const userId = tokenOwner();
    const orders = await call(listOwnOrders, { query: { limit: ORDERS_PER_PAGE }, signal });
    saveLastOrders({ userId, loadedAt: new Date().toISOString(), orders });
    return orders;
  },
  // Events are missed while no screen is subscribed.
  staleTime: 0,
});

type StatusChange = Pick<OrderStatusEvent, 'order_id' | 'status' | 'at'>;

/** The order after a status change; an older status changes nothing. */
export function applyStatusChange(order: OrderView, { order_id, status, at }: StatusChange): OrderView {
  if (order.id !== order_id || !isFurther(status, order.order_status)) return order;
  return { ...order, order_status: status, steps: [...order.steps, { status, at }] };
}
