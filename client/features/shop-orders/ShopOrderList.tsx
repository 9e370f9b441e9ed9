import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ShopOrderCard } from './ShopOrderCard.tsx';
import styles from './ShopOrdersScreen.module.css';
import { useLoadProblem } from './use-load-problem.ts';
import { useShopOrders } from './use-shop-orders.ts';

type Props = { shopId: number };

/** A card for each order, newest first. What was read once stays while it cannot be read again. */
export function ShopOrderList({ shopId }: Props) {
  const t = useText();
  const now = useMinute();
  const { orders, error, refetch, isFetchingNextPage, hasNextPage, fetchNextPage } = useShopOrders(shopId);
  const problem = useLoadProblem(error);
  return (
    <>
      {problem ? <LoadFailure text={problem} onRetry={() => void refetch()} /> : null}
      {!orders && !error ? <Loading /> : null}
      {orders?.length === 0 ? <EmptyState text={t('shopOrders.empty')} /> : null}
      <ol className={styles.list}>
        {orders?.map((order) => (
          <li key={order.id}>
            <ShopOrderCard order={order} now={now} />
          </li>
        ))}
      </ol>
      {hasNextPage ? (
        <p className={styles.more}>
          <Button look="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t(isFetchingNextPage ? 'shopOrders.loading' : 'shopOrders.showMore')}
          </Button>
        </p>
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
