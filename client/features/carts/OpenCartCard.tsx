import { cartItemCount, cartTotalPaise } from '@haat/contract/rules/cart';
import { formatPaise } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop-name';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { shopQuery } from '../../lib/queries.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { ShopPicture } from '../../ui/ShopPicture.tsx';
import type { OpenCart } from './open-carts.ts';
import styles from './OpenCarts.module.css';

type Props = { open: OpenCart; onRemove: (shop: string) => void };

/** One open cart: whose shop, what is in it, what it comes to, and the way to order it. */
export function OpenCartCard({ open: { shopSlug, cart }, onRemove }: Props) {
  const t = useText();
  const { data, error } = useQuery(shopQuery(shopSlug));
  const shop = shopName(data ?? { slug: shopSlug });
  const isGone = isMissing(error);
  return (
    <article className={styles.card}>
      <ShopPicture slug={shopSlug} alt="" width={56} height={56} sizes="97px" />
      <div className={styles.words}>
        <h2 className={styles.shop}>{shop}</h2>
        <p className={styles.names}>
          {Object.values(cart)
            .map(({ name }) => name)
            .join(', ')}
        </p>
        <p className={styles.sum}>
          <span>{t('cart.items', { count: cartItemCount(cart) })}</span>
          <strong>{formatPaise(cartTotalPaise(cart))}</strong>
        </p>
        {isGone ? <p className={styles.gone}>{t('carts.shopGone')}</p> : null}
      </div>
      <div className={styles.actions}>
        <Button look="quiet" aria-label={t('carts.removeOf', { shop })} onClick={() => onRemove(shop)}>
          {t('carts.remove')}
        </Button>
        {isGone ? null : (
          <Link className={buttonClass('primary')} to={`/${shopSlug}/order`} aria-label={t('carts.viewOf', { shop })}>
            {t('cart.view')}
          </Link>
        )}
      </div>
    </article>
  );
}
