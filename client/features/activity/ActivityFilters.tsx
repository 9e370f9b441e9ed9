import type { ActivityKind } from '@haat/contract/rules/activity';
import { useQuery } from '@tanstack/react-query';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import desk from '../desk/Desk.module.css';
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
      <label className={desk.label}>
        {t('activity.by')}
        <select
          className={desk.select}
          value={filter.by ?? ''}
          onChange={({ target }) => onChange({ ...filter, by: Number(target.value) || undefined })}
        >
          <option value="">{t('activity.everybody')}</option>
          {team.map(({ id, name, email }) => (
            <option key={id} value={id}>
              {name ?? email}
            </option>
          ))}
        </select>
      </label>
      <label className={desk.label}>
        {t('activity.about')}
        <select
          className={desk.select}
          value={filter.kind ?? ''}
          onChange={({ target }) => onChange({ ...filter, kind: kindOf(target.value) })}
        >
          <option value="">{t('activity.everything')}</option>
          {KINDS.map(({ kind, text }) => (
            <option key={kind} value={kind}>
              {t(text)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
