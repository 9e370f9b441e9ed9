import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { memo } from 'react';
import { Link } from 'react-router-dom';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { CARD_SIZES } from '../../../ui/shop-picture-sizes.ts';
import { ShopFacts } from './ShopFacts.tsx';
import { ShopImage } from './ShopImage.tsx';
import styles from './ShopCardLink.module.css';

type Props = { shop: ShopCard };

/**
 * A shop card, linked to the shop's catalog. Rendered again only for another shop, not whenever the carousel moves.
 */
export const ShopCardLink = memo(function ShopCardLink({ shop }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  const now = useMinute();
  const name = shopName(shop);
  return (
    <Link to={`/${shop.slug}/products`} className={styles.card}>
      <span className={styles.front}>
        <ShopImage shop={shop} width={520} height={300} sizes={CARD_SIZES} />
      </span>
      <span className={styles.words}>
        <span className={styles.name} lang={langOf(name)}>
          {name}
        </span>
        <ShopFacts shop={shop} now={now} />
        <span className={styles.explore}>{t('landing.explore')}</span>
      </span>
    </Link>
  );
});
