import type { ActivityView, OperatorActivityView } from '@haat/contract/api/activity.schema';
import { Link } from 'react-router-dom';
import { shopName } from '@haat/contract/rules/shop-name';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './Activity.module.css';
import { ActivityEntry } from './ActivityEntry.tsx';

type Props = {
  data: (ActivityView | OperatorActivityView)[] | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
};

/** What was done, newest first, as far back as is asked for. */
export function ActivityList({ data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch }: Props) {
  const t = useText();
  const retry = () => void (data ? fetchNextPage() : refetch());
  return (
    <>
      {data && data.length > 0 ? (
        <ol className={styles.list}>
          {data.map((activity) => (
            <ActivityEntry key={activity.id} activity={activity}>
              {'shop' in activity ? (
                <Link to={`/${activity.shop.slug}/admin/settings`}>{shopName(activity.shop)}</Link>
              ) : null}
            </ActivityEntry>
          ))}
        </ol>
      ) : null}
      {error ? <LoadFailure text={t('activity.loadFailed')} onRetry={retry} /> : null}
      {!data && !error ? <Skeleton height="320px" radius="var(--radius-card)" /> : null}
      {hasNextPage && !error ? (
        <div className={styles.older}>
          <Button look="secondary" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('activity.older')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
