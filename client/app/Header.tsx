import { useQuery } from '@tanstack/react-query';
import { Link, matchPath, NavLink, useLocation } from 'react-router-dom';
import { type ComponentType, createElement, type ReactNode, useState, useSyncExternalStore } from 'react';
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
import { onCartsChanged } from '../features/cart/cart-storage.ts';
import { listOpenCarts } from '../features/carts/OpenCartsLink.tsx';
import { useSession } from '../features/session/SessionProvider.tsx';
import { showText } from '../ui/toasts.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { chooseLanguage, LANGUAGES } from '../i18n/language.ts';
import styles from './Header.module.css';

/**
 * One line with the name of the shop, or of the platform. Above the products of a shop it is the painted signboard, with the
 * hours and the address. Everything else about the shop is in a dialog.
 */
export function Header() {
  const slug = useShopSlug();
  const { pathname } = useLocation();
  // Old links carry `dashboard` in place of a shop; no shop has that slug.
  const { data: shop, error } = useQuery({ ...shopQuery(slug), enabled: slug !== 'dashboard' });
  const isPlatform = slug === MAIN_SHOP_SLUG;
  const isSignboard = !isPlatform && matchPath('/:shopSlug/products', pathname) !== null;
  const home = isPlatform ? `/${slug}/dashboard` : `/${slug}/products`;

  const name = shopName(shop ?? { slug });
  const langOf = useScriptLang();
  const failure = error && !shop && !isPlatform ? <ShopFailure error={error} /> : null;

  return (
    <header className={isSignboard ? `${styles.header} ${styles.signboard}` : styles.header}>
      <div className={styles.panel}>
        <div className={styles.line}>
          <Link to={home} className={styles.logo} tabIndex={-1} aria-hidden="true">
            <ShopPicture slug={slug} alt="" width={40} height={40} sizes="70px" arrival="eager" />
          </Link>
          <div className={styles.words}>
            <p className={styles.name} lang={langOf(name)}>
              <Link to={home}>
                <span>{name}</span>
              </Link>
            </p>
            {isSignboard ? null : failure}
          </div>
          {shop && !isPlatform && !isSignboard ? <ShopDetailsButton shop={shop} /> : null}
          <div className={styles.tools}>
            <Navigation shopSlug={slug} />
            <LanguageSwitch />
            <MenuButton shopSlug={slug} />
          </div>
        </div>
        {isSignboard ? <ShopFacts shop={shop}>{failure}</ShopFacts> : null}
      </div>
      {isSignboard ? <Awning /> : null}
    </header>
  );
}

function ShopFailure({ error }: { error: Error }) {
  const t = useText();
  return (
    <p className={styles.failure} role="status">
      {t(isMissing(error) ? 'header.notFound' : 'header.failed')}
    </p>
  );
}

type ShopFactsProps = { shop: ShopView | undefined; children: ReactNode };

/** The second line of the signboard: hours and address, which open the rest. It is there before the shop is known. */
function ShopFacts({ shop, children }: ShopFactsProps) {
  const t = useText();
  const { open, dialog } = useShopDetails(shop);
  return (
    <>
      <div className={styles.facts}>
        {children}
        {shop ? (
          <button type="button" className={styles.factsButton} aria-haspopup="dialog" onClick={open}>
            <OpenBadge hours={shop} />
            {shop.address ? <span className={styles.address}>{shop.address}</span> : null}
            <span className={styles.info} aria-hidden="true" />
          </button>
        ) : null}
        <span className={styles.powered}>{t('header.poweredBy')}</span>
      </div>
      {dialog}
    </>
  );
}

/** On screens without the signboard: opens hours, address and phone. */
function ShopDetailsButton({ shop }: { shop: ShopView }) {
  const t = useText();
  const { open, dialog } = useShopDetails(shop);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('header.details')}
        aria-haspopup="dialog"
        onClick={open}
      >
        <span className={styles.info} aria-hidden="true" />
      </button>
      {dialog}
    </>
  );
}

function useShopDetails(shop: ShopView | undefined) {
  const { Part, open, close } = useLatePart(async () => (await import('./ShopDetails.tsx')).ShopDetails);
  return { open, dialog: Part && shop ? createElement(Part, { shop, onClose: close }) : null };
}

/**
 * A dialog whose code is fetched when it is first opened. When that fails, the screen stays as it is and the next tap tries
 * again.
 */
function useLatePart<Props>(load: () => Promise<ComponentType<Props>>) {
  const t = useText();
  const [Part, setPart] = useState<ComponentType<Props>>();
  const open = () => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => showText('error', t('error.chunkTitle')),
    );
  };
  return { Part, open, close: () => setPart(undefined) };
}

type OpenBadgeProps = { hours: OpeningHours & { paused?: boolean; suspended?: boolean } };

/**
 * Open Now (green) or Closed (red) with the hours, accurate to the minute. A paused or suspended shop is closed, too.
 */
export function OpenBadge({ hours }: OpenBadgeProps) {
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

type NavigationProps = { shopSlug: string };

/** Where most visits go next. A phone has these links in the menu only. */
function Navigation({ shopSlug }: NavigationProps) {
  const t = useText();
  const { isSignedIn, userId } = useSession();
  const carts = useSyncExternalStore(
    onCartsChanged,
    () => listOpenCarts(userId).length,
    () => 0,
  );
  return (
    <nav className={styles.navigation} aria-label={t('header.navigation')}>
      <NavLink to={`/${MAIN_SHOP_SLUG}/dashboard`}>{t('header.allShops')}</NavLink>
      <NavLink to={`/${shopSlug}/order-history`}>{t('header.orders')}</NavLink>
      <NavLink to="/carts">{t('header.carts', { count: carts })}</NavLink>
      {isSignedIn ? (
        <NavLink to="/profile" state={{ shopSlug }}>
          {t('header.profile')}
        </NavLink>
      ) : (
        <NavLink to={`/${shopSlug}/login`}>{t('header.login')}</NavLink>
      )}
    </nav>
  );
}

type MenuButtonProps = { shopSlug: string };

/** The hamburger, with the picture of the signed-in user. */
export function MenuButton({ shopSlug }: MenuButtonProps) {
  const t = useText();
  const { isSignedIn, user } = useSession();
  const { Part, open, close } = useLatePart(async () => (await import('./Menu.tsx')).Menu);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('menu.open')}
        aria-haspopup="dialog"
        aria-expanded={Part !== undefined}
        onClick={open}
      >
        <span className={styles.bars} aria-hidden="true" />
        {isSignedIn ? <Avatar path={user?.profile_image} size={32} /> : null}
      </button>
      {Part ? createElement(Part, { shopSlug, onClose: close }) : null}
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
