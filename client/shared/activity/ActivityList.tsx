import type { ActivityView, OperatorActivityView } from '@haat/contract/accounts/team.calls';
import { ACTIVITY_ACTIONS } from '@haat/contract/activity/activity';
import { shopName } from '@haat/contract/shops/shop';
import { SHOP_ROLES } from '@haat/contract/accounts/shop-roles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { type TextId, type Text, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Row, Stack } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type Difference, differencesOf, FIELD_TEXTS, type Value } from './activity-differences.ts';
import styles from './Activity.module.css';

type Props = {
  data: (ActivityView | OperatorActivityView)[] | undefined;
  error: unknown;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
  refetch: () => unknown;
  /** The actions for an activity, by its id. */
  actions?: ReadonlyMap<number, ReactNode>;
};

/** Activities, newest first, in pages. */
export function ActivityList({ actions, ...query }: Props) {
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const t = useText();
  const retry = () => void (data ? fetchNextPage() : refetch());
  return (
    <>
      {data && data.length > 0 ? (
        <ol className={styles.list}>
          {data.map((activity) => (
            <ActivityEntry key={activity.id} activity={activity} action={actions?.get(activity.id)}>
              {'shop' in activity && activity.shop ? (
                <Link to={`/${activity.shop.slug}/admin/settings`}>{shopName(activity.shop)}</Link>
              ) : null}
            </ActivityEntry>
          ))}
        </ol>
      ) : null}
      {error ? <LoadFailure text={t('activity.loadFailed')} onRetry={retry} /> : null}
      {!data && !error ? <Skeleton height="320px" radius="var(--radius-card)" /> : null}
      {hasNextPage && !error ? (
        <LoadMore label={t('activity.older')} isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />
      ) : null}
    </>
  );
}

type ActivityEntryProps = { activity: ActivityView; action: ReactNode; children?: ReactNode };

/** One activity with its changes, before and after. */
function ActivityEntry({ activity, action, children }: ActivityEntryProps) {
  const t = useText();
  const { moment } = useTimeText();
  const { at, actor, subject } = activity;
  const differences = differencesOf(activity);
  return (
    <Stack as="li" gap={1} className={styles.entry}>
      <Row as="p" gap={2} rowGap={1} align="stretch">
        <strong>{t(textOf(activity.action))}</strong>
        {subject ? <span className={styles.subject}>{subject.replace(/^order:/, '#')}</span> : null}
        {children}
      </Row>
      {differences.length > 0 ? (
        <DefinitionList
          layout="beside"
          className={styles.differences}
          items={differences.map((difference) => ({
            term: [fieldText(difference.field, t), difference.of].filter(Boolean).join(' · '),
            value: <BeforeAndAfter from={difference.from} to={difference.to} />,
          }))}
        />
      ) : null}
      <p className={styles.who}>
        {actorText(actor, t)} · <time dateTime={at}>{moment(at)}</time>
      </p>
      {action ? <div>{action}</div> : null}
    </Stack>
  );
}

function BeforeAndAfter({ from, to }: Pick<Difference, 'from' | 'to'>) {
  const t = useText();
  const isNew = 'nothing' in from;
  return (
    <>
      {isNew ? null : (
        <>
          <span className="visually-hidden">{t('activity.before')} </span>
          <span className={styles.from}>{valueText(from, t)}</span>
          <span aria-hidden="true"> → </span>
          <span className="visually-hidden"> {t('activity.after')} </span>
        </>
      )}
      <span>{valueText(to, t)}</span>
    </>
  );
}

function fieldText(field: string, t: Text): string {
  const text = FIELD_TEXTS[field];
  return text ? t(text) : field;
}

function valueText(value: Value, t: Text): string {
  if ('nothing' in value) return t('activity.nothing');
  if ('yes' in value) return t(value.yes ? 'backOffice.yes' : 'backOffice.no');
  const role = SHOP_ROLES.find((each) => each === value.text);
  return role ? t(`team.${role}`) : value.text;
}

function actorText(actor: ActivityView['actor'], t: Text): string {
  if (!actor) return t('activity.nobody');
  return actor.operator ? t('activity.byOperator', { name: actor.name }) : actor.name;
}

// A newer server may send actions that this page does not know.
function textOf(action: string): TextId {
  const known = ACTIVITY_ACTIONS.find((each) => each === action);
  return known ? `activity.${known}` : 'activity.other';
}
