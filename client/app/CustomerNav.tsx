import { matchPath, useLocation } from 'react-router-dom';
import { useOpenCartCount } from '../storefront/market/open-carts.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { DRAWINGS, NavigationBar } from './NavigationBar.tsx';

/** Where the bar is along the lower edge of a phone; a shop's own screens have their cart there. */
const ON_PHONES = [
  `/${MAIN_SHOP_SLUG}/dashboard`,
  '/:shopSlug/login',
  '/:shopSlug/order-history',
  '/carts',
  '/profile',
  '/favourites',
  '/notifications',
];

/** Where most visits of a customer go next. */
export function CustomerNav({ shopSlug }: { shopSlug: string }) {
  const t = useText();
  const { pathname } = useLocation();
  const { isSignedIn, userId } = useSession();
  const carts = useOpenCartCount(userId);
  const account = isSignedIn
    ? { to: '/profile', state: { shopSlug }, text: t('menu.profile') }
    : { to: `/${shopSlug}/login`, text: t('menu.login') };
  const links = [
    { to: `/${MAIN_SHOP_SLUG}/dashboard`, text: t('menu.allShops'), drawing: DRAWINGS.shop },
    { to: `/${shopSlug}/order-history`, text: t('menu.orders'), drawing: DRAWINGS.orders },
    { to: '/carts', text: t('menu.cartCount', { count: carts }), drawing: CART },
    { ...account, drawing: PERSON },
  ].map((link) => ({ ...link, isCurrent: matchPath(`${link.to}/*`, pathname) !== null }));
  return (
    <NavigationBar
      label={t('menu.main')}
      links={links}
      isWideOnly={!ON_PHONES.some((path) => matchPath(path, pathname))}
    />
  );
}

const CART = 'M3 4.5h2.5l2 11h10.5l2-8H6.2M9 19.5h.01M16.5 19.5h.01';
const PERSON = 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.6-4 3.7-5.5 7.5-5.5s6.9 1.5 7.5 5.5';
