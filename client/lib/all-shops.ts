import { listShops, type ShopCard, SHOPS_PER_PAGE } from '@haat/contract/api/shops';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { call, matches, parseJson } from './api.ts';
import { logProblem } from './log.ts';
import { QUERY_KEYS } from './queries.ts';
import { readStored, writeStored } from './storage.ts';

const STORAGE_KEY = 'shops';

type Cursor = { after: number; after_open: 'true' | 'false' };

/** The pages that were loaded, and where the next one starts. */
type Shops = { shops: ShopCard[]; next: Cursor | undefined };

/**
 * The shops of this installation, open ones first. The first page is stored on the device: the next visit shows it at once,
 * and a visit without a connection has nothing else.
 */
const allShopsQuery = queryOptions({
  queryKey: QUERY_KEYS.shops,
  queryFn: async ({ signal }): Promise<Shops> => {
    // `early.ts` has requested this address already.
    const page = await call(listShops, { signal });
    writeStored(STORAGE_KEY, JSON.stringify(page));
    return withPage([], page);
  },
  initialData: () => {
    const page = parseJson(readStored(STORAGE_KEY) ?? '');
    return matches(page, listShops.output) ? withPage([], page) : undefined;
  },
  initialDataUpdatedAt: 0,
});

// A shop that opened between two pages is on both.
function withPage(earlier: readonly ShopCard[], page: readonly ShopCard[]): Shops {
  const last = page.at(-1);
  const isFull = last !== undefined && page.length >= SHOPS_PER_PAGE;
  return {
    shops: [...new Map([...earlier, ...page].map((shop) => [shop.id, shop])).values()],
    next: isFull ? { after: last.id, after_open: last.open ? 'true' : 'false' } : undefined,
  };
}

/** The shops of this installation, and how to load more of them. `isComplete`: loads all pages. */
export function useAllShops({ isComplete = false } = {}) {
  const queries = useQueryClient();
  const { data, isPending, isSuccess, isError, isLoadingError, refetch } = useQuery(allShopsQuery);
  const { shops, next } = data ?? {};
  const [failedAt, setFailedAt] = useState<Cursor>();
  const [loading, setLoading] = useState<Cursor>();
  const isLoadingMore = next !== undefined && loading === next;

  const loadMore = useCallback(async () => {
    if (!next || isLoadingMore) return;
    setLoading(next);
    try {
      const page = await call(listShops, { query: next });
      // Unless the list was loaded anew meanwhile.
      queries.setQueryData(QUERY_KEYS.shops, (known?: Shops) => (known?.next === next ? withPage(known.shops, page) : known));
    } catch (error) {
      logProblem('Error loading more shops', error);
      setFailedAt(next);
    } finally {
      setLoading(undefined);
    }
  }, [queries, next, isLoadingMore]);

  const needsMore = isComplete && next !== undefined && next !== failedAt;
  useEffect(() => {
    if (needsMore) void loadMore();
  }, [needsMore, loadMore]);
  return { shops, hasMore: next !== undefined, isLoadingMore, loadMore, isPending, isSuccess, isError, isLoadingError, refetch };
}
