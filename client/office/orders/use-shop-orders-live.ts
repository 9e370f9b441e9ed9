import { SHOP_ORDER_PATHS } from '@haat/contract/changes';
import { getStats } from '@haat/contract/money/reports.calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { reload } from '../../lib/reload.ts';
import { onLive } from '../../lib/live-updates.ts';
import { throttle } from '../../lib/throttle.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { FeedContext } from './alerts/notification-feed.ts';

/** The stats cost more to compute than the newest orders, and many orders change at a time. */
const STATS_REFETCH_MS = 3000;

/** For lists of orders: polled as well, since an event sent while the first live connection opens would be missed. */
export const POLLED = { staleTime: 0, refetchInterval: 60_000 };

/** Refetches the shop's orders and stats on live events, and applies the acknowledgements of other devices. */
export function useShopOrdersLive(): void {
  const feed = FeedContext.useActorRef();
  const queries = useQueryClient();
  const { shopId } = useSession();

  useEffect(() => {
    // Of all shops: an operator may view another shop than the one whose feed is open.
    const refetchOrders = createRefetcher(() => reload(queries, SHOP_ORDER_PATHS));
    const stats = throttle(
      STATS_REFETCH_MS,
      createRefetcher(() => reload(queries, [getStats.path])),
    );
    const refetch = () => {
      refetchOrders();
      stats.call();
    };
    const announced = feed.on('announced', refetch);
    const stops = [
      // Both the stream and the socket bring the orders: a proxy may block either.
      () => announced.unsubscribe(),
      onLive('notification', refetch),
      onLive('order.status', refetch),
      onLive('order.refund', refetch),
      onLive('order.updated', refetch),
      onLive('reconnected', stats.call),
      stats.stop,
      onLive('replaced', () => feed.send({ type: 'stream.replaced' })),
      onLive('orders.acknowledged', ({ shop_id, seq }) => {
        if (shop_id === shopId) feed.send({ type: 'acknowledged', seq });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [feed, queries, shopId]);
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
