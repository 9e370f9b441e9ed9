import { Navigate, Route, Routes } from 'react-router-dom';
import { RouteGuard } from '../features/session/RouteGuard.tsx';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { Layout } from './Layout.tsx';
import { BACK_OFFICE_AREAS, STOREFRONT_ROUTES, screenWithTexts } from './routes.ts';

const BackOffice = screenWithTexts(() => import('./BackOffice.tsx'), 'BackOffice');

/** The router of the app. A path without a screen redirects to the start page. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={`/${MAIN_SHOP_SLUG}/dashboard`} replace />} />
      <Route element={<Layout />}>
        {STOREFRONT_ROUTES.map(({ path, admission, screen: Screen }) => (
          <Route
            key={path}
            path={path}
            element={
              <RouteGuard admission={admission}>
                <Screen />
              </RouteGuard>
            }
          />
        ))}
        {BACK_OFFICE_AREAS.map((path) => (
          <Route key={path} path={path} element={<BackOffice />} />
        ))}
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
