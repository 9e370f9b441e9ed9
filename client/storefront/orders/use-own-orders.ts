import { listOwnOrders, type OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatusEvent } from '@haat/contract/socket-events';
import { isEndedEarly, isFurther } from '@haat/machines/orders/order.machine';
import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { onLive } from '../../lib/live-updates.ts';
import { saveLastOrders, tokenOwner } from './last-orders.ts';

/** The newest orders of the user, with live status changes. */
export function useOwnOrders() {
  useLiveOrders();
  return useQuery(ownOrdersQuery);
}

/** The loaded lists of the user's orders. */
const OWN_ORDERS = { queryKey: [listOwnOrders.path] };

export type KnownOrders = OrderView[] | InfiniteData<OrderView[]>;

/** Live status changes update the user's loaded orders; if the event lacks data, the orders are reloaded. */
export function useLiveOrders(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const reload = () => void queries.invalidateQueries(OWN_ORDERS);
    const stopReloads = [onLive('order.refund', reload), onLive('order.updated', reload)];
    const stopStatuses = onLive('order.status', (change) => {
      // The event has neither the reason and the state of the payment, nor the promised time and the grace period, nor until
      // when a problem can be reported.
      if (change.status !== 'In Transit') reload();
      if (isEndedEarly(change.status)) return;
      const update = (orders: OrderView[]) => orders.map((order) => applyStatusChange(order, change));
      queries.setQueriesData<KnownOrders>(OWN_ORDERS, (known) => {
        if (!known) return known;
        return Array.isArray(known) ? update(known) : { ...known, pages: known.pages.map(update) };
      });
      // A response in flight may be older than the change.
      if (queries.isFetching(OWN_ORDERS) > 0) reload();
    });
    return () => {
      stopReloads.forEach((stop) => stop());
      stopStatuses();
    };
  }, [queries]);
}

export const ORDERS_PER_PAGE = 20;

const NEWEST = { query: { limit: ORDERS_PER_PAGE } };

const ownOrdersQuery = {
  // Events are missed while no screen is subscribed.
  ...callQuery(listOwnOrders, NEWEST, { staleTime: 0 }),
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const userId = tokenOwner();
    const orders = await call(listOwnOrders, { ...NEWEST, signal });
    saveLastOrders({ userId, loadedAt: new Date().toISOString(), orders });
    return orders;
  },
};

type StatusChange = Pick<OrderStatusEvent, 'order_id' | 'status' | 'at'>;

/** The order after a status change; an older status changes nothing. */
export function applyStatusChange(order: OrderView, { order_id, status, at }: StatusChange): OrderView {
  if (order.id !== order_id || !isFurther(status, order.order_status)) return order;
  return { ...order, order_status: status, steps: [...order.steps, { status, at }] };
}
