import { isShopSlug } from '@haat/contract/rules/shop';
import { matchPath } from 'react-router-dom';
import { LoginScreen } from '../features/login/LoginScreen.tsx';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import { STOREFRONT_ROUTES } from './routes.ts';

/** The login, which redirects to the screens of the route table and nowhere else. */
export function RedirectingLoginScreen() {
  return <LoginScreen isKnownRoute={isKnownRoute} />;
}

/** Whether a path, with or without its query, is one of our screens; the shop's part must be a possible slug. */
export function isKnownRoute(target: string): boolean {
  const [pathname = ''] = target.split(/[?#]/);
  return [...STOREFRONT_ROUTES, ...BACK_OFFICE_ROUTES].some(({ path }) => {
    const match = matchPath({ path, caseSensitive: true }, pathname);
    return match !== null && (!path.startsWith('/:shopSlug/') || isShopSlug(match.params.shopSlug));
  });
}
