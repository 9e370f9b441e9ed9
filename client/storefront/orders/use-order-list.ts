import { listOwnOrders, type OrderView } from '@haat/contract/orders/orders.calls';
import {
  ORDER_GROUPS,
  ORDER_PERIODS,
  type OrderGroup,
  type OrderGroupFilter,
  type OrderPeriod,
  OWN_ORDER_SEARCH_MAX,
} from '@haat/contract/orders/order-list';
import { isShopSlug } from '@haat/contract/shops/shop';
import { orderGroup } from '@haat/machines/orders/order-group';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useOnline } from '../../lib/browser.ts';
import { afterLast, callPages, rowsOf } from '../../lib/call-pages.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { readLastOrders, saveLastOrders } from './last-orders.ts';
import { ORDERS_PER_PAGE, useLiveOrders } from './use-own-orders.ts';

export type OrderFilter = {
  group: OrderGroup | undefined;
  shop: string | undefined;
  period: OrderPeriod | undefined;
  search: string;
};

export const NO_FILTER: OrderFilter = { group: undefined, shop: undefined, period: undefined, search: '' };

const PAUSE_MS = 250;

/** The filter, as part of the address so that Back and a reload keep it; `settled` when the search is no longer typed. */
export function useOrderFilter() {
  const [params, setParams] = useSearchParams();
  const filter: OrderFilter = {
    group: ORDER_GROUPS.find((group) => group === params.get('group')),
    shop: isShopSlug(params.get('shop') ?? undefined) ? (params.get('shop') ?? undefined) : undefined,
    period: ORDER_PERIODS.find((period) => period === params.get('period')),
    search: (params.get('q') ?? '').slice(0, OWN_ORDER_SEARCH_MAX),
  };
  const typed = filter.search.trim();
  // A cleared search applies immediately.
  const search = useSettled(typed, typed === '' ? 0 : PAUSE_MS);
  const choose = ({ search: q, ...others }: OrderFilter) => {
    const given = Object.entries({ ...others, q }).filter((entry): entry is [string, string] => Boolean(entry[1]));
    setParams(Object.fromEntries(given), { replace: true });
  };
  return { filter, settled: { ...filter, search: typed === '' ? '' : search }, choose };
}

/** Running orders before past ones, each newest first. Past ones are shown once all running ones are loaded. */
export function useOrderList(filter: OrderFilter) {
  const { isSignedIn, userId } = useSession();
  useLiveOrders();
  const { group } = filter;
  const hasRunning = group === undefined || group === 'running';
  const hasPast = group !== 'running';
  const running = useInfiniteQuery({
    ...orderListQuery({ ...filter, group: 'running' }),
    enabled: isSignedIn && hasRunning,
  });
  const past = useInfiniteQuery({
    ...orderListQuery({ ...filter, group: hasRunning ? 'past' : group }),
    enabled: isSignedIn && hasPast,
  });
  const lists = [...(hasRunning ? [running] : []), ...(hasPast ? [past] : [])];
  const next = lists.find(({ hasNextPage }) => hasNextPage);
  const error = lists.find((list) => list.error)?.error;
  // The orders of one list are shown although the other one failed.
  const isLoaded = lists.some(({ data }) => data) && lists.every((list) => list.data ?? list.error);
  const runningOrders = hasRunning ? running.data : undefined;
  const pastOrders = hasPast && next !== running ? past.data : undefined;
  const orders = useMemo(
    () => (isLoaded ? inOrder([...(runningOrders ?? []), ...(pastOrders ?? [])]) : undefined),
    [isLoaded, runningOrders, pastOrders],
  );
  const times = lists.flatMap(({ data, dataUpdatedAt }) => (data ? dataUpdatedAt : []));
  const loadedAt = orders && new Date(Math.min(...times)).toISOString();
  const isWhole = !isFiltered(filter) && !error;
  useEffect(() => {
    if (orders && loadedAt && isWhole && userId !== undefined) saveLastOrders({ userId, loadedAt, orders });
  }, [orders, isWhole, userId, loadedAt]);

  const stored = useLastOrders(!orders && Boolean(error));
  return {
    orders: orders ?? stored?.orders,
    loadedAt: stored?.loadedAt ?? loadedAt,
    /** The orders come from this device, whatever the filter is. */
    isStored: stored !== undefined,
    error,
    /** The list whose next page follows, once the orders are shown. */
    next: orders && next,
    reload: () => {
      for (const list of lists) if (list.error) void list.refetch();
    },
  };
}

export const isFiltered = (filter: OrderFilter): boolean => Object.values(filter).some(Boolean);

/** The orders stored on this device, while there is no connection to load the user's orders. */
function useLastOrders(isMissing: boolean) {
  const { userId } = useSession();
  const isOnline = useOnline();
  return useMemo(() => {
    const stored = isMissing && !isOnline ? readLastOrders(userId) : undefined;
    return stored && { ...stored, orders: inOrder(stored.orders) };
  }, [isMissing, isOnline, userId]);
}

/** Each order once: one that was delivered since is in both lists. */
function inOrder(orders: readonly OrderView[]): OrderView[] {
  const each = [...new Map(orders.map((order) => [order.id, order])).values()].toSorted((one, two) => two.id - one.id);
  return [...each.filter(isRunning), ...each.filter((order) => !isRunning(order))];
}

export const isRunning = (order: OrderView): boolean => orderGroup(order) === 'running';

type ListFilter = Omit<OrderFilter, 'group'> & { group: OrderGroupFilter };

/** Orders of a group, newest first, in pages that start after the last order of the page before. */
const orderListQuery = ({ search, ...filter }: ListFilter) => ({
  ...callPages(
    listOwnOrders,
    { query: { limit: ORDERS_PER_PAGE, ...filter, search: search || undefined } },
    { next: afterLast(ORDERS_PER_PAGE) },
  ),
  select: rowsOf<OrderView>,
  // Events are missed while no screen is subscribed.
  staleTime: 0,
});
