import { isShopSlug } from '@haat/contract/shops/shop';
import { matchPath, useLocation } from 'react-router-dom';
import { LoginScreen } from '../account/LoginScreen.tsx';
import { readRequestedFavourite } from '../shared/favourites/requested-favourite.ts';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import type { TextId } from '../i18n/use-text.ts';
import { withPageTexts } from '../i18n/language.ts';
import { withBackOfficeStyles } from '../lib/back-office-styles.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { isBackOffice, STOREFRONT_ROUTES } from './routes.ts';

const BackOfficeFrame = lazyScreen(
  () => withBackOfficeStyles(withPageTexts(import('./back-office/BackOfficeFrame.tsx'))),
  'BackOfficeFrame',
);

/** The reason to log in, by the screen that asked for it. */
const REASONS: Readonly<Record<string, TextId>> = {
  '/:shopSlug/order-history': 'login.forOrders',
  '/:shopSlug/order': 'login.forOrder',
  '/:shopSlug/payment': 'login.forPayment',
  '/:shopSlug/order-summary': 'login.forSummary',
  '/:shopSlug/profile': 'login.forProfile',
  '/profile': 'login.forProfile',
  '/favourites': 'login.forFavourites',
  '/sell': 'login.forSell',
};

/** The login, which redirects only to screens of the route table. For back office screens it is shown in their frame. */
export function RedirectingLoginScreen() {
  const { pathname, search } = useLocation();
  const screen = <LoginScreen isKnownRoute={isKnownRoute} reasonsOf={reasonsOf} />;
  return isBackOffice(pathname, search) ? <BackOfficeFrame>{screen}</BackOfficeFrame> : screen;
}

/** Why the screen at this path needs a login at this shop; empty where it needs none. */
export function reasonsOf(target: string, shopSlug: string): TextId[] {
  if (readRequestedFavourite()?.path === target) return ['login.forFavourite'];
  const [pathname = ''] = target.split(/[?#]/);
  const matches = ({ path }: { path: string }) => matchPath(path, pathname) !== null;
  const route = STOREFRONT_ROUTES.find(matches);
  if (route) return [REASONS[route.path] ?? []].flat();
  const { path, place, admission } = BACK_OFFICE_ROUTES.find(matches) ?? {};
  if (!admission) return [];
  if (place && shopSlug !== MAIN_SHOP_SLUG) return [`login.forPlace.${place}`];
  // Of which shop is not known.
  return [path === '/:shopSlug/shop-orders' ? 'shopOrders.noToken' : 'login.forBackOffice'];
}

/** Whether a path, with or without its query, is one of our screens; the shop's part must be a possible slug. */
export function isKnownRoute(target: string): boolean {
  const [pathname = ''] = target.split(/[?#]/);
  return [...STOREFRONT_ROUTES, ...BACK_OFFICE_ROUTES].some(({ path }) => {
    const match = matchPath({ path, caseSensitive: true }, pathname);
    return match !== null && (!path.startsWith('/:shopSlug/') || isShopSlug(match.params.shopSlug));
  });
}
