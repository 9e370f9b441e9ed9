import '../../i18n/catalog-texts.ts';
import { cartItemCount, cartTotalPaise } from '@haat/contract/orders/cart';
import { formatPaiseShort } from '@haat/contract/rupees';
import { useEffect, useReducer } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import styles from '../checkout/CartBar.module.css';
import { onCartsChanged } from '../../shared/cart/cart-storage.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { listOpenCarts } from './open-carts.ts';

/** The carts in all shops, at the bottom of a screen of many shops: their number, their contents, and a link to them. */
export function OpenCartsBar() {
  const t = useText();
  const { userId } = useSession();
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onCartsChanged(readAgain), []);
  const carts = listOpenCarts(userId);
  const [first] = carts;
  if (!first) return null;
  const items = carts.reduce((sum, { cart }) => sum + cartItemCount(cart), 0);
  const totalPaise = carts.reduce((sum, { cart }) => sum + cartTotalPaise(cart), 0);
  const isOnly = carts.length === 1;
  return (
    <div className={styles.bar}>
      <p className={`${styles.words} ${styles.sum}`}>
        <span>{`${t('cart.inShops', { count: carts.length })} · ${t('cart.items', { count: items })} ·`}</span>
        <strong>{formatPaiseShort(totalPaise)}</strong>
      </p>
      <Link className={styles.view} to={isOnly ? `/${first.shopSlug}/order` : '/carts'}>
        {t(isOnly ? 'cart.view' : 'cart.viewAll')}
      </Link>
    </div>
  );
}
