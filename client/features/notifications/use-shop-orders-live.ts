import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from '../../lib/live-events.ts';
import { readAgain } from '../../lib/read-again.ts';
import { useSession } from '../session/use-session.ts';
import { FeedContext } from './feed-context.ts';

/** What is told of the shop's orders, over either line, makes them be read again, and silences what was acknowledged. */
export function useShopOrdersLive(): void {
  const feed = FeedContext.useActorRef();
  const queries = useQueryClient();
  const { shopId } = useSession();

  useEffect(() => {
    const again = readAgain(() => queries.invalidateQueries({ queryKey: ['orders', 'shop'] }));
    const announced = feed.on('announced', again);
    const stops = [
      // Both lines bring the orders: a proxy may hold back the one or the other.
      () => announced.unsubscribe(),
      onLive('notification', again),
      onLive('order.status', again),
      onLive('orders.acknowledged', ({ shop_id, seq }) => {
        if (shop_id === shopId) feed.send({ type: 'acknowledged', seq });
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [feed, queries, shopId]);
}
