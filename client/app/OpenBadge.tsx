import { displayHours, isOpenAt, type OpeningHours } from '@haat/contract/rules/opening-hours';
import { useText } from '../i18n/use-text.ts';
import { useMinute } from '../lib/use-minute.ts';
import styles from './OpenBadge.module.css';

type Props = { hours: OpeningHours & { paused?: boolean; suspended?: boolean } };

/**
 * Open Now (green) or Closed (red) with the hours, true to the minute; a shop that takes no orders for now is closed, too.
 * Spec section 2, header.
 */
export function OpenBadge({ hours }: Props) {
  const t = useText();
  const isPaused = hours.paused || hours.suspended;
  const isOpen = isOpenAt(hours, useMinute()) && !isPaused;
  return (
    <>
      <span className={`${styles.badge} ${isOpen ? styles.open : styles.closed}`}>
        {t(isOpen ? 'header.openNow' : 'header.closed')}
      </span>
      <span className={styles.times}>
        {isPaused ? t('header.paused') : (displayHours(hours) ?? t('header.alwaysOpen'))}
      </span>
    </>
  );
}
