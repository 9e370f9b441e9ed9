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
    // The rest is heard where it shows: `useOwnOrders`, `useShopOrdersLive`.
    const stop = onLive('reconnected', () => void queries.invalidateQueries({ queryKey: ['orders'] }));
    void loadPatiently(() => import('../lib/live.ts'), ended.signal).then((live) => {
      if (!ended.signal.aborted) live?.connectLive(shopId, ended.signal);
    });
    return () => {
      ended.abort();
      stop();
    };
  }, [queries, isSignedIn, userId, shopId]);

  return null;
}
