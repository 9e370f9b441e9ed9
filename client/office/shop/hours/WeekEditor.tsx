import type { TimeRange, Week } from '@haat/contract/shops/opening-hours';
import { type DayProblem, MAX_RANGES_A_DAY, weekProblems } from '@haat/contract/shops/week-problems';
import { useLingui } from '@lingui/react';
import { useMemo } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import styles from './Hours.module.css';

type Props = {
  week: Week;
  /** Whether problems are shown: after an attempt to save. */
  isChecked: boolean;
  onChange: (week: Week) => void;
};

const PROBLEMS = {
  overlap: 'hours.overlap',
  tooMany: 'hours.tooMany',
  notATime: 'hours.notATime',
} as const satisfies Record<DayProblem, string>;

/** The ranges of each day of a week; the hours of the first day can be copied to all. */
export function WeekEditor({ week, isChecked, onChange }: Props) {
  const t = useText();
  const names = useWeekdays();
  const problems = weekProblems(week);
  const changeDay = (day: number, ranges: TimeRange[]) =>
    onChange(week.map((each, nth) => (nth === day ? ranges : each)));
  const [monday = []] = week;
  return (
    <ul className={styles.week}>
      {names.map((name, day) => (
        <li key={name} className={styles.day}>
          <DayEditor
            name={name}
            ranges={week[day] ?? []}
            suggested={monday[0]}
            problem={isChecked ? problems[day] : undefined}
            onChange={(ranges) => changeDay(day, ranges)}
          />
          {day === 0 ? (
            <Button look="secondary" onClick={() => onChange(names.map(() => monday))}>
              {t('hours.copyToAll', { day: name })}
            </Button>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

type DayProps = {
  name: string;
  ranges: TimeRange[];
  /** The first hours of a day that is opened. */
  suggested: TimeRange | undefined;
  problem: DayProblem | undefined;
  onChange: (ranges: TimeRange[]) => void;
};

/** Whether the shop is open on a day, and from when until when. */
export function DayEditor({ name, ranges, suggested = ['09:00', '21:00'], problem, onChange }: DayProps) {
  const t = useText();
  const change = (nth: number, range: TimeRange) => onChange(ranges.map((each, at) => (at === nth ? range : each)));
  return (
    <fieldset className={styles.editor}>
      <legend className="visually-hidden">{name}</legend>
      <label className={styles.name}>
        <input
          type="checkbox"
          checked={ranges.length > 0}
          onChange={({ target }) => onChange(target.checked ? [suggested] : [])}
        />
        {name}
      </label>
      {ranges.length === 0 ? <p className={styles.closed}>{t('header.closed')}</p> : null}
      <ul className={styles.ranges}>
        {ranges.map(([opens, closes], nth) => (
          // oxlint-disable-next-line react/no-array-index-key -- a range has no other name than its place
          <li key={nth}>
            <Row gap={2}>
              <TimeInput
                label={t('settings.opens')}
                value={opens}
                isWrong={problem !== undefined}
                onChange={(time) => change(nth, [time, closes])}
              />
              <span aria-hidden="true">–</span>
              <TimeInput
                label={t('settings.closes')}
                value={closes}
                isWrong={problem !== undefined}
                onChange={(time) => change(nth, [opens, time])}
              />
              {nth > 0 ? (
                <Button look="quiet" onClick={() => onChange(ranges.filter((_, at) => at !== nth))}>
                  {t('hours.remove')}
                </Button>
              ) : null}
              {nth === ranges.length - 1 && ranges.length < MAX_RANGES_A_DAY ? (
                <Button look="quiet" onClick={() => onChange([...ranges, ['', '']])}>
                  {t('hours.addRange')}
                </Button>
              ) : null}
            </Row>
          </li>
        ))}
      </ul>
      {problem ? (
        <p className={styles.problem} role="alert">
          {t(PROBLEMS[problem], { max: MAX_RANGES_A_DAY })}
        </p>
      ) : null}
    </fieldset>
  );
}

type TimeProps = { label: string; value: string; isWrong: boolean; onChange: (time: string) => void };

function TimeInput({ label, value, isWrong, onChange }: TimeProps) {
  return (
    <input
      type="time"
      className={styles.time}
      aria-label={label}
      aria-invalid={isWrong || undefined}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

/** 5 January 2026, a Monday. */
const A_MONDAY = Date.UTC(2026, 0, 5);
const MS_A_DAY = 24 * 3_600_000;

/** The names of the days, Monday first, in the language of the screen. */
export function useWeekdays(length: 'long' | 'short' = 'long'): string[] {
  const { locale } = useLingui().i18n;
  return useMemo(() => {
    const names = new Intl.DateTimeFormat(`${locale}-IN`, { weekday: length, timeZone: 'UTC' });
    return Array.from({ length: 7 }, (_, day) => names.format(A_MONDAY + day * MS_A_DAY));
  }, [locale, length]);
}
