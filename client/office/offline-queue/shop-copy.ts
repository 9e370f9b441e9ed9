import { dehydrate, hydrate, type DehydratedState, type Query, type QueryClient } from '@tanstack/react-query';
import { createStore, get, set, type UseStore } from 'idb-keyval';
import { SHOP_COPY } from '../../lib/storage.ts';
import { throttle } from '../../lib/throttle.ts';

/** The data of the shop that a member sees offline, by the beginning of the query key. */
const KEPT = new Set<unknown>([
  'orders',
  'shop-products',
  'categories',
  'counter-items',
  'settings',
  'stats',
  'notifications',
]);
const WRITE_PAUSE_MS = 1000;
const DAY_MS = 24 * 3_600_000;
const MAX_AGE_MS = 7 * DAY_MS;

/** `build`: of the app that read it; another one may expect more of an answer. */
type Copy = { build: string; at: number; state: DehydratedState };

/** Fills the queries with the stored copy of the shop, unless they have newer data. */
export async function restoreShopCopy(queries: QueryClient, owner: string): Promise<void> {
  const copy = await get<Copy>(owner, useStore).catch(() => undefined);
  if (!copy || copy.build !== build() || Date.now() - copy.at > MAX_AGE_MS) return;
  // A screen that is opened hours later has nothing else.
  hydrate(queries, copy.state, { defaultOptions: { queries: { gcTime: DAY_MS } } });
}

/** Stores the results of the queries on this device. Returns the stop. */
export function keepShopCopy(queries: QueryClient, owner: string): () => void {
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

/** Search results are not kept: their rows are in the whole list. */
function isKept({ queryKey, state }: Query): boolean {
  const isSearch = queryKey.some(
    (part) => typeof part === 'object' && part !== null && 'search' in part && part.search,
  );
  // Stock takes are the only stock data kept: counting works offline, too.
  const isKeptKey = KEPT.has(queryKey[0]) || (queryKey[0] === 'stock' && queryKey[2] === 'take');
  return state.status === 'success' && isKeptKey && queryKey[1] !== 'own' && !isSearch;
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
