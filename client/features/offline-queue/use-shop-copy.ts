import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenIdle } from '../../lib/async.ts';
import { logProblem } from '../../lib/log.ts';
import { queueState } from '../../lib/offline-queue/offline-queue.ts';
import { keepShopCopy, restoreShopCopy } from './shop-copy.ts';
import { showQueued } from './show-queued.ts';

/**
 * Keeps what a member sees of the shop on this device, and the code of all its screens, for visits without a connection.
 * Returns whether what is stored has been read. `owner`: user and shop; undefined for others, who keep nothing.
 */
export function useShopCopy(owner: string | undefined): boolean {
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
  useEffect(() => (owner === undefined ? undefined : whenIdle(() => void cacheBackOffice())), [owner]);
  return read === owner || !('indexedDB' in window);
}

async function cacheBackOffice(): Promise<void> {
  const registration = await (navigator as Partial<Navigator>).serviceWorker?.ready;
  // Understood by `sw/offline-cache.ts`.
  registration?.active?.postMessage('cache-back-office');
}
