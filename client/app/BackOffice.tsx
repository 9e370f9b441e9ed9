import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { ShopDesk } from '../features/notifications/ShopDesk.tsx';
import { DESK_PATHS, type DeskPath } from '../lib/desk-paths.ts';
import { ProductListScreen, ShopDashboardScreen, ShopOrdersScreen, VendorScreen } from './desk-screens.ts';
import { RequireSession } from './RequireSession.tsx';
import { RequireVendor } from './RequireVendor.tsx';

/** `isGuarded`: whoever has no session is led to the start, instead of being told that this is not for them. */
type DeskScreen = { Screen: ComponentType; isGuarded?: true };

const SCREENS: Record<DeskPath, DeskScreen> = {
  '/vendor/dashboard': { Screen: VendorScreen },
  '/:shopSlug/shop-orders': { Screen: ShopOrdersScreen, isGuarded: true },
  '/:shopSlug/admin/dashboard': { Screen: ShopDashboardScreen, isGuarded: true },
  '/:shopSlug/admin/products': { Screen: ProductListScreen, isGuarded: true },
};

/** Everything behind the counter: fetched by those who work there, and one live feed from screen to screen. */
export function BackOffice() {
  const { pathname } = useLocation();
  const path = DESK_PATHS.find((pattern) => matchPath(pattern, pathname));
  if (!path) return null;
  const { Screen, isGuarded } = SCREENS[path];
  const screen = (
    <RequireVendor>
      <Screen />
    </RequireVendor>
  );
  return <ShopDesk>{isGuarded ? <RequireSession>{screen}</RequireSession> : screen}</ShopDesk>;
}
