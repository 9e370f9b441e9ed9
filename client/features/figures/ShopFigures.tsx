import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useSession } from '../session/use-session.ts';
import { BestSellers } from './BestSellers.tsx';
import { FigureTiles } from './FigureTiles.tsx';
import { figuresQuery } from './figures-query.ts';
import { LowStock } from './LowStock.tsx';
import styles from './ShopFigures.module.css';
import { TakingsChart } from './TakingsChart.tsx';

/** What a shopkeeper looks at first: today, what waits, the last 14 days, what sells and what runs out. */
export function ShopFigures() {
  const { shopId } = useSession();
  return shopId === undefined ? null : <Figures shopId={shopId} />;
}

function Figures({ shopId }: { shopId: number }) {
  const t = useText();
  const { data: figures, error, refetch } = useQuery(figuresQuery(shopId));
  if (figures) {
    return (
      <section className={styles.figures} aria-label={t('figures.title')}>
        <FigureTiles figures={figures} />
        <TakingsChart days={figures.days} />
        <div className={styles.lists}>
          <BestSellers products={figures.best_sellers} />
          <LowStock variants={figures.low_stock} inAll={figures.low_stock_count} />
        </div>
      </section>
    );
  }
  if (error) return <LoadFailure text={t('figures.loadFailed')} onRetry={() => void refetch()} />;
  return (
    <div className={`${styles.figures} ${styles.coming}`}>
      <Skeleton height="96px" radius="var(--radius-card)" />
      <Skeleton height="220px" radius="var(--radius-card)" />
    </div>
  );
}
