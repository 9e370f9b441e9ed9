import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { atMostEvery } from '../../lib/at-most-every.ts';
import { onLive } from '../../lib/live-events.ts';
import { readAgain } from '../../lib/read-again.ts';
import { useSession } from '../session/use-session.ts';
import { FeedContext } from './feed-context.ts';

/** To count fourteen days is more work than to list the newest orders, and many orders move at a time. */
const FIGURES_MS = 3000;

/** What is told of the shop's orders, over either line, makes them be read again, and silences what was acknowledged. */
export function useShopOrdersLive(): void {
  const feed = FeedContext.useActorRef();
  const queries = useQueryClient();
  const { shopId } = useSession();

  useEffect(() => {
    const orders = readAgain(() => queries.invalidateQueries({ queryKey: ['orders', 'shop'] }));
    const figures = atMostEvery(
      FIGURES_MS,
      readAgain(() => queries.invalidateQueries({ queryKey: ['figures'] })),
    );
    const again = () => {
      orders();
      figures.call();
    };
    const announced = feed.on('announced', again);
    const stops = [
      // Both lines bring the orders: a proxy may hold back the one or the other.
      () => announced.unsubscribe(),
      onLive('notification', again),
      onLive('order.status', again),
      onLive('reconnected', figures.call),
      figures.stop,
      onLive('orders.acknowledged', ({ shop_id, seq }) => {
        if (shop_id === shopId) feed.send({ type: 'acknowledged', seq });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [feed, queries, shopId]);
}
