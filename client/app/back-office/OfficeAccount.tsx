import { useLingui } from '@lingui/react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCartSend } from '../../shared/cart/use-cart.ts';
import { MemberLogout } from '../../office/offline-queue/MemberLogout.tsx';
import { forgetUser } from '../../shared/orders/pending-order.ts';
import { useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import { useSharedDevice } from '../../shared/session/shared-device.ts';
import { useText } from '../../i18n/use-text.ts';
import { LANGUAGES } from '../../i18n/language.ts';
import { chooseLanguage } from '../../lib/chosen-language.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { showText } from '../../ui/toasts.tsx';
import { LanguageSwitch } from '../Header.tsx';
import { HeaderPopup } from './HeaderPopup.tsx';
import styles from './HeaderPopup.module.css';

type Props = { slug: string | undefined };

/** Who is logged in, with profile, language, the way to the storefront, and Logout. */
export function OfficeAccount({ slug }: Props) {
  const t = useText();
  const { isSignedIn, user, email } = useSession();
  const isShared = useSharedDevice() !== undefined;
  const [isLeaving, setLeaving] = useState(false);
  const logout = useOfficeLogout(slug);
  const { i18n } = useLingui();
  const other = i18n.locale === 'hi' ? 'en' : 'hi';
  const choose = () => void chooseLanguage(other).catch(() => showText('error', t('error.chunk')));
  const storefront = slug === undefined ? `/${MAIN_SHOP_SLUG}/dashboard` : `/${slug}/products`;
  if (!isSignedIn) return <LanguageSwitch />;
  return (
    <>
      <HeaderPopup label={t('menu.account')} face={<Avatar path={user?.profile_image} size={32} />} look={styles.face}>
        {(close) => (
          <>
            <p className={styles.person}>{user?.name ?? email ?? user?.login_mobile}</p>
            {isShared ? null : (
              <Link className={styles.item} to="/profile" state={{ shopSlug: slug }} onClick={close}>
                {t('menu.editProfile')}
              </Link>
            )}
            <Link className={styles.item} to={storefront} onClick={close}>
              {t('backOffice.storefront')}
            </Link>
            <button type="button" className={styles.item} lang={other} onClick={choose}>
              {LANGUAGES[other]}
            </button>
            <Link className={styles.item} to="/help" onClick={close}>
              {t('menu.help')}
            </Link>
            <button
              type="button"
              className={styles.item}
              onClick={() => {
                close();
                setLeaving(true);
              }}
            >
              {t('menu.logout')}
            </button>
          </>
        )}
      </HeaderPopup>
      {isLeaving ? <MemberLogout onClose={() => setLeaving(false)} onConfirm={logout} /> : null}
    </>
  );
}

/** Logs out, and shows the login of the same shop, which leads back to its orders. */
function useOfficeLogout(slug: string | undefined): () => void {
  const navigate = useNavigate();
  const sendToSession = useSessionSend();
  const sendToCart = useCartSend();
  return () => {
    const start = slug === undefined ? '/operator/shops' : `/${slug}/shop-orders`;
    void navigate(`/${slug ?? MAIN_SHOP_SLUG}/login?redirect=${encodeURIComponent(start)}`, { replace: true });
    forgetUser();
    sendToCart({ type: 'allCleared' });
    sendToSession({ type: 'logout' });
  };
}
