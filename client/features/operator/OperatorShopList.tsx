import { useInfiniteQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Operator.module.css';
import { OperatorShopRow } from './OperatorShopRow.tsx';
import { operatorShopsQuery } from './operator-shops-query.ts';

/** The shops that are searched for, newest first, as far back as is asked for. */
export function OperatorShopList({ search }: { search: string }) {
  const t = useText();
  const { data: shops, error, refetch, ...older } = useInfiniteQuery(operatorShopsQuery(search));
  if (error) return <LoadFailure text={t('operator.loadFailed')} onRetry={() => void refetch()} />;
  if (!shops) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (shops.length === 0) return <EmptyState text={t('operator.none')} />;
  return (
    <div>
      <ul className={styles.list}>
        {shops.map((shop) => (
          <OperatorShopRow key={shop.id} shop={shop} />
        ))}
      </ul>
      {older.hasNextPage ? (
        <div className={styles.older}>
          <Button look="secondary" disabled={older.isFetchingNextPage} onClick={() => void older.fetchNextPage()}>
            {t('operator.more')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
