import { SHOP_ORDER_PATHS } from '@haat/contract/changes';
import type { ApiPath } from '@haat/contract/endpoint';
import {
  dehydrate,
  type DehydratedState,
  hydrate,
  type Query,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import { createStore, get, set, type UseStore } from 'idb-keyval';
import { useEffect, useRef, useState } from 'react';
import { SHOP_COPY } from '../../lib/storage.ts';
import { throttle } from '../../lib/throttle.ts';
import { whenIdle } from '../../lib/async.ts';
import { logProblem } from '../../lib/log.ts';
import { queueState } from '../../lib/offline-queue/offline-queue.ts';
import type { Session } from '../../shared/session/SessionProvider.tsx';
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

/** The calls whose answers a member sees offline. Own orders are not among them: they have a copy of their own. */
export const KEPT = [
  ...SHOP_ORDER_PATHS,
  '/api/shops/:shopId/customers/:id',
  '/api/shops/:shopId/customers/:id/orders',
  '/api/shops/:shopId/cash-closes/:day',
  '/api/orders/:id/invoice',
  '/api/shops/:shopId/products',
  '/api/categories',
  '/api/shops/:shopId/counter-items',
  '/api/shops/:shopId/settings',
  '/api/shops/:shopId/stats',
  // The only stock data: counting works offline, too.
  '/api/shops/:shopId/stock-takes/:id',
  '/api/users/notifications',
  '/api/users/notifications/unread',
  '/api/users/message-preferences',
] satisfies ApiPath[];
const keptPaths = new Set<unknown>(KEPT);
const WRITE_PAUSE_MS = 1000;
const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 7 * DAY_MS;

/** `build`: of the app that read it; another one may expect more of an answer. */
type Copy = { build: string; at: number; state: DehydratedState };

/** Fills the queries with the stored copy of the shop, unless they have newer data. */
async function restoreShopCopy(queries: QueryClient, owner: string): Promise<void> {
  const copy = await get<Copy>(owner, useStore).catch(() => undefined);
  if (!copy || copy.build !== build() || Date.now() - copy.at > MAX_AGE_MS) return;
  // A screen that is opened hours later has nothing else.
  hydrate(queries, copy.state, { defaultOptions: { queries: { gcTime: DAY_MS } } });
}

/** Stores the results of the queries on this device. Returns the stop. */
function keepShopCopy(queries: QueryClient, owner: string): () => void {
  const write = throttle(WRITE_PAUSE_MS, () => {
    const state = dehydrate(queries, { shouldDehydrateQuery: isKept, shouldDehydrateMutation: () => false });
    // Without storage the screens work as before, online.
    set(owner, { build: build(), at: Date.now(), state } satisfies Copy, useStore).catch(() => {});
  });
  const unsubscribe = queries.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success' && isKept(event.query)) write.call();
  });
  return () => {
    unsubscribe();
    write.stop();
  };
}

const SEARCH = /[?&](search|barcode)=/;

/** Search results are not kept: their rows are in the whole list. */
export function isKept({ queryKey: [path, address], state }: Pick<Query, 'queryKey' | 'state'>): boolean {
  return state.status === 'success' && keptPaths.has(path) && !SEARCH.test(String(address));
}

const build = () => document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src ?? '';

let store: UseStore | undefined;

/** The database is closed when another tab deletes it, at a logout. */
const useStore: UseStore = (mode, act) => {
  store ??= createStore(SHOP_COPY, 'queries');
  return store(mode, (objects) => {
    const { db } = objects.transaction;
    db.onversionchange = () => {
      db.close();
      store = undefined;
    };
    return act(objects);
  });
};
