import { isShopSlug } from '@haat/contract/rules/shop';
import { matchPath } from 'react-router-dom';
import { LoginScreen } from '../features/login/LoginScreen.tsx';
import { readRequestedFavourite } from '../features/favourites/requested-favourite.ts';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import type { TextId } from '../i18n/use-text.ts';
import { type ScreenRoute, STOREFRONT_ROUTES } from './routes.ts';

/** What a user gets by logging in, by the screen that asked for it. */
const REASONS: Readonly<Record<string, TextId>> = {
  '/:shopSlug/order-history': 'login.forOrders',
  '/:shopSlug/order': 'login.forOrder',
  '/:shopSlug/payment': 'login.forPayment',
  '/:shopSlug/order-summary': 'login.forSummary',
  '/:shopSlug/profile': 'login.forProfile',
  '/profile': 'login.forProfile',
  '/:shopSlug/shop-orders': 'shopOrders.noToken',
  '/favourites': 'login.forFavourites',
};

/** The login, which redirects to the screens of the route table and nowhere else. */
export function RedirectingLoginScreen() {
  return <LoginScreen isKnownRoute={isKnownRoute} reasonOf={reasonOf} />;
}

/** Why the screen at this path needs a login; undefined where it needs none. */
export function reasonOf(target: string): TextId | undefined {
  if (readRequestedFavourite()?.path === target) return 'login.forFavourite';
  const [pathname = ''] = target.split(/[?#]/);
  const matches = ({ path }: { path: string }) => matchPath(path, pathname) !== null;
  const route = STOREFRONT_ROUTES.find(matches) ?? BACK_OFFICE_ROUTES.find(matches);
  if (!route) return undefined;
  return REASONS[route.path] ?? (isBackOffice(route) && route.admission ? 'login.forBackOffice' : undefined);
}

const isBackOffice = (route: ScreenRoute) => BACK_OFFICE_ROUTES.includes(route);

/** Whether a path, with or without its query, is one of our screens; the shop's part must be a possible slug. */
export function isKnownRoute(target: string): boolean {
  const [pathname = ''] = target.split(/[?#]/);
  return [...STOREFRONT_ROUTES, ...BACK_OFFICE_ROUTES].some(({ path }) => {
    const match = matchPath({ path, caseSensitive: true }, pathname);
    return match !== null && (!path.startsWith('/:shopSlug/') || isShopSlug(match.params.shopSlug));
  });
}
