import '../i18n/catalog-texts.ts';
import { getNavigation, getShop } from '@haat/contract/shops/shops.calls';
import { createElement, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession, useSessionSend } from '../shared/session/SessionProvider.tsx';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { MenuLink } from './MenuLink.tsx';
import { OwnLinks } from './OwnLinks.tsx';
import { ABOUT_ITEMS } from './routes.ts';
import { useCartSend } from '../shared/cart/use-cart.ts';
import { forgetUser } from '../shared/orders/pending-order.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { useName } from '../i18n/use-name.ts';
import { withPageTexts } from '../i18n/language.ts';
import { shopName } from '@haat/contract/shops/shop';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import styles from './Menu.module.css';

const MemberLogout = lazyDialog(
  () => withPageTexts(import('../office/offline-queue/MemberLogout.tsx')),
  'MemberLogout',
);
const MemberLinks = lazyComponent(() => withPageTexts(import('./MemberLinks.tsx')), 'MemberLinks');
const VendorMenu = lazyComponent(() => withPageTexts(import('./VendorMenu.tsx')), 'VendorMenu');

type Props = { shopSlug: string; onClose: () => void };

/** The menu, as a sheet from the side. Following any of its links closes it. */
export function Menu({ shopSlug, onClose }: Props) {
  const t = useText();
  const { claims, isOperator } = useSession();
  return (
    <Dialog shape="side" label={t('menu.label')} onClose={onClose}>
      <div className={styles.top}>
        <button type="button" className={styles.close} aria-label={t('menu.close')} onClick={onClose}>
          ×
        </button>
      </div>
      <AccountMenu shopSlug={shopSlug} onFollow={onClose} />
      {claims?.role || isOperator ? <VendorMenu shopSlug={shopSlug} onFollow={onClose} /> : null}
      <ShopMenu shopSlug={shopSlug} onFollow={onClose} />
      <nav className={styles.group} aria-label={t('menu.shops')}>
        <MenuLink to="/" onFollow={onClose}>
          {t('menu.allShops')}
        </MenuLink>
        <MenuLink to="/qr-login" onFollow={onClose}>
          {t('menu.scanQr')}
        </MenuLink>
        <MenuLink to="/qr-codes" onFollow={onClose}>
          {t('menu.qrCodes')}
        </MenuLink>
      </nav>
      <nav className={styles.group} aria-label={t('menu.more')}>
        {ABOUT_ITEMS.map(({ to, text }) => (
          <MenuLink key={to} to={to} onFollow={onClose}>
            {t(text)}
          </MenuLink>
        ))}
      </nav>
    </Dialog>
  );
}

type AccountMenuProps = { shopSlug: string; onFollow: () => void };

/** Login for guests; own profile, own orders and Logout for logged-in users. */
export function AccountMenu({ shopSlug, onFollow }: AccountMenuProps) {
  const t = useText();
  const { isSignedIn, isVendor, user, email } = useSession();
  const [isLeaving, setLeaving] = useState(false);
  const close = () => setLeaving(false);
  const logout = useLogout(shopSlug);
  const leave = () => {
    onFollow();
    logout();
  };
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
            {user?.name ?? email ?? user?.login_mobile}
          </p>
          {createElement(isVendor ? MemberLinks : OwnLinks, { shopSlug, onFollow })}
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
      {isLeaving && isVendor ? <MemberLogout onClose={close} onConfirm={leave} /> : null}
      {isLeaving && !isVendor ? (
        <ConfirmDialog text={t('menu.logoutConfirm')} confirm={t('menu.logout')} onClose={close} onConfirm={leave} />
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
    forgetUser();
    sendToCart({ type: 'allCleared' });
    sendToSession({ type: 'logout' });
  };
}

type ShopMenuProps = { shopSlug: string; onFollow: () => void };

/**
 * The items of the navigation call, each with its descriptions to unfold. A logged-in user has the own orders among the links
 * of the account.
 */
export function ShopMenu({ shopSlug, onFollow }: ShopMenuProps) {
  const t = useText();
  const nameOf = useName();
  const { isSignedIn } = useSession();
  const { data: shop } = useCall(getShop, { params: { slug: shopSlug } }, { enabled: shopSlug !== 'dashboard' });
  const { data } = useCall(getNavigation, { query: { shop: shopSlug } }, { staleTime: Number.POSITIVE_INFINITY });
  const items = data?.navItems.filter(({ id }) => !(isSignedIn && id === '/order-history')) ?? [];
  if (items.length === 0) return null;
  const title = shopSlug === MAIN_SHOP_SLUG ? undefined : shopName(shop ?? { slug: shopSlug });
  return (
    <nav className={styles.group} aria-label={t('menu.shop')}>
      {title ? <p className={styles.title}>{title}</p> : null}
      {items.map(({ id, name, description }) => (
        <div key={id} className={styles.entry}>
          <MenuLink to={`/${shopSlug}${id}`} onFollow={onFollow}>
            {nameOf(name)}
          </MenuLink>
          {description.length > 0 ? (
            <details className={styles.dropdown}>
              <summary aria-label={t('menu.about.item', { name: nameOf(name) })} />
              <ul>
                {description.map((text) => (
                  <li key={text}>{nameOf(text)}</li>
                ))}
              </ul>
            </details>
          ) : null}
        </div>
      ))}
    </nav>
  );
}
