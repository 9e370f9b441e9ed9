import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { isMissing } from '../lib/api-error.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { shopQuery } from '../lib/queries.ts';
import { useShopInPath } from '../lib/shop-path.ts';
import { ShopNotFoundScreen, ShopSuspendedScreen } from './screens.ts';

/** Where something is bought; what was bought, and the shop's own screens, are still there. */
const FOR_BUYING = /\/(products|order|payment)$/;

type Props = { children: ReactNode };

/** The screens of a shop, at the address that the shop writes itself with; none where there is no such shop. */
export function KnownShop({ children }: Props) {
  const { pathname, search } = useLocation();
  const slug = useShopInPath();
  const { data: shop, error } = useQuery({
    ...shopQuery(slug ?? ''),
    // The header asks for the same shop: it is one request.
    enabled: slug !== undefined && slug !== 'dashboard',
  });

  if (slug && shop && shop.slug !== slug) {
    return <Navigate to={{ pathname: pathname.replace(slug, shop.slug), search }} replace />;
  }
  if (shop?.suspended && FOR_BUYING.test(pathname)) return <ShopSuspendedScreen />;
  // The shelf has an alert of its own; the dashboard stands without the platform's shop, too.
  const hasOwnAnswer = slug === MAIN_SHOP_SLUG || pathname.endsWith('/products');
  return isMissing(error) && !hasOwnAnswer ? <ShopNotFoundScreen /> : children;
}
