import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type DeskShop, OnDesk } from '../desk/OnDesk.tsx';
import { ActivityFilters } from './ActivityFilters.tsx';
import { ActivityList } from './ActivityList.tsx';
import { activityQuery, type ActivityFilter } from './activity-query.ts';

/** Who changed what in the shop, for its admins. */
export function ActivityScreen() {
  const t = useText();
  return (
    <OnDesk title={t('activity.title')} segment="admin/activity" adminsOnly>
      {(shop) => <Activity key={shop.shopId} shop={shop} />}
    </OnDesk>
  );
}

function Activity({ shop: { shopId } }: { shop: DeskShop }) {
  const t = useText();
  const [filter, setFilter] = useState<ActivityFilter>({});
  const query = useInfiniteQuery(activityQuery(shopId, filter));
  return (
    <>
      <ActivityFilters shopId={shopId} filter={filter} onChange={setFilter} />
      {query.data?.length === 0 ? <EmptyState text={t('activity.empty')} /> : <ActivityList {...query} />}
    </>
  );
}
