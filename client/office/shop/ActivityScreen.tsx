import { type ActivityView, listMembers } from '@haat/contract/accounts/team.calls';
import type { ActivityKind } from '@haat/contract/activity/activity';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { memberName } from './member-name.ts';
import { type ActivityFilter, activityQuery } from '../../shared/activity/activity-query.ts';
import { ActivityList } from '../../shared/activity/ActivityList.tsx';
import { RestoreName } from '../../shared/activity/RestoreName.tsx';
import { RestoreProduct } from '../../shared/activity/RestoreProduct.tsx';
import styles from '../../shared/activity/Activity.module.css';

/** Who changed what in the shop, for its admins. */
export function ActivityScreen() {
  const t = useText();
  const shop = useGuardedShop();
  return (
    <Page title={t('activity.title')}>
      <Activity key={shop.shopId} shop={shop} />
    </Page>
  );
}

function Activity({ shop: { shopId } }: { shop: GuardedShop }) {
  const t = useText();
  const [filter, setFilter] = useState<ActivityFilter>({});
  const query = useInfiniteQuery(activityQuery(shopId, filter));
  return (
    <>
      <ActivityFilters shopId={shopId} filter={filter} onChange={setFilter} />
      {query.data?.length === 0 ? (
        <EmptyState text={t('activity.empty')} />
      ) : (
        <ActivityList {...query} actions={restoreActions(query.data)} />
      )}
    </>
  );
}

/** For products that were removed and not restored since, and for categories and units that were renamed, by their activity. */
function restoreActions(activities: readonly ActivityView[] = []): Map<number, ReactNode> {
  const actions = new Map<number, ReactNode>();
  const seen = new Set<string>();
  // The newest first: it decides.
  for (const { id, action, subject, before, after } of activities) {
    const isRestored = action === 'product.restored' || action === 'products.restored';
    const facts = isRestored ? after : before;
    for (const field of ['product_id', 'bulk_change_id'] as const) {
      const removedId = facts?.[field];
      if (typeof removedId !== 'number') continue;
      const key = `${field} ${removedId}`;
      const isRemoved = action === 'product.removed' || action === 'products.removed';
      if (isRemoved && !seen.has(key)) {
        const removed = field === 'product_id' ? { productId: removedId } : { bulkChangeId: removedId };
        actions.set(id, <RestoreProduct {...removed} name={subject ?? ''} />);
      }
      seen.add(key);
    }
    for (const [kind, field] of NAMED) {
      const namedId = before?.[field];
      if (typeof namedId !== 'number') continue;
      const key = `${field} ${namedId}`;
      // One that was merged or removed since has no name to restore.
      if (action === `${kind}.renamed` && !seen.has(key) && typeof before?.name === 'string' && subject) {
        const names = { name: before.name, seen: subject };
        actions.set(id, <RestoreName kind={kind} id={namedId} {...names} />);
      }
      seen.add(key);
    }
  }
  return actions;
}

const NAMED = [
  ['category', 'category_id'],
  ['unit', 'unit_id'],
] as const;

const KINDS: { kind: ActivityKind; text: TextId }[] = [
  { kind: 'product', text: 'activity.kind.product' },
  { kind: 'stock', text: 'activity.kind.stock' },
  { kind: 'category', text: 'activity.kind.category' },
  { kind: 'unit', text: 'activity.kind.unit' },
  { kind: 'settings', text: 'settings.title' },
  { kind: 'shop', text: 'activity.kind.shop' },
  { kind: 'member', text: 'team.title' },
  { kind: 'customer', text: 'customers.title' },
  { kind: 'order', text: 'menu.shopOrders' },
];

type Props = { shopId: number; filter: ActivityFilter; onChange: (filter: ActivityFilter) => void };

/** Filters the log by member and type. */
function ActivityFilters({ shopId, filter, onChange }: Props) {
  const t = useText();
  const { data: team = [] } = useCall(listMembers, { params: { shopId } }, { staleTime: 0 });
  const kindOf = (value: string) => KINDS.find(({ kind }) => kind === value)?.kind;
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('activity.by')}
        placeholder={t('activity.everybody')}
        options={team.map((member) => ({ value: String(member.id), label: memberName(member) }))}
        value={filter.by ?? ''}
        onChange={({ target }) => onChange({ ...filter, by: Number(target.value) || undefined })}
      />
      <SelectField
        label={t('activity.about')}
        placeholder={t('activity.everything')}
        options={KINDS.map(({ kind, text }) => ({ value: kind, label: t(text) }))}
        value={filter.kind ?? ''}
        onChange={({ target }) => onChange({ ...filter, kind: kindOf(target.value) })}
      />
    </div>
  );
}
