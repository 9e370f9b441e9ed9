import { displayTime, isOpenAt } from '@haat/contract/rules/opening-hours';
import { useText } from '../../i18n/use-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import type { ListedShop } from './shop-list.ts';
import styles from './ShopFacts.module.css';

type Props = { shop: ListedShop };

/** Whether the shop is open and takes orders, when it opens if not, and how far it is, where that is known. */
export function ShopFacts({ shop: { hours, isPaused, distanceKm } }: Props) {
  const t = useText();
  const now = useMinute();
  if (!hours && !isPaused && distanceKm === undefined) return null;
  const isOpen = hours && isOpenAt(hours, now);
  return (
    <span className={styles.facts}>
      {isPaused ? <span className={styles.closed}>{t('header.paused')}</span> : null}
      {hours && !isPaused ? (
        <span className={isOpen ? styles.open : styles.closed}>{t(isOpen ? 'header.openNow' : 'header.closed')}</span>
      ) : null}
      {hours?.open_time && !isOpen ? <span>{t('landing.opensAt', { time: displayTime(hours.open_time) })}</span> : null}
      {distanceKm === undefined ? null : <span>{t('landing.distance', { km: distanceKm.toFixed(1) })}</span>}
    </span>
  );
}
