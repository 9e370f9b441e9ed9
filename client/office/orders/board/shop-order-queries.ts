import { listShopOrders, type OrderView } from '@haat/contract/orders/orders.calls';
import type { ShopOrderGroup } from '@haat/contract/orders/order-status';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { afterLast, callPages } from '../../../lib/call-pages.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { ALL_OPEN, prepareTicketsWith, putOpen, putWhereShown, readWithArrivals } from '../arrived-orders.ts';
import { POLLED } from '../use-shop-orders-live.ts';
import { loadPartsOf } from './OrderTicket.tsx';

const OPEN_PAGE = 200;
/** More open orders than a shop can look at; a page that never ends must not be asked for for ever. */
const MAX_OPEN_PAGES = 10;
const PAGE_SIZE = 50;

prepareTicketsWith(loadPartsOf);

/** All open orders of a shop, oldest first. */
export function openOrdersQuery(shopId: number) {
  const input = { params: { shopId }, query: { limit: OPEN_PAGE, group: 'open' } } as const;
  const { queryKey, meta } = callQuery(listShopOrders, input);
  const readAll = async (signal: AbortSignal) => {
    const orders: OrderView[] = [];
    for (let nth = 0; nth < MAX_OPEN_PAGES; nth++) {
      const query = { ...input.query, after: orders.at(-1)?.id };
      const page = await call(listShopOrders, { ...input, query, signal });
      orders.push(...page);
      if (page.length < OPEN_PAGE) break;
    }
    await loadPartsOf(orders);
    return orders;
  };
  return queryOptions({
    queryKey: [...queryKey, ALL_OPEN],
    meta,
    queryFn: (query) => readWithArrivals(query, () => readAll(query.signal), putOpen),
    ...POLLED,
  });
}

/** Ended orders, or search results among all orders: newest first, by cursor. */
export type ListFilter = { group?: ShopOrderGroup; search?: string };

export function orderPagesQuery(shopId: number, filter: ListFilter) {
  const input = { params: { shopId }, query: { limit: PAGE_SIZE, ...filter } };
  return infiniteQueryOptions({
    ...callPages(listShopOrders, input, { next: afterLast(PAGE_SIZE) }),
    queryFn: (query) => {
      const { pageParam, signal } = query;
      const readPage = async () => {
        const orders = await call(listShopOrders, { ...input, query: { ...input.query, ...pageParam }, signal });
        await loadPartsOf(orders);
        return orders;
      };
      return readWithArrivals(query, readPage, putWhereShown);
    },
    // The previous results stay until the next search is answered.
    placeholderData: keepPreviousData,
    ...POLLED,
  });
}
