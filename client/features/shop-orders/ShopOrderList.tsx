import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { ApiError } from '../../lib/api-error.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type BoardFilter, useShopOrders } from './shop-orders-query.ts';
import { ShopOrderCard } from './ShopOrderCard.tsx';
import styles from './ShopOrdersScreen.module.css';

type Props = { shopId: number; filter: BoardFilter; /** Shown when there are no orders. */ empty: ReactNode };

/** A card for each order, newest first. Loaded orders stay while a refetch fails. */
export function ShopOrderList({ shopId, filter, empty }: Props) {
  const t = useText();
  const now = useMinute();
  const { orders, error, refetch, isFetchNextPageError, hasNextPage, ...more } = useShopOrders(shopId, filter);
  const problem = useLoadProblem(error);
  const fetchMore = () => void more.fetchNextPage();
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
