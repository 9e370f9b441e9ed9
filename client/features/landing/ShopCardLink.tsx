import { memo, useState } from 'react';
import { Link } from 'react-router-dom';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { Awning } from '../../ui/Awning.tsx';
import { CARD_SIZES } from '../../ui/shop-picture-sizes.ts';
import { ShopPicture } from '../../ui/ShopPicture.tsx';
import type { ListedShop } from './shop-list.ts';
import styles from './ShopCardLink.module.css';
import { ShopFacts } from './ShopFacts.tsx';

type Props = { shop: ListedShop; arrival: 'lazy' | 'eager' | 'first' };

/**
 * A shop front; following it goes to the shop's shelf. Drawn anew only for another shop, not whenever the cards move on.
 * Spec section 2, landing dashboard.
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
