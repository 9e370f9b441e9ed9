import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoadMore } from './LoadMore.tsx';
import type { BoardFilter } from './shop-orders-query.ts';
import { ShopOrderCard } from './ShopOrderCard.tsx';
import styles from './ShopOrdersScreen.module.css';
import { useLoadProblem } from './use-load-problem.ts';
import { useShopOrders } from './use-shop-orders.ts';

type Props = { shopId: number; filter: BoardFilter; /** Stands where there is none. */ empty: ReactNode };

/** A card for each order, newest first. What was read once stays while it cannot be read again. */
export function ShopOrderList({ shopId, filter, empty }: Props) {
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
        <LoadMore isLoading={more.isFetchingNextPage} onMore={fetchMore} />
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
