import { useText } from '../i18n/use-text.ts';
import pageStyles from '../ui/Page.module.css';
import { Skeleton } from '../ui/Skeleton.tsx';
import styles from './ScreenSkeleton.module.css';

/** While a screen's code arrives: a heading and something below it, as tall as most screens. */
export function ScreenSkeleton() {
  const t = useText();
  return (
    <div className={`${pageStyles.page} ${styles.late}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('app.loading')}
      </p>
      <div className={pageStyles.heading}>
        <Skeleton width="min(280px, 70%)" height="36px" />
      </div>
      <Skeleton height="60dvh" radius="var(--radius-card)" />
    </div>
  );
}
