import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { matchPath } from 'react-router-dom';
import { MAIN_SHOP_SLUG } from './config.ts';
import { DESK_PATHS } from './desk-paths.ts';

/** Every screen that somebody can be led to, as patterns of the router. Spec section 2, route table. */
export const ROUTES = [
  `/${MAIN_SHOP_SLUG}/dashboard`,
  '/:shopSlug/login',
  '/:shopSlug/products',
  '/:shopSlug/order',
  '/:shopSlug/payment',
  '/:shopSlug/order-summary',
  '/:shopSlug/order-history',
  '/:shopSlug/address',
  '/:shopSlug/profile',
  ...DESK_PATHS,
  '/profile',
  '/payment-redirect',
  '/qr-login',
  '/carts',
  '/qr-codes',
  '/consent',
  '/about',
  '/help',
  '/privacy-policy',
  '/terms-of-service',
] as const;

/** Whether a path, with or without its query, is one of our screens; the shop's part must be able to name a shop. */
export function isKnownRoute(target: string): boolean {
  const [pathname = ''] = target.split(/[?#]/);
  return ROUTES.some((pattern) => {
    const match = matchPath({ path: pattern, caseSensitive: true }, pathname);
    const { shopSlug } = (match?.params ?? {}) as { shopSlug?: string };
    return match !== null && (!pattern.startsWith('/:shopSlug/') || isShopSlug(shopSlug));
  });
}
