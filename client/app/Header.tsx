import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { createElement, useState } from 'react';
import { useLingui } from '@lingui/react';
import { shopName } from '@haat/contract/rules/shop';
import type { ShopView } from '@haat/contract/api/shops';
import { displayHours, isOpenAt, type OpeningHours } from '@haat/contract/rules/opening-hours';
import { useScriptLang } from '../i18n/use-script-lang.ts';
import { useText } from '../i18n/use-text.ts';
import { isMissing } from '../lib/api-error.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { shopQuery } from '../lib/queries.ts';
import { useShopSlug } from '../lib/shop-path.ts';
import { Awning } from '../ui/Awning.tsx';
import { ShopPicture } from '../ui/ShopPicture.tsx';
import { useMinute } from '../lib/use-minute.ts';
import { useSession } from '../features/session/SessionProvider.tsx';
import { showText } from '../ui/toasts.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import type { Menu } from './Menu.tsx';
import { chooseLanguage, LANGUAGES } from '../i18n/language.ts';
import styles from './Header.module.css';

/** The painted signboard of the shop whose screen is shown. */
export function Header() {
  const t = useText();
  const slug = useShopSlug();
  // Old links carry `dashboard` in place of a shop; no shop has that slug.
  const { data: shop, error } = useQuery({ ...shopQuery(slug), enabled: slug !== 'dashboard' });
  const home = slug === MAIN_SHOP_SLUG ? `/${slug}/dashboard` : `/${slug}/products`;

  const name = shopName(shop ?? { slug });
  const langOf = useScriptLang();

  return (
    <header className={styles.header}>
      <div className={styles.panel}>
        <div className={styles.inner}>
          <Link to={home} className={styles.logo} tabIndex={-1} aria-hidden="true">
            <ShopPicture slug={slug} alt="" width={56} height={56} sizes="97px" arrival="eager" />
          </Link>
          <div className={styles.words}>
            <p className={styles.name} lang={langOf(name)}>
              <Link to={home}>{name}</Link>
            </p>
            {error && !shop ? (
              <p className={styles.failure} role="status">
                {t(isMissing(error) ? 'header.notFound' : 'header.failed')}
              </p>
            ) : (
              <ShopContact shop={shop} isMainShop={slug === MAIN_SHOP_SLUG} />
            )}
            <div className={styles.hours}>
              {shop ? <OpenBadge hours={shop} /> : null}
              <span className={styles.powered}>{t('header.poweredBy')}</span>
            </div>
          </div>
          <div className={styles.buttons}>
            <MenuButton shopSlug={slug} />
            <LanguageSwitch />
          </div>
        </div>
      </div>
      <Awning />
    </header>
  );
}

type Props = { shop: ShopView | undefined; isMainShop: boolean };

/** Address and phone of a shop; the platform's own shop has an email address instead of a phone. */
function ShopContact({ shop, isMainShop }: Props) {
  const t = useText();
  const { address, phone, email } = shop ?? {};
  return (
    <p className={isMainShop ? `${styles.contact} ${styles.platform}` : styles.contact}>
      {address ? <span className={styles.address}>{address}</span> : null}
      {isMainShop && email ? (
        <a href={`mailto:${email}`} aria-label={t('header.mail', { email })}>
          {email}
        </a>
      ) : null}
      {!isMainShop && phone ? (
        <a href={`tel:+91${phone}`} aria-label={t('header.call', { phone })}>
          {phone}
        </a>
      ) : null}
    </p>
  );
}

type OpenBadgeProps = { hours: OpeningHours & { paused?: boolean; suspended?: boolean } };

/**
 * Open Now (green) or Closed (red) with the hours, accurate to the minute. A paused or suspended shop is closed, too.
 */
function OpenBadge({ hours }: OpenBadgeProps) {
  const t = useText();
  const isPaused = hours.paused || hours.suspended;
  const isOpen = isOpenAt(hours, useMinute()) && !isPaused;
  return (
    <>
      <span className={`${styles.badge} ${isOpen ? styles.open : styles.closed}`}>
        {t(isOpen ? 'header.openNow' : 'header.closed')}
      </span>
      <span className={styles.times}>
        {isPaused ? t('header.paused') : (displayHours(hours) ?? t('header.alwaysOpen'))}
      </span>
    </>
  );
}

type MenuButtonProps = { shopSlug: string };

/**
 * The hamburger, with the picture of the signed-in user. The menu itself is fetched when it is first opened; when that fails,
 * the screen stays as it is and the next tap tries again.
 */
export function MenuButton({ shopSlug }: MenuButtonProps) {
  const t = useText();
  const { isSignedIn, user } = useSession();
  const [menu, setMenu] = useState<typeof Menu>();
  const open = () => {
    import('./Menu.tsx').then(
      (module) => setMenu(() => module.Menu),
      () => showText('error', t('error.chunkTitle')),
    );
  };
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('menu.open')}
        aria-haspopup="dialog"
        aria-expanded={menu !== undefined}
        onClick={open}
      >
        <span className={styles.bars} aria-hidden="true" />
        {isSignedIn ? <Avatar path={user?.profile_image} size={32} /> : null}
      </button>
      {menu ? createElement(menu, { shopSlug, onClose: () => setMenu(undefined) }) : null}
    </>
  );
}

/** One tap to the other language, named in its own script, where nobody has to look for it. */
export function LanguageSwitch() {
  const t = useText();
  const { i18n } = useLingui();
  const other = i18n.locale === 'hi' ? 'en' : 'hi';
  const choose = () => void chooseLanguage(other).catch(() => showText('error', t('error.chunk')));
  return (
    <button type="button" className={styles.switch} lang={other} onClick={choose}>
      {LANGUAGES[other]}
    </button>
  );
}
