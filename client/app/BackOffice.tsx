import type { ComponentType } from 'react';
import { matchPath, Navigate, useLocation } from 'react-router-dom';
import { ShopDesk } from '../features/notifications/ShopDesk.tsx';
import { DESK_PATHS, type DeskPath } from '../lib/desk-paths.ts';
import * as desk from './desk-screens.ts';
import { DeskNav } from './DeskNav.tsx';
import { RequireSession } from './RequireSession.tsx';
import { RequireVendor } from './RequireVendor.tsx';

/**
 * `isGuarded`: whoever has no session is led to the start, instead of being told that this is not for them.
 * `saysForWhom`: the screen is not for vendors as such, and says itself for whom it is.
 */
type DeskScreen = { Screen: ComponentType; isGuarded?: true; saysForWhom?: true };

const SCREENS: Record<DeskPath, DeskScreen> = {
  '/vendor/dashboard': { Screen: desk.VendorScreen },
  '/:shopSlug/shop-orders': { Screen: desk.ShopOrdersScreen, isGuarded: true },
  '/:shopSlug/admin/dashboard': { Screen: desk.ShopDashboardScreen, isGuarded: true },
  '/:shopSlug/admin/day-book': { Screen: desk.DayBookScreen, isGuarded: true, saysForWhom: true },
  '/:shopSlug/admin/products': { Screen: desk.ProductListScreen, isGuarded: true },
  '/:shopSlug/admin/add-product': { Screen: desk.AddProductScreen },
  '/:shopSlug/admin/edit-product/:id': { Screen: desk.EditProductScreen, isGuarded: true },
  '/:shopSlug/admin/import': { Screen: desk.ImportScreen, isGuarded: true },
  '/:shopSlug/admin/settings': { Screen: desk.SettingsScreen, isGuarded: true, saysForWhom: true },
  '/:shopSlug/admin/team': { Screen: desk.TeamScreen, isGuarded: true, saysForWhom: true },
  '/:shopSlug/admin/activity': { Screen: desk.ActivityScreen, isGuarded: true, saysForWhom: true },
  '/:shopSlug/poster': { Screen: desk.PosterScreen, saysForWhom: true },
  '/operator/shops': { Screen: desk.OperatorShopsScreen, isGuarded: true, saysForWhom: true },
  '/operator/payments': { Screen: desk.OperatorPaymentsScreen, isGuarded: true, saysForWhom: true },
  '/operator/payments/:id': { Screen: desk.PaymentTrailScreen, isGuarded: true, saysForWhom: true },
};

/** Everything behind the counter: fetched by those who work there, and one live feed from screen to screen. */
export function BackOffice() {
  const { pathname } = useLocation();
  const path = DESK_PATHS.find((pattern) => matchPath(pattern, pathname));
  if (!path) return <Navigate to="/" replace />;
  const { Screen, isGuarded, saysForWhom } = SCREENS[path];
  const screen = saysForWhom ? (
    <Screen />
  ) : (
    <RequireVendor>
      <Screen />
    </RequireVendor>
  );
  return (
    <ShopDesk>
      <DeskNav />
      {isGuarded ? <RequireSession>{screen}</RequireSession> : screen}
    </ShopDesk>
  );
}
