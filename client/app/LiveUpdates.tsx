import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../features/session/use-session.ts';
import { onLive } from '../lib/live-events.ts';
import { loadPatiently } from '../lib/load-patiently.ts';

/** While somebody is signed in, what the server tells makes the screens read again what it is about. */
export function LiveUpdates() {
  const queries = useQueryClient();
  const { isSignedIn, userId, shopId } = useSession();

  useEffect(() => {
    if (!isSignedIn || userId === undefined) return undefined;
    const ended = new AbortController();
    const read = (queryKey: string[]) => () => void queries.invalidateQueries({ queryKey });
    // The customer's own orders take their steps from the event: see `useOwnOrders`.
    const stops = [
      onLive('order.status', read(['orders', 'shop'])),
      onLive('notification', read(['orders', 'shop'])),
      onLive('reconnected', read(['orders'])),
    ];
    void loadPatiently(() => import('../lib/live.ts'), ended.signal).then((live) => {
      if (!ended.signal.aborted) live?.connectLive(shopId, ended.signal);
    });
    return () => {
      ended.abort();
      for (const stop of stops) stop();
    };
  }, [queries, isSignedIn, userId, shopId]);

  return null;
}
