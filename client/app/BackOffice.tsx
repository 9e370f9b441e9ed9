import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { LiveSigns } from '../office/orders/alerts/LiveSigns.tsx';
import { ShopBackOffice, BackOfficeNotices } from '../office/orders/alerts/ShopBackOffice.tsx';
import { RouteGuard } from '../shared/session/RouteGuard.tsx';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { roleOf } from '../shared/session/shop-role.ts';
import { useText } from '../i18n/use-text.ts';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import { BackOfficeFrame } from './back-office/BackOfficeFrame.tsx';
import { SessionKeeper } from './back-office/SessionKeeper.tsx';
import { OfOnePerson, SharedDeviceLater } from './back-office/SharedDeviceLater.tsx';

/** The first screen of members whose role does not include the orders of the shop. */
const HOMES: Partial<Record<ShopRole, string>> = { helper: 'packing', rider: 'deliveries' };

/** The screens of vendors and operators, with one live feed for all of them. */
export function BackOffice() {
  const t = useText();
  const { pathname } = useLocation();
  const role = roleOf(useSession());
  const route = BACK_OFFICE_ROUTES.find(({ path }) => matchPath(path, pathname));
  const home = role && HOMES[role];
  // Logins and links lead every member to the orders.
  if (home && route?.path === '/:shopSlug/shop-orders')
    return <Navigate to={pathname.replace(/shop-orders$/, home)} replace />;
  if (!route) return <Navigate to="/" replace />;
  const { path, screen: Screen, admission, title } = route;
  const params = matchPath(path, pathname)?.params as Record<string, string>;
  return (
    <SessionKeeper>
      <ShopBackOffice>
        <SharedDeviceLater />
        <BackOfficeFrame signs={<LiveSigns />} notices={<BackOfficeNotices />}>
          <RouteGuard admission={admission} title={title && t(title, params)}>
            <OfOnePerson>
              <Screen />
            </OfOnePerson>
          </RouteGuard>
        </BackOfficeFrame>
      </ShopBackOffice>
    </SessionKeeper>
  );
}
