import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../features/session/use-session.ts';
import { onLive } from '../lib/live-events.ts';
import { connectLive } from '../lib/live.ts';

/** While somebody is signed in, what the server tells makes the screens read again what it is about. */
export function LiveUpdates() {
  const queries = useQueryClient();
  const { isSignedIn, userId, shopId } = useSession();

  useEffect(() => {
    if (!isSignedIn || userId === undefined) return undefined;
    const readOrders = () => void queries.invalidateQueries({ queryKey: ['orders'] });
    const stops = [
      onLive('order.status', readOrders),
      onLive('notification', readOrders),
      onLive('reconnected', readOrders),
      connectLive(shopId),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, isSignedIn, userId, shopId]);

  return null;
}
