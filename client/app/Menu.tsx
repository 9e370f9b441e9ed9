import '../i18n/catalog-texts.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQuery } from '@tanstack/react-query';
import { useLingui } from '@lingui/react';
import { useSession, useSessionSend } from '../features/session/SessionProvider.tsx';
import { useText } from '../i18n/use-text.ts';
import { lazyComponent } from '../lib/lazy-component.ts';
import { ConfirmDialog, Dialog } from '../ui/Dialog.tsx';
import { MenuLink } from './MenuLink.tsx';
import { ABOUT_ITEMS, withPageTexts } from './routes.ts';
import { useCartSend } from '../features/cart/use-cart.ts';
import { forgetRequests } from '../features/order/pending-order.ts';
import { clearOrderSummary } from '../features/order/order-summary-storage.ts';
import { clearTabStorage } from '../lib/storage.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { useName } from '../i18n/use-name.ts';
import { navigationQuery } from '../lib/queries.ts';
import { chooseLanguage, type Language, LANGUAGES } from '../i18n/language.ts';
import { showText } from '../ui/toasts.tsx';
import styles from './Menu.module.css';

const VendorMenu = lazyComponent(() => withPageTexts(import('./VendorMenu.tsx')), 'VendorMenu');

type Props = { shopSlug: string; onClose: () => void };

/** The menu, as a sheet from the side. Following any of its links closes it. */
export function Menu({ shopSlug, onClose }: Props) {
  const t = useText();
  const { isVendor, isOperator } = useSession();
  return (
    <Dialog shape="side" label={t('menu.label')} onClose={onClose}>
      <div className={styles.top}>
        <button type="button" className={styles.close} aria-label={t('menu.close')} onClick={onClose}>
          ×
        </button>
      </div>
      <AccountMenu shopSlug={shopSlug} onFollow={onClose} />
      {isVendor || isOperator ? <VendorMenu shopSlug={shopSlug} onFollow={onClose} /> : null}
      <ShopMenu shopSlug={shopSlug} onFollow={onClose} />
      <LanguageMenu />
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

/** Login for guests; own profile, own orders and Logout for signed-in users. */
export function AccountMenu({ shopSlug, onFollow }: AccountMenuProps) {
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
            {user?.name ?? email ?? user?.login_mobile}
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
    clearOrderSummary();
    forgetRequests();
    clearTabStorage();
    sendToCart({ type: 'allCleared' });
    sendToSession({ type: 'logout' });
  };
}

type ShopMenuProps = { shopSlug: string; onFollow: () => void };

/** All shops, and the items of the navigation call: each leads into the shop and unfolds its descriptions. */
export function ShopMenu({ shopSlug, onFollow }: ShopMenuProps) {
  const t = useText();
  const nameOf = useName();
  const { data } = useQuery(navigationQuery);
  return (
    <nav className={styles.group} aria-label={t('menu.shop')}>
      <MenuLink to="/" onFollow={onFollow}>
        {t('menu.allShops')}
      </MenuLink>
      <MenuLink to="/qr-login" onFollow={onFollow}>
        {t('menu.scanQr')}
      </MenuLink>
      <MenuLink to="/qr-codes" onFollow={onFollow}>
        {t('menu.qrCodes')}
      </MenuLink>
      {data?.navItems.map(({ id, name, description }) => (
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

/** Each language by its name in its own script, so that its speakers can read it. */
export function LanguageMenu() {
  const t = useText();
  const { i18n } = useLingui();
  const choose = (language: Language) => {
    chooseLanguage(language).catch(() => showText('error', t('error.chunk')));
  };
  return (
    <div className={styles.group} role="group" aria-label={t('menu.language')}>
      <p className={styles.title}>{t('menu.language')}</p>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.item}
          aria-pressed={i18n.locale === language}
          onClick={() => choose(language)}
        >
          {LANGUAGES[language]}
        </button>
      ))}
    </div>
  );
}
