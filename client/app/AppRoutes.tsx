import { Navigate, Route, Routes } from 'react-router-dom';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { lazyScreen } from '../lib/lazy-screen.ts';
import { Layout } from './Layout.tsx';
import { BACK_OFFICE_AREAS, type ScreenRoute, screenWithTexts, STOREFRONT_ROUTES } from './routes.ts';

// Most screens of customers are open to everybody.
const RouteGuard = lazyScreen(() => import('../features/session/RouteGuard.tsx'), 'RouteGuard');
const BackOffice = screenWithTexts(() => import('./BackOffice.tsx'), 'BackOffice');

/** The router of the app. A path without a screen redirects to the start page. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={`/${MAIN_SHOP_SLUG}/dashboard`} replace />} />
      <Route element={<Layout />}>
        {STOREFRONT_ROUTES.map(({ path, admission, screen }) => (
          <Route key={path} path={path} element={<StorefrontScreen screen={screen} admission={admission} />} />
        ))}
        {BACK_OFFICE_AREAS.map((path) => (
          <Route key={path} path={path} element={<BackOffice />} />
        ))}
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

type StorefrontScreenProps = Pick<ScreenRoute, 'screen'> & { admission: ScreenRoute['admission'] };

function StorefrontScreen({ screen: Screen, admission }: StorefrontScreenProps) {
  if (!admission) return <Screen />;
  // Its code and that of the guard load at the same time.
  void Screen.preload();
  return (
    <RouteGuard admission={admission}>
      <Screen />
    </RouteGuard>
  );
}
