import type { StatsView } from '@haat/contract/api/reports';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { useDayText } from './use-day-text.ts';
import styles from './MoneyChart.module.css';

type Props = { days: StatsView['days'] };

/** What was ordered in the last days as bars, with the value of the selected day; screen readers get a table. */
export function MoneyChart({ days }: Props) {
  const t = useText();
  const dayText = useDayText();
  const headingId = useId();
  const [pointedAt, pointAt] = useState<number>();
  const shown = pointedAt ?? days.length - 1;
  const day = days[shown];
  const isEmpty = days.every(({ ordered, received, refunded }) => ordered + received + refunded === 0);
  return (
    <Card as="section" className={styles.chart} aria-labelledby={headingId}>
      <div className={styles.top}>
        <h2 id={headingId}>{t('stats.lastDays', { count: days.length })}</h2>
        {day && !isEmpty ? (
          <p className={styles.shown} aria-hidden="true">
            <span>{dayText.long(day.day)}</span>
            <strong>{t('money.orderedSum', { sum: formatRupees(day.ordered) })}</strong>
            <span>{t('money.receivedSum', { sum: formatRupees(day.received) })}</span>
            <span>{t('stats.orders', { count: day.orders })}</span>
          </p>
        ) : null}
      </div>
      {isEmpty ? (
        <p className={styles.shown}>{t('stats.nothingOrdered')}</p>
      ) : (
        <>
          <MoneyBars days={days} shown={shown} onPoint={pointAt} />
          <ol className={styles.days} aria-hidden="true">
            {days.map(({ day }) => (
              <li key={day}>{dayText.short(day)}</li>
            ))}
          </ol>
        </>
      )}
      <MoneyTable days={days} labelledBy={headingId} />
    </Card>
  );
}

const WIDTH = 700;
const HEIGHT = 160;
const GAP = 8;

type MoneyBarsProps = {
  days: StatsView['days'];
  /** The index of the highlighted day. */
  shown: number;
  onPoint: (at: number | undefined) => void;
};

/** One bar per day, scaled to the highest. A day without orders has a thin bar, so that it can be selected. */
function MoneyBars({ days, shown, onPoint }: MoneyBarsProps) {
  const most = Math.max(1, ...days.map(({ ordered }) => ordered));
  const step = WIDTH / days.length;
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerLeave={() => onPoint(undefined)}
    >
      {days.map(({ day, ordered }, at) => {
        const height = ordered === 0 ? 2 : Math.max(4, (ordered / most) * HEIGHT);
        return (
          <g key={day} onPointerEnter={() => onPoint(at)} onPointerDown={() => onPoint(at)}>
            <rect className={styles.reach} x={at * step} y={0} width={step} height={HEIGHT} />
            <rect
              className={at === shown ? styles.shownBar : styles.bar}
              x={at * step + GAP / 2}
              y={HEIGHT - height}
              width={step - GAP}
              height={height}
            />
          </g>
        );
      })}
    </svg>
  );
}

type MoneyTableProps = { days: StatsView['days']; labelledBy: string };

/** The data of the bars for screen readers. */
function MoneyTable({ days, labelledBy }: MoneyTableProps) {
  const t = useText();
  const dayText = useDayText();
  return (
    <table className="visually-hidden" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('stats.day')}</th>
          <th scope="col">{t('stats.ordersColumn')}</th>
          <th scope="col">{t('money.ordered')}</th>
          <th scope="col">{t('money.received')}</th>
          <th scope="col">{t('money.refunded')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, orders, ordered, received, refunded }) => (
          <tr key={day}>
            <th scope="row">{dayText.long(day)}</th>
            <td>{orders}</td>
            <td>{formatRupees(ordered)}</td>
            <td>{formatRupees(received)}</td>
            <td>{formatRupees(refunded)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
