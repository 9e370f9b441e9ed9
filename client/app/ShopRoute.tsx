import { getShop } from '@haat/contract/shops/shops.calls';
import type { ReactNode } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { isMissing } from '../lib/api-error.ts';
import { useCall } from '../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { useShopInPath } from '../lib/shop-path.ts';
import { screenWithTexts, STOREFRONT_ROUTES } from './routes.ts';

const ShopSuspendedScreen = screenWithTexts(() => import('./NoShopScreens.tsx'), 'ShopSuspendedScreen');
const ShopGettingReadyScreen = screenWithTexts(() => import('./NoShopScreens.tsx'), 'ShopGettingReadyScreen');
const ShopNotFoundScreen = screenWithTexts(() => import('./NoShopScreens.tsx'), 'ShopNotFoundScreen');

type Props = { children: ReactNode };

/** The screens of a shop, at its canonical slug; none if the shop does not exist. */
export function ShopRoute({ children }: Props) {
  const { pathname, search } = useLocation();
  const slug = useShopInPath();
  const isShop = slug !== undefined && slug !== 'dashboard';
  // The header makes the same call: it is one request.
  const { data: shop, error } = useCall(getShop, { params: { slug: slug ?? '' } }, { enabled: isShop });

  if (slug && shop && shop.slug !== slug) {
    return <Navigate to={{ pathname: pathname.replace(slug, shop.slug), search }} replace />;
  }
  const route = STOREFRONT_ROUTES.find(({ path }) => matchPath(path, pathname));
  if (shop?.suspended && route?.sells) return <ShopSuspendedScreen />;
  if (shop?.getting_ready && route?.sells) return <ShopGettingReadyScreen />;
  // The dashboard is shown without the platform's shop, too.
  const isHandled = slug === MAIN_SHOP_SLUG || route?.handlesMissingShop;
  return isMissing(error) && !isHandled ? <ShopNotFoundScreen /> : children;
}
