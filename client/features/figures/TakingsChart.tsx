import type { FiguresView } from '@haat/contract/api/figures.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import styles from './TakingsChart.module.css';
import { TakingsBars } from './TakingsBars.tsx';
import { TakingsTable } from './TakingsTable.tsx';
import { useDayText } from './use-day-text.ts';

type Props = { days: FiguresView['days'] };

/** The takings of each of the last days as a bar, the day pointed at in words, and all of them as a table for ears. */
export function TakingsChart({ days }: Props) {
  const t = useText();
  const dayText = useDayText();
  const headingId = useId();
  const [pointedAt, pointAt] = useState<number>();
  const shown = pointedAt ?? days.length - 1;
  const day = days[shown];
  return (
    <section className={styles.chart} aria-labelledby={headingId}>
      <div className={styles.top}>
        <h2 id={headingId}>{t('figures.lastDays', { count: days.length })}</h2>
        {day ? (
          <p className={styles.shown} aria-hidden="true">
            <span>{dayText.long(day.day)}</span>
            <strong>{formatRupees(day.takings)}</strong>
            <span>{t('figures.orders', { count: day.orders })}</span>
          </p>
        ) : null}
      </div>
      <TakingsBars days={days} shown={shown} onPoint={pointAt} />
      <ol className={styles.days} aria-hidden="true">
        {days.map(({ day }) => (
          <li key={day}>{dayText.short(day)}</li>
        ))}
      </ol>
      <TakingsTable days={days} labelledBy={headingId} />
    </section>
  );
}
