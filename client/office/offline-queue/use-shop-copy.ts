import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { whenIdle } from '../../lib/async.ts';
import { logProblem } from '../../lib/log.ts';
import { queueState } from '../../lib/offline-queue/offline-queue.ts';
import type { Session } from '../../shared/session/SessionProvider.tsx';
import { keepShopCopy, restoreShopCopy } from './shop-copy.ts';
import { showQueued } from './show-queued.ts';

/**
 * Keeps the shop data that a member sees on this device, along with their screens' first data and code, for offline visits.
 * Returns whether the stored copy has been read. `owner`: user and shop; undefined for others, who keep nothing.
 */
export function useShopCopy(owner: string | undefined, session: Session): boolean {
  const queries = useQueryClient();
  const [read, setRead] = useState<string>();
  useEffect(() => {
    if (owner === undefined || !('indexedDB' in window)) return undefined;
    const stop = keepShopCopy(queries, owner);
    void restoreShopCopy(queries, owner)
      .catch((error: unknown) => logProblem('copy of the shop', error))
      .then(() => {
        showQueued(queries, queueState().actions);
        setRead(owner);
      });
    return stop;
  }, [queries, owner]);
  const latest = useRef(session);
  useEffect(() => {
    latest.current = session;
  }, [session]);
  useEffect(() => {
    if (read !== owner || owner === undefined) return undefined;
    return whenIdle(() => {
      void cacheBackOffice();
      const { shopId } = latest.current;
      if (shopId === undefined || !navigator.onLine) return;
      void import('./offline-reads.ts').then(
        ({ readForOffline }) => readForOffline(queries, latest.current, shopId),
        () => {},
      );
    });
  }, [queries, owner, read]);
  return read === owner || !('indexedDB' in window);
}

async function cacheBackOffice(): Promise<void> {
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.ready;
  // Understood by `sw/offline-cache.ts`.
  registration?.active?.postMessage('cache-back-office');
}
