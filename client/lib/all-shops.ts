import { listShops, type ShopCard, SHOPS_PER_PAGE } from '@haat/contract/api/shops';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, matches, parseJson } from './api.ts';
import { QUERY_KEYS } from './queries.ts';
import { readStored, writeStored } from './storage.ts';

const STORAGE_KEY = 'shops';

type Cursor = { after?: number; after_open?: 'true' | 'false' };

const FIRST: Cursor = {};

/**
 * The shops of this installation, open ones first, in pages. The first page is stored on the device: the next visit shows it
 * at once, and a visit without a connection has nothing else.
 */
const allShopsQuery = infiniteQueryOptions({
  queryKey: QUERY_KEYS.shops,
  queryFn: async ({ pageParam, signal }) => {
    // Without a query, the address is the one that `early.ts` has requested.
    const page = await call(listShops, { query: pageParam, signal });
    if (pageParam.after === undefined) writeStored(STORAGE_KEY, JSON.stringify(page));
    return page;
  },
  initialPageParam: FIRST,
  getNextPageParam: cursorAfter,
  select: ({ pages }) => withoutRepeats(pages.flat()),
  initialData: () => {
    const page = readLastPage();
    return page && { pages: [page], pageParams: [FIRST] };
  },
  initialDataUpdatedAt: 0,
});

function cursorAfter(page: readonly ShopCard[]): Cursor | undefined {
  const last = page.at(-1);
  if (!last || page.length < SHOPS_PER_PAGE) return undefined;
  return { after: last.id, after_open: last.open ? 'true' : 'false' };
}

// A shop that opened between two pages is on both.
function withoutRepeats(shops: ShopCard[]): ShopCard[] {
  return [...new Map(shops.map((shop) => [shop.id, shop])).values()];
}

function readLastPage(): ShopCard[] | undefined {
  const page = parseJson(readStored(STORAGE_KEY) ?? '');
  return matches(page, listShops.output) ? page : undefined;
}

/** The shops of this installation. `isComplete`: loads the other pages, too. */
export function useAllShops({ isComplete = false } = {}) {
  const { data: shops, isFetchingNextPage, hasNextPage, fetchNextPage, ...query } = useInfiniteQuery(allShopsQuery);
  const needsMore = isComplete && hasNextPage && !isFetchingNextPage && !query.isFetchNextPageError;
  useEffect(() => {
    if (needsMore) void fetchNextPage();
  }, [needsMore, fetchNextPage]);
  return { shops, isFetchingNextPage, hasNextPage, fetchNextPage, ...query };
}
