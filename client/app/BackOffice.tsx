import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { LiveSigns } from '../features/notifications/LiveSigns.tsx';
import { ShopBackOffice, BackOfficeNotices } from '../features/notifications/ShopBackOffice.tsx';
import { RouteGuard } from '../features/session/RouteGuard.tsx';
import { useText } from '../i18n/use-text.ts';
import { BACK_OFFICE_ROUTES } from './back-office-routes.ts';
import { BackOfficeFrame } from './back-office/BackOfficeFrame.tsx';
import { SessionKeeper } from './back-office/SessionKeeper.tsx';
import { OfOnePerson, SharedDeviceLater } from './back-office/SharedDeviceLater.tsx';

/** The screens of vendors and operators, with one live feed for all of them. */
export function BackOffice() {
  const t = useText();
  const { pathname } = useLocation();
  const route = BACK_OFFICE_ROUTES.find(({ path }) => matchPath(path, pathname));
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
