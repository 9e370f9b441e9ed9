import type { OrderView } from '@haat/contract/api/orders.schema';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { ORDER } from '../../lib/order-sample.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';

/** As many as the server answers at a time. */
const PAGE_SIZE = 200;

/** The orders of a shop, newest first, in pages that begin behind the last order of the page before. */
export const shopOrdersQuery = (shopId: number) =>
  infiniteQueryOptions({
    queryKey: QUERY_KEYS.shopOrders(shopId),
    queryFn: ({ pageParam, signal }) => callApi<OrderView[]>(pathOf(shopId, pageParam), { signal, like: [ORDER] }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    // What happened while no screen was looking is not told again.
    staleTime: 0,
    // A net below the live connections: a step told while the first of them was being made.
    refetchInterval: 60_000,
  });

function pathOf(shopId: number, after: number | undefined): string {
  const path = `/api/orders/shop/${shopId}`;
  return after === undefined ? path : `${path}?after=${after}`;
}
