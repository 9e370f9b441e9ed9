import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { LoadFailure } from '../../../ui/EmptyState.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { OrderTicket } from './OrderTicket.tsx';
import { useLoadFailureText } from './OrdersState.tsx';
import { type ListFilter, orderPagesQuery } from './shop-order-queries.ts';
import styles from './OrderBoard.module.css';

/** `instead`: the content until the first page is loaded, e.g. the board where the search began. */
type Props = {
  shopId: number;
  label: string;
  filter: ListFilter;
  empty: ReactNode;
  instead?: ReactNode;
};

/** Tickets of orders, newest first, page by page. Loaded ones stay while a refetch fails. */
export function OrderPages({ shopId, label, filter, empty, instead }: Props) {
  const t = useText();
  const now = useMinute();
  const { data, error, refetch, isFetchNextPageError, hasNextPage, ...more } = useInfiniteQuery(
    orderPagesQuery(shopId, filter),
  );
  const orders = useMemo(() => data?.pages.flat(), [data]);
  const failure = useLoadFailureText(error);
  const fetchMore = () => void more.fetchNextPage();
  return (
    <>
      {failure && !isFetchNextPageError ? <LoadFailure text={failure} onRetry={() => void refetch()} /> : null}
      {!orders && !error && !instead ? <LoadingOrders /> : null}
      {orders ? <h2 className="visually-hidden">{label}</h2> : instead}
      {orders?.length === 0 ? empty : null}
      <ol className={styles.list}>
        {orders?.map((order) => (
          <li key={order.id}>
            <OrderTicket order={order} now={now} />
          </li>
        ))}
      </ol>
      {failure && isFetchNextPageError ? <LoadFailure text={failure} onRetry={fetchMore} /> : null}
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

export function LoadingOrders() {
  const t = useText();
  return (
    <>
      <p className="visually-hidden" role="status">
        {t('shopOrders.loading')}
      </p>
      <div className={styles.list}>
        <Skeleton height="180px" radius="14px" />
        <Skeleton height="180px" radius="14px" />
      </div>
    </>
  );
}
