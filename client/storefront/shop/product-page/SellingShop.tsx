import type { ShopView } from '@haat/contract/shops/shops.calls';
import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { isPausedAt } from '@haat/contract/shops/pause';
import { shopName } from '@haat/contract/shops/shop';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import styles from './ProductPage.module.css';

type Props = { shop: ShopView };

/** Who sells the product, and whether the shop is open. */
export function SellingShop({ shop }: Props) {
  const t = useText();
  const now = useMinute();
  const isPaused = isPausedAt(shop, now);
  const isOpen = isOpenAt(shop, now) && !isPaused;
  return (
    <section className={styles.section}>
      <h2>{t('productPage.soldBy')}</h2>
      <p>
        <Link className={styles.shop} to={`/${shop.slug}/products`}>
          {shopName(shop)}
        </Link>{' '}
        <span className={isOpen ? styles.inStock : styles.lowStock}>
          {t(isOpen ? 'header.openNow' : isPaused ? 'header.paused' : 'header.closed')}
        </span>
      </p>
      {shop.address ? <p className={styles.quiet}>{shop.address}</p> : null}
    </section>
  );
}
