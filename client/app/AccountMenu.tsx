import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCartSend } from '../features/cart/use-cart.ts';
import { forgetRequests } from '../features/order/pending-order.ts';
import { forgetOrderSummary } from '../features/order-summary/summary-storage.ts';
import { useSession, useSessionSend } from '../features/session/use-session.ts';
import { useText } from '../i18n/use-text.ts';
import { forgetTab } from '../lib/storage.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx';
import styles from './Menu.module.css';
import { MenuLink } from './MenuLink.tsx';

type Props = { shopSlug: string; onFollow: () => void };

/** Login for guests; own profile, own orders and Logout for whoever is signed in. Spec section 2, header and navigation. */
export function AccountMenu({ shopSlug, onFollow }: Props) {
  const t = useText();
  const { isSignedIn, user, email } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const logout = useLogout(shopSlug);
  const carts = (
    <MenuLink to="/carts" onFollow={onFollow}>
      {t('menu.carts')}
    </MenuLink>
  );

  return (
    <nav className={styles.group} aria-label={t('menu.account')}>
      {isSignedIn ? (
        <>
          <p className={styles.person}>
            <Avatar path={user?.profile_image} size={40} />
            {user?.name ?? email}
          </p>
          <MenuLink to="/profile" state={{ shopSlug }} onFollow={onFollow}>
            {t('menu.editProfile')}
          </MenuLink>
          <MenuLink to={`/${shopSlug}/order-history`} onFollow={onFollow}>
            {t('menu.orderHistory')}
          </MenuLink>
          {carts}
          <button type="button" className={styles.item} onClick={() => setLeaving(true)}>
            {t('menu.logout')}
          </button>
        </>
      ) : (
        <>
          <MenuLink to={`/${shopSlug}/login`} onFollow={onFollow}>
            {t('menu.login')}
          </MenuLink>
          {carts}
        </>
      )}
      {isLeaving ? (
        <ConfirmDialog
          text={t('menu.logoutConfirm')}
          confirm={t('menu.logout')}
          onClose={() => setLeaving(false)}
          onConfirm={() => {
            onFollow();
            logout();
          }}
        />
      ) : null}
    </nav>
  );
}

function useLogout(shopSlug: string): () => void {
  const navigate = useNavigate();
  const sendToSession = useSessionSend();
  const sendToCart = useCartSend();
  return () => {
    void navigate(`/${shopSlug}/login`, { replace: true });
    forgetOrderSummary();
    forgetRequests();
    forgetTab();
    sendToCart({ type: 'allCleared' });
    sendToSession({ type: 'logout' });
  };
}
