import { Link, matchPath, useLocation } from 'react-router-dom';
import { createElement, useState } from 'react';
import { useLingui } from '@lingui/react';
import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { useScriptLang } from '../i18n/use-script-lang.ts';
import { useText } from '../i18n/use-text.ts';
import { isMissing } from '../lib/api-error.ts';
import { useCall } from '../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { useShopSlug } from '../lib/shop-path.ts';
import { Awning } from '../ui/Awning.tsx';
import { ShopPicture } from '../ui/ShopPicture.tsx';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { showText } from '../ui/toasts.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { LANGUAGES } from '../i18n/language.ts';
import { chooseLanguage } from '../lib/chosen-language.ts';
import { lazyComponent } from '../lib/lazy.ts';
import type { Menu } from './Menu.tsx';
import styles from './Header.module.css';

const ShopLine = lazyComponent(() => import('./ShopLine.tsx'), 'ShopLine');
const FavouriteButton = lazyComponent(() => import('../shared/favourites/FavouriteButton.tsx'), 'FavouriteButton');
const CustomerNav = lazyComponent(() => import('./CustomerNav.tsx'), 'CustomerNav');

/**
 * One line with the name of the shop, or of the platform, and where there is room for them its facts. Above the products of a
 * shop it is the painted signboard, with the hours and the address. Everything else about the shop is in a dialog.
 */
export function Header() {
  const t = useText();
  const slug = useShopSlug();
  const { pathname } = useLocation();
  // Old links carry `dashboard` in place of a shop; no shop has that slug.
  const { data: shop, error } = useCall(getShop, { params: { slug } }, { enabled: slug !== 'dashboard' });
  const isPlatform = slug === MAIN_SHOP_SLUG;
  const isSignboard = !isPlatform && matchPath('/:shopSlug/products', pathname) !== null;
  const home = isPlatform ? `/${slug}/dashboard` : `/${slug}/products`;

  const name = shopName(shop ?? { slug });
  const langOf = useScriptLang();
  const failure = error && !shop && !isPlatform ? <ShopFailure error={error} /> : null;

  const line = shop ? <ShopLine shop={shop} isSignboard={isSignboard} /> : null;

  return (
    <header className={isSignboard ? `${styles.header} ${styles.signboard}` : styles.header}>
      <div className={styles.panel}>
        <div className={styles.line}>
          <Link to={home} className={styles.logo} tabIndex={-1} aria-hidden="true">
            <ShopPicture
              slug={slug}
              picture={shop ? shop.picture : error ? null : undefined}
              alt=""
              width={40}
              height={40}
              sizes="70px"
              arrival="eager"
              priority="low"
            />
          </Link>
          <div className={styles.words}>
            <p className={styles.name} lang={langOf(name)}>
              <Link to={home}>
                <span>{name}</span>
              </Link>
            </p>
            {isSignboard ? null : failure}
          </div>
          {isSignboard ? null : line}
          <div className={styles.tools}>
            <CustomerNav shopSlug={slug} />
            <LanguageSwitch />
            <MenuButton shopSlug={slug} />
          </div>
        </div>
        {isSignboard ? (
          <div className={styles.facts}>
            {failure}
            {line}
            {shop ? <FavouriteButton kind="shops" id={shop.id} name={name} /> : null}
            <span className={styles.powered}>{t('header.poweredBy')}</span>
          </div>
        ) : null}
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

type MenuButtonProps = { shopSlug: string };

/**
 * The hamburger, with the picture of the logged-in user. The menu itself is fetched when it is first opened; when that fails,
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

/** One tap to the other language. It is named in its own script, so that it is easy to find. */
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
