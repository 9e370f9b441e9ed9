import { countShopOrders, listShopOrders } from '@haat/contract/api/orders';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { ApiError } from '../../lib/api-error.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { usePreload } from '../../lib/use-preload.ts';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LATE_PARTS, loadPartsOf, ShopOrderCard } from './ShopOrderCard.tsx';
import styles from './ShopOrderList.module.css';

/** Without a status and a search: all orders. */
export type BoardFilter = { status?: OrderStatus | undefined; search: string };

type Props = { shopId: number; filter: BoardFilter; /** Shown when there are no orders. */ empty: ReactNode };

/** A card for each order, newest first. Loaded orders stay while a refetch fails. */
export function ShopOrderList({ shopId, filter, empty }: Props) {
  const t = useText();
  const now = useMinute();
  const { orders, error, refetch, isFetchNextPageError, hasNextPage, ...more } = useShopOrders(shopId, filter);
  const problem = useLoadProblem(error);
  const fetchMore = () => void more.fetchNextPage();
  usePreload(LATE_PARTS);
  return (
    <>
      {problem && !isFetchNextPageError ? <LoadFailure text={problem} onRetry={() => void refetch()} /> : null}
      {!orders && !error ? <Loading /> : null}
      {orders?.length === 0 ? empty : null}
      <ol className={styles.list}>
        {orders?.map((order) => (
          <li key={order.id}>
            <ShopOrderCard order={order} now={now} />
          </li>
        ))}
      </ol>
      {problem && isFetchNextPageError ? <LoadFailure text={problem} onRetry={fetchMore} /> : null}
      {hasNextPage && !isFetchNextPageError ? (
        <LoadMore
          label={t(more.isFetchingNextPage ? 'shopOrders.loading' : 'shopOrders.showMore')}
          isLoading={more.isFetchingNextPage}
          isAutomatic
          onMore={fetchMore}
        />
      ) : null}
    </>
  );
}

function Loading() {
  const t = useText();
  return (
    <>
      <p className={styles.loading} role="status">
        {t('shopOrders.loading')}
      </p>
      <div className={styles.list}>
        <Skeleton height="320px" radius="20px" />
        <Skeleton height="320px" radius="20px" />
      </div>
    </>
  );
}

/** Why the list could not be loaded: the server's status and text, or that it could not be reached. */
function useLoadProblem(error: Error | null): string | undefined {
  const t = useText();
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return t('shopOrders.networkError');
  const { status, body, reason } = error;
  return t('shopOrders.loadFailed', {
    status: String(status),
    body: reason.text ?? (typeof body === 'string' ? body : ''),
  });
}

const PAGE_SIZE = 50;

// Polled as well: an event sent while the first live connection is being opened would be missed.
const FRESH = { staleTime: 0, refetchInterval: 60_000 };

/** All loaded pages of the shop's orders; live events refetch them. */
function useShopOrders(shopId: number, filter: BoardFilter) {
  const { data, ...rest } = useInfiniteQuery(shopOrdersQuery(shopId, filter));
  const orders = useMemo(() => data?.pages.flat(), [data]);
  return { ...rest, orders };
}

/** The orders of a shop, newest first, by cursor. */
const shopOrdersQuery = (shopId: number, filter: BoardFilter) =>
  infiniteQueryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'list', filter] as const,
    queryFn: async ({ pageParam, signal }) => {
      const { status, search } = filter;
      const query = { limit: PAGE_SIZE, status, search: search || undefined, after: pageParam };
      const orders = await call(listShopOrders, { params: { shopId }, query, signal });
      await loadPartsOf(orders);
      return orders;
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    ...FRESH,
  });

/** The number of orders per status. */
export const orderCountsQuery = (shopId: number) =>
  queryOptions({
    queryKey: [...QUERY_KEYS.shopOrders(shopId), 'counts'] as const,
    queryFn: ({ signal }) => call(countShopOrders, { params: { shopId }, signal }),
    placeholderData: keepPreviousData,
    ...FRESH,
  });
