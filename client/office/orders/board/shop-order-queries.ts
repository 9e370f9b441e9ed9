import { listShopOrders } from '@haat/contract/orders/orders.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import type { ShopOrderGroup } from '@haat/contract/orders/order-status';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Text, useText } from '../../../i18n/use-text.ts';
import { call } from '../../../lib/api.ts';
import { useOnline } from '../../../lib/browser.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { QUERY_KEYS } from '../../../lib/queries.ts';
import { loadPartsOf } from './OrderTicket.tsx';

const OPEN_PAGE = 200;
/** More open orders than a shop can look at; a page that never ends must not be asked for for ever. */
const MAX_OPEN_PAGES = 10;
const PAGE_SIZE = 50;

// Polled as well: an event sent while the first live connection is being opened would be missed.
const FRESH = { staleTime: 0, refetchInterval: 60_000 };

/** All open orders of a shop, oldest first. */
export const openOrdersQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'open'] as const,
    queryFn: async ({ signal }) => {
      const orders: OrderView[] = [];
      for (let nth = 0; nth < MAX_OPEN_PAGES; nth++) {
        const query = { limit: OPEN_PAGE, group: 'open' as const, after: orders.at(-1)?.id };
        const page = await call(listShopOrders, { params: { shopId }, query, signal });
        orders.push(...page);
        if (page.length < OPEN_PAGE) break;
      }
      await loadPartsOf(orders);
      return orders;
    },
    ...FRESH,
  });

/** Ended orders, or search results among all orders: newest first, by cursor. */
type ListFilter = { group?: ShopOrderGroup; search?: string };

export const orderPagesQuery = (shopId: number, filter: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'list', filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, ...filter, after: pageParam };
      const orders = await call(listShopOrders, { params: { shopId }, query, signal });
      await loadPartsOf(orders);
      return orders;
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    // The previous results stay until the next search is answered.
    placeholderData: keepPreviousData,
    ...FRESH,
  });

/** For a list that is reloaded often. Without a connection, the copy on this device is enough. */
export function useListFailure({ data, error }: { data: unknown; error: Error | null }): string | undefined {
  const isOnline = useOnline();
  const failure = useLoadFailureText(error);
  return data !== undefined && !isOnline ? undefined : failure;
}

/** Why orders could not be loaded: the server's status and text, or that it could not be reached. */
export function useLoadFailureText(error: Error | null): string | undefined {
  const t = useText();
  return error ? failureText(t, error) : undefined;
}

function failureText(t: Text, error: Error): string {
  if (!(error instanceof ApiError)) return t('shopOrders.networkError');
  const { status, body, reason } = error;
  return t('shopOrders.loadFailed', {
    status: String(status),
    body: reason.text ?? (typeof body === 'string' ? body : ''),
  });
}
