import type { ActivityKind } from '@haat/contract/rules/activity';
import { useQuery } from '@tanstack/react-query';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { teamQuery } from '../team/team-query.ts';
import styles from './Activity.module.css';
import type { ActivityFilter } from './activity-query.ts';

const KINDS: { kind: ActivityKind; text: TextId }[] = [
  { kind: 'product', text: 'activity.kind.product' },
  { kind: 'stock', text: 'activity.kind.stock' },
  { kind: 'settings', text: 'settings.title' },
  { kind: 'shop', text: 'activity.kind.shop' },
  { kind: 'member', text: 'team.title' },
  { kind: 'order', text: 'menu.shopOrders' },
];

type Props = { shopId: number; filter: ActivityFilter; onChange: (filter: ActivityFilter) => void };

/** Narrows the log to one person and to what it is about. */
export function ActivityFilters({ shopId, filter, onChange }: Props) {
  const t = useText();
  const { data: team = [] } = useQuery(teamQuery(shopId));
  const kindOf = (value: string) => KINDS.find(({ kind }) => kind === value)?.kind;
  return (
    <div className={styles.filters}>
      <SelectField
        label={t('activity.by')}
        placeholder={t('activity.everybody')}
        options={team.map(({ id, name, email }) => ({ value: String(id), label: name ?? email }))}
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
