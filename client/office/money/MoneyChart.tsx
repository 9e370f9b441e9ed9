import type { StatsView } from '@haat/contract/money/reports.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useDayText } from '../../i18n/use-day-text.ts';
import { Card, Row } from '../../ui/Card.tsx';
import styles from './ShopStats.module.css';

type Props = { days: StatsView['days']; title: string };

/** More days than these have no label each. */
const MOST_LABELS = 31;

/** The ordered amount of each day as bars, with the value of the selected day; screen readers get a table. */
export function MoneyChart({ days, title }: Props) {
  const t = useText();
  const dayText = useDayText();
  const headingId = useId();
  const [pointedAt, pointAt] = useState<number>();
  const shown = pointedAt ?? days.length - 1;
  const day = days[shown];
  const labelled = days.length > MOST_LABELS ? days.filter((_, at) => at === 0 || at === days.length - 1) : days;
  const isEmpty = days.every(({ ordered, received, refunded }) => ordered + received + refunded === 0);
  return (
    <Card as="section" className={styles.chart} aria-labelledby={headingId}>
      <Row gap={4} rowGap={1} justify="between" align="baseline" className={styles.top}>
        <h2 id={headingId}>{title}</h2>
        {day && !isEmpty ? (
          <p className={styles.shown} aria-hidden="true">
            <span>{dayText.long(day.day)}</span>
            <strong>{t('money.orderedSum', { sum: formatRupees(day.ordered) })}</strong>
            <span>{t('money.receivedSum', { sum: formatRupees(day.received) })}</span>
            <span>{t('stats.orders', { count: day.orders })}</span>
          </p>
        ) : null}
      </Row>
      {isEmpty ? (
        <p className={styles.shown}>{t('stats.nothingOrdered')}</p>
      ) : (
        <>
          <MoneyBars days={days} shown={shown} onPoint={pointAt} />
          <ol className={styles.days} aria-hidden="true">
            {labelled.map(({ day }) => (
              <li key={day}>{days.length > MOST_LABELS ? dayText.long(day) : dayText.short(day)}</li>
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
/** What of its width a bar leaves free. */
const GAP = 0.16;

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
              x={at * step + (step * GAP) / 2}
              y={HEIGHT - height}
              width={step * (1 - GAP)}
              height={height}
            />
          </g>
        );
      })}
    </svg>
  );
}

type MoneyTableProps = { days: StatsView['days']; labelledBy: string };

/** The data of the bars for screen readers, in a box because a table is never narrower than its cells. */
function MoneyTable({ days, labelledBy }: MoneyTableProps) {
  const t = useText();
  const dayText = useDayText();
  return (
    <div className="visually-hidden">
      <table aria-labelledby={labelledBy}>
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
    </div>
  );
}
