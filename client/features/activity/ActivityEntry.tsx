import type { ActivityView } from '@haat/contract/api/activity.schema';
import { ACTIVITY_ACTIONS } from '@haat/contract/rules/activity';
import type { ReactNode } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText, type Text } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import styles from './Activity.module.css';
import { type Difference, differencesOf, type Value } from './activity-differences.ts';
import { FIELD_TEXTS } from './field-texts.ts';

type Props = { activity: ActivityView; children?: ReactNode };

/** One thing that somebody did, in words, with what it was before and is since. */
export function ActivityEntry({ activity, children }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const { at, actor, subject } = activity;
  const differences = differencesOf(activity);
  return (
    <li className={styles.entry}>
      <p className={styles.what}>
        <strong>{t(textOf(activity.action))}</strong>
        {subject ? <span className={styles.subject}>{subject.replace(/^order:/, '#')}</span> : null}
        {children}
      </p>
      {differences.length > 0 ? (
        <dl className={styles.differences}>
          {differences.map((difference) => (
            <DifferenceLine key={difference.field} {...difference} />
          ))}
        </dl>
      ) : null}
      <p className={styles.who}>
        {actor?.name ?? t('activity.nobody')} · <time dateTime={at}>{moment(at)}</time>
      </p>
    </li>
  );
}

function DifferenceLine({ field, from, to }: Difference) {
  const t = useText();
  const label = FIELD_TEXTS[field];
  const isNew = 'nothing' in from;
  return (
    <div className={styles.difference}>
      <dt>{label ? t(label) : field}</dt>
      <dd>
        {isNew ? null : (
          <>
            <span className="visually-hidden">{t('activity.before')} </span>
            <span className={styles.from}>{wordsOf(from, t)}</span>
            <span aria-hidden="true"> → </span>
            <span className="visually-hidden"> {t('activity.after')} </span>
          </>
        )}
        <span>{wordsOf(to, t)}</span>
      </dd>
    </div>
  );
}

function wordsOf(value: Value, t: Text): string {
  if ('nothing' in value) return t('activity.nothing');
  if ('yes' in value) return t(value.yes ? 'desk.yes' : 'desk.no');
  if (value.text === 'vendor' || value.text === 'admin') return t(`team.${value.text}`);
  return value.text;
}

// A newer server may know more than this page does.
function textOf(action: string): TextId {
  const known = ACTIVITY_ACTIONS.find((each) => each === action);
  return known ? `activity.${known}` : 'activity.other';
}
