import { isOpenAt, type OpeningHours } from '@haat/contract/shops/opening-hours';
import { isPausedAt, type Pause } from '@haat/contract/shops/pause';
import type { ShopView } from '@haat/contract/shops/shops.calls';
import { useClockText } from '../i18n/use-clock-text.ts';
import { useText } from '../i18n/use-text.ts';
import { useMinute } from '../lib/use-minute.ts';
import styles from './ShopDetails.module.css';

type Props = { hours: OpeningHours & Pause & Pick<ShopView, 'suspended' | 'getting_ready'> };

/**
 * Open Now (green) or Closed (red) with the hours, accurate to the minute. A shop that is paused, suspended or without products
 * is closed, too.
 */
export function OpenBadge({ hours }: Props) {
  const t = useText();
  const { hours: hoursText } = useClockText();
  const now = useMinute();
  const isPaused = isPausedAt(hours, now) || hours.suspended || hours.getting_ready;
  const isOpen = isOpenAt(hours, now) && !isPaused;
  const times = hoursText(hours, now);
  return (
    <>
      <span className={`${styles.badge} ${isOpen ? styles.open : styles.closed}`}>
        {t(isOpen ? 'header.openNow' : 'header.closed')}
      </span>
      <span className={styles.times}>
        {isPaused ? t('header.paused') : times === '' ? t('header.dayOff') : (times ?? t('header.alwaysOpen'))}
      </span>
    </>
  );
}
