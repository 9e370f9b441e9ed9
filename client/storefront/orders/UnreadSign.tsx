import '../../i18n/catalog-texts.ts';
import type { ApiPath } from '@haat/contract/endpoint';
import type { OrderStatusEvent } from '@haat/contract/socket-events';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { customerStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { onLive } from '../../lib/live-updates.ts';
import { markSeen } from '../../lib/seen-events.ts';
import { showText } from '../../ui/toasts.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import type { KnownOrders } from './use-own-orders.ts';
import { useUnreadCount } from './use-unread-count.ts';

/** Screens that show the status themselves. */
const OF_ORDERS = /\/(order-history|order-summary|notifications)$/;

/**
 * On every screen of a customer: a dot at the button of the menu while there are unread notifications, and a toast when the
 * status of an order changes.
 */
export function UnreadSign() {
  const unread = useUnreadCount();
  const hasUnread = unread > 0;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-unread', hasUnread);
    return () => document.documentElement.removeAttribute('data-unread');
  }, [hasUnread]);
  useStatusToasts();
  return null;
}

function useStatusToasts(): void {
  const t = useText();
  const queries = useQueryClient();
  const { userId } = useSession();
  const { pathname } = useLocation();
  const isShown = OF_ORDERS.test(pathname);
  useEffect(() => {
    if (isShown) return undefined;
    return onLive('order.status', ({ feed, seq, order_id, order_number: number, status }: OrderStatusEvent) => {
      // The screens of a shop are sent the orders of its customers.
      if (feed !== `user:${userId}` || !markSeen(`${feed}#${seq}`)) return;
      const takeaway = isTakeaway(queries, order_id);
      void showText('info', `${t('status.order', { number })}: ${t(customerStatusTextId(status, { takeaway }))}`);
    });
  }, [t, queries, userId, isShown]);
}

const OWN_ORDERS: ApiPath = '/api/orders/user';

/** As far as the order is known here; otherwise the words of a delivery are said. */
function isTakeaway(queries: ReturnType<typeof useQueryClient>, orderId: number): boolean {
  const lists = queries.getQueriesData<KnownOrders>({ queryKey: [OWN_ORDERS] });
  const orders = lists.flatMap(([, list]) => (Array.isArray(list) ? list : (list?.pages.flat() ?? [])));
  return orders.find(({ id }) => id === orderId)?.takeaway ?? false;
}
