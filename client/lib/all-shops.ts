import { listShops, type ShopCard, SHOPS_PER_PAGE } from '@haat/contract/shops/shops.calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, matches, parseJson } from './api.ts';
import { readStored, writeStored } from './storage.ts';

const STORAGE_KEY = 'shops';

export type Cursor = { after: number; after_open: 'true' | 'false' };

/** The pages that were loaded, and where the next one starts. */
export type Shops = { shops: ShopCard[]; next: Cursor | undefined };

/**
 * The shops of this installation, open ones first. The first page is stored on the device: the next visit shows it
 * immediately, and an offline visit has nothing else.
 */
export const allShopsQuery = queryOptions({
  queryKey: [listShops.path, listShops.path, 'all'],
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

/** The loaded pages with one more. A shop that opened between two pages is on both. */
export function withPage(earlier: readonly ShopCard[], page: readonly ShopCard[]): Shops {
  const last = page.at(-1);
  const isFull = last !== undefined && page.length >= SHOPS_PER_PAGE;
  return {
    shops: [...new Map([...earlier, ...page].map((shop) => [shop.id, shop])).values()],
    next: isFull ? { after: last.id, after_open: last.open ? 'true' : 'false' } : undefined,
  };
}

/** The shops loaded so far, and where the `next` page starts. */
export function useAllShops() {
  const { data, ...query } = useQuery(allShopsQuery);
  return { shops: data?.shops, next: data?.next, ...query };
}
