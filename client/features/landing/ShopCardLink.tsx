import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { displayTime, isOpenAt } from '@haat/contract/rules/opening-hours';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { Awning } from '../../ui/Awning.tsx';
import { CARD_SIZES } from '../../ui/shop-picture-sizes.ts';
import { ShopPicture } from '../../ui/ShopPicture.tsx';
import type { ListedShop } from './shop-list.ts';
import { useMinute } from '../../lib/use-minute.ts';
import styles from './ShopCardLink.module.css';

type Props = { shop: ListedShop; arrival: 'lazy' | 'eager' | 'first' };

/**
 * A shop card, linked to the shop's catalog. Rendered again only for another shop, not whenever the carousel moves.
 */
export const ShopCardLink = memo(function ShopCardLink({ shop, arrival }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  const [hasPicture, setHasPicture] = useState(true);
  return (
    <Link to={`/${shop.slug}/products`} className={styles.card}>
      <span className={styles.front}>
        {/* A painted front has its own awning; a shop without one gets ours. */}
        {hasPicture ? null : <Awning />}
        {!hasPicture && shop.emoji ? (
          <span className={styles.emoji} aria-hidden="true">
            {shop.emoji}
          </span>
        ) : (
          <ShopPicture
            slug={shop.slug}
            alt=""
            width={520}
            height={300}
            sizes={CARD_SIZES}
            arrival={arrival}
            onMissing={() => setHasPicture(false)}
          />
        )}
      </span>
      <span className={shop.emoji ? `${styles.words} ${styles.known}` : styles.words}>
        {shop.emoji ? (
          <span className={styles.mark} aria-hidden="true">
            {shop.emoji}
          </span>
        ) : null}
        <span className={styles.name} lang={langOf(shop.name)}>
          {shop.name}
        </span>
        {shop.emoji ? null : (
          <>
            <span className={styles.address} lang={langOf(shop.address ?? '')}>
              {shop.address}
            </span>
            <span className={styles.facts}>
              <ShopFacts shop={shop} />
            </span>
          </>
        )}
        <span className={styles.explore}>{t('landing.explore')}</span>
      </span>
    </Link>
  );
});

type ShopFactsProps = { shop: ListedShop };

/** Whether the shop is open and takes orders, when it opens if not, and how far it is, where that is known. */
export function ShopFacts({ shop: { hours, isPaused, distanceKm } }: ShopFactsProps) {
  const t = useText();
  const now = useMinute();
  if (!hours && !isPaused && distanceKm === undefined) return null;
  const isOpen = hours && isOpenAt(hours, now);
  return (
    <span className={styles.shopFactsFacts}>
      {isPaused ? <span className={styles.closed}>{t('header.paused')}</span> : null}
      {hours && !isPaused ? (
        <span className={isOpen ? styles.open : styles.closed}>{t(isOpen ? 'header.openNow' : 'header.closed')}</span>
      ) : null}
      {hours?.open_time && !isOpen ? <span>{t('landing.opensAt', { time: displayTime(hours.open_time) })}</span> : null}
      {distanceKm === undefined ? null : <span>{t('landing.distance', { km: distanceKm.toFixed(1) })}</span>}
    </span>
  );
}
