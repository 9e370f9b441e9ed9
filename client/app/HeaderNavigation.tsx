import '../i18n/catalog-texts.ts';
import { useSyncExternalStore } from 'react';
import { NavLink } from 'react-router-dom';
import { onCartsChanged } from '../features/cart/cart-storage.ts';
import { listOpenCarts } from '../features/carts/OpenCartsLink.tsx';
import { useSession } from '../features/session/SessionProvider.tsx';
import { useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import styles from './Header.module.css';

type Props = { shopSlug: string };

/** Where most visits go next. A phone has these links in the menu only. */
export function HeaderNavigation({ shopSlug }: Props) {
  const t = useText();
  const { isSignedIn, userId } = useSession();
  const carts = useSyncExternalStore(onCartsChanged, () => listOpenCarts(userId).length);
  return (
    <nav className={styles.navigation} aria-label={t('menu.main')}>
      <NavLink to={`/${MAIN_SHOP_SLUG}/dashboard`}>{t('menu.allShops')}</NavLink>
      <NavLink to={`/${shopSlug}/order-history`}>{t('menu.orders')}</NavLink>
      <NavLink to="/carts">{t('menu.cartCount', { count: carts })}</NavLink>
      {isSignedIn ? (
        <NavLink to="/profile" state={{ shopSlug }}>
          {t('menu.profile')}
        </NavLink>
      ) : (
        <NavLink to={`/${shopSlug}/login`}>{t('menu.login')}</NavLink>
      )}
    </nav>
  );
}
