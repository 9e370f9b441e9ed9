import { SHOP_ORDER_PATHS } from '@haat/contract/changes';
import { getStats } from '@haat/contract/money/reports.calls';
import { listMissedOrders } from '@haat/contract/notify/notifications.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queueState } from '../../lib/offline-queue/offline-queue.ts';
import { readsFrom, reload } from '../../lib/reload.ts';
import { onLive } from '../../lib/live-updates.ts';
import { throttle } from '../../lib/throttle.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { showQueued } from '../offline-queue/show-queued.ts';
import { FeedContext } from './alerts/notification-feed.ts';
import { isAllOpen, putOrder, whenPrepared } from './arrived-orders.ts';

/** Stats and reports cost more to compute than the orders, and many orders change at a time. */
const REPORTS_REFETCH_MS = 3_000;

const POLL_MS = 60_000;
const SOONEST_POLL_MS = 1_000;

type ReadAt = { state: { dataUpdatedAt: number; errorUpdatedAt: number } };

/**
 * For lists of orders: polled as well, since an event sent while the first live connection opens would be missed. Counted from the
 * last reading: each order that is put into the list begins the interval anew.
 */
export const POLLED = {
  staleTime: 0,
  refetchInterval: ({ state: { dataUpdatedAt, errorUpdatedAt } }: ReadAt) => {
    const sinceRead = Date.now() - Math.max(dataUpdatedAt, errorUpdatedAt);
    return Math.min(POLL_MS, Math.max(SOONEST_POLL_MS, POLL_MS - sinceRead));
  },
};

/**
 * Shows the orders that live events carry, reads them where an event carries none, and keeps lists and reports up to date; applies
 * the acknowledgements of other devices.
 */
export function useShopOrdersLive(): void {
  const feed = FeedContext.useActorRef();
  const queries = useQueryClient();
  const { shopId } = useSession();

  useEffect(() => {
    const orders = followOrders(queries);
    const announced = feed.on('announced', ({ order }) => orders.change(order));
    const change = ({ order }: { order?: OrderView }) => orders.change(order);
    const stops = [
      // Both the stream and the socket bring the orders: a proxy may block either.
      () => announced.unsubscribe(),
      onLive('notification', change),
      onLive('order.status', change),
      onLive('order.refund', change),
      onLive('order.updated', change),
      onLive('order.updated', () => void reload(queries, [listMissedOrders.path])),
      onLive('reconnected', orders.reloadStats),
      orders.stop,
      onLive('replaced', () => feed.send({ type: 'stream.replaced' })),
      onLive('orders.acknowledged', ({ shop_id, seq }) => {
        if (shop_id === shopId) feed.send({ type: 'acknowledged', seq });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [feed, queries, shopId]);
}

// Of all shops: an operator may view another shop than the one whose feed is open.
const shown = SHOP_ORDER_PATHS.map((path) => readsFrom(path).predicate);

/** What counts or filters orders on the server. That an order was missed has an event of its own. */
const isReport = (query: Query): boolean =>
  !isAllOpen(query) && query.queryKey[0] !== listMissedOrders.path && shown.some((isShown) => isShown(query));

function followOrders(queries: QueryClient) {
  const readOpen = createRefetcher(() => queries.invalidateQueries({ predicate: isAllOpen }));
  const reports = throttle(
    REPORTS_REFETCH_MS,
    createRefetcher(() => queries.invalidateQueries({ predicate: isReport })),
  );
  const stats = throttle(
    REPORTS_REFETCH_MS,
    createRefetcher(() => reload(queries, [getStats.path])),
  );
  const show = (order: OrderView) => {
    if (!putOrder(queries, order)) readOpen();
    showQueued(queries, queueState().actions);
  };
  return {
    change: (order: OrderView | undefined) => {
      reports.call();
      stats.call();
      const preparing = order && whenPrepared(order);
      if (!order) readOpen();
      else if (preparing) void preparing.catch(() => {}).then(() => show(order));
      else show(order);
    },
    reloadStats: stats.call,
    stop: () => {
      reports.stop();
      stats.stop();
    },
  };
}

/**
 * Reads when it is called. Called again while a reading is on its way, it reads once more after that one: what changed
 * meanwhile may not be in it, and cut off by every change a reading would never end.
 */
export function createRefetcher(read: () => Promise<unknown>): () => void {
  let isReading = false;
  let isOutdated = false;
  const run = async () => {
    isReading = true;
    do {
      isOutdated = false;
      await read().catch(() => {});
    } while (isOutdated);
    isReading = false;
  };
  return () => {
    isOutdated = true;
    if (!isReading) void run();
  };
}
