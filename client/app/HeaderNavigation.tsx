import '../i18n/catalog-texts.ts';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Link, matchPath, useLocation } from 'react-router-dom';
import { onCartsChanged } from '../features/cart/cart-storage.ts';
import { listOpenCarts } from '../features/carts/open-carts.ts';
import { useSession } from '../features/session/SessionProvider.tsx';
import { useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import styles from './HeaderNavigation.module.css';

type Props = { shopSlug: string };

/** Where most visits go next. A phone has these links in the menu only. */
export function HeaderNavigation({ shopSlug }: Props) {
  const t = useText();
  const { isSignedIn, userId } = useSession();
  const carts = useSyncExternalStore(onCartsChanged, () => listOpenCarts(userId).length);
  return (
    <nav className={styles.navigation} aria-label={t('menu.main')}>
      <Item to={`/${MAIN_SHOP_SLUG}/dashboard`}>{t('menu.allShops')}</Item>
      <Item to={`/${shopSlug}/order-history`}>{t('menu.orders')}</Item>
      <Item to="/carts">{t('menu.cartCount', { count: carts })}</Item>
      {isSignedIn ? (
        <Item to="/profile" state={{ shopSlug }}>
          {t('menu.profile')}
        </Item>
      ) : (
        <Item to={`/${shopSlug}/login`}>{t('menu.login')}</Item>
      )}
    </nav>
  );
}

type ItemProps = { to: string; state?: unknown; children: ReactNode };

function Item({ to, state, children }: ItemProps) {
  const { pathname } = useLocation();
  return (
    <Link to={to} state={state} aria-current={matchPath(`${to}/*`, pathname) ? 'page' : undefined}>
      {children}
    </Link>
  );
}
