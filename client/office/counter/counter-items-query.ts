import { type CounterItem, listCounterItems } from '@haat/contract/orders/counter-sales.calls';
import { type BasketLine, takenOf } from '@haat/machines/orders/basket';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { callQuery } from '../../lib/call-query.ts';
import { reload } from '../../lib/reload.ts';
import { watchCatalog } from '../../lib/catalog-updates.ts';
import { throttle } from '../../lib/throttle.ts';
import { itemCodeIn, scanProduct } from '../catalog/scan-product.ts';
import { itemOf, type ScannedItem, weighedOf } from './find-items.ts';

const REFETCH_PAUSE_MS = 30_000;

/** What the shop sells over the counter. Edits and sales of others arrive within half a minute; the server compares anyway. */
export function useCounterItems(shopId: number) {
  const queries = useQueryClient();
  useEffect(() => {
    const refetch = throttle(REFETCH_PAUSE_MS, () => void reload(queries, [listCounterItems.path], { shopId }));
    const unwatch = watchCatalog(shopId, refetch.call);
    return () => {
      unwatch();
      refetch.stop();
    };
  }, [queries, shopId]);
  return useQuery(counterItemsQuery(shopId));
}

export const counterItemsQuery = (shopId: number) => ({
  ...callQuery(listCounterItems, { params: { shopId } }),
  queryFn: () => readItems(shopId),
});

/** Looks up a code that is not in the list; the list is read again if it is an item, which was added a moment ago. */
export function useItemLookup(shopId: number) {
  const queries = useQueryClient();
  return async (code: string): Promise<ScannedItem | undefined> => {
    if (itemCodeIn(code) === undefined) return undefined;
    const scanned = await scanProduct(shopId, code).catch(() => undefined);
    const item = scanned && itemOf(scanned);
    if (item) void reload(queries, [listCounterItems.path], { shopId });
    return item && { item, weighed: weighedOf(scanned) };
  };
}

const CACHE = 'counter-items';
const IN_PIECES: Pick<CounterItem, 'stock_unit' | 'content'> = { stock_unit: 'piece', content: 1 };

/** Without a connection, the items as this device knew them last. */
async function readItems(shopId: number): Promise<CounterItem[]> {
  const address = `/counter-items/${shopId}`;
  try {
    const items = await call(listCounterItems, { params: { shopId } });
    await storedItems()?.then((cache) => cache.put(address, Response.json(items)));
    return items;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const stored = await storedItems()?.then((cache) => cache.match(address));
    if (!stored) throw error;
    // An older version of the app has stored them without the unit of their stock.
    const items = (await stored.json()) as (Omit<CounterItem, keyof typeof IN_PIECES> & Partial<typeof IN_PIECES>)[];
    return items.map((item) => ({ ...IN_PIECES, ...item }));
  }
}

// Not there on plain http.
const storedItems = (): Promise<Cache> | undefined => ('caches' in window ? caches.open(CACHE) : undefined);

/** Returns a function that subtracts a sale from the stock on the screen, until the list is read again. */
export function withoutSold(sold: readonly BasketLine[]) {
  const lines = new Map(sold.map((line) => [line.item.variant_id, line]));
  return (items: CounterItem[] | undefined): CounterItem[] | undefined =>
    items?.map((item) => {
      const line = lines.get(item.variant_id);
      return line ? { ...item, stock: Math.max(0, item.stock - takenOf({ ...line, item })) } : item;
    });
}
