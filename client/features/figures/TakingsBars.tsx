import type { FiguresView } from '@haat/contract/api/figures.schema';
import styles from './TakingsChart.module.css';

const WIDTH = 700;
const HEIGHT = 160;
const GAP = 8;

type Props = {
  days: FiguresView['days'];
  /** Which of them stands out. */
  shown: number;
  onPoint: (at: number | undefined) => void;
};

/** A bar for each day, the highest as high as the picture; a day without takings keeps a line to point at. */
export function TakingsBars({ days, shown, onPoint }: Props) {
  const most = Math.max(1, ...days.map(({ takings }) => takings));
  const step = WIDTH / days.length;
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      onPointerLeave={() => onPoint(undefined)}
    >
      {days.map(({ day, takings }, at) => {
        const height = takings === 0 ? 2 : Math.max(4, (takings / most) * HEIGHT);
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
