import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { withPageTexts } from '../i18n/language.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { lazyScreen } from '../lib/lazy.ts';
import { Layout } from './Layout.tsx';
import { BACK_OFFICE_AREAS, type ScreenRoute, screenWithTexts, STOREFRONT_ROUTES } from './routes.ts';

// Most screens of customers are open to everybody.
const RouteGuard = lazyScreen(() => withPageTexts(import('../shared/session/RouteGuard.tsx')), 'RouteGuard');
const BackOffice = screenWithTexts(async () => (await import('./back-office-door.ts')).loadBackOffice(), 'BackOffice');

/** An order belongs to a shop. Where none is known, the open carts lead to it. */
const WITHOUT_SHOP = ['/order', '/order-summary'];

/** The router of the app. A path without a screen redirects to the start page. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Start />} />
      <Route element={<Layout />}>
        {STOREFRONT_ROUTES.map(({ path, admission, screen }) => (
          <Route key={path} path={path} element={<StorefrontScreen screen={screen} admission={admission} />} />
        ))}
        {BACK_OFFICE_AREAS.map((path) => (
          <Route key={path} path={path} element={<BackOffice />} />
        ))}
      </Route>
      {WITHOUT_SHOP.map((path) => (
        <Route key={path} path={path} element={<ToCarts />} />
      ))}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}

/** Redirects to the start page, with its message. */
function Start() {
  const { state } = useLocation();
  return <Navigate to={`/${MAIN_SHOP_SLUG}/dashboard`} state={state} replace />;
}

type StorefrontScreenProps = Pick<ScreenRoute, 'screen'> & { admission: ScreenRoute['admission'] };

function StorefrontScreen({ screen: Screen, admission }: StorefrontScreenProps) {
  if (!admission) return <Screen />;
  // Its code and the guard's code load at the same time.
  void Screen.preload();
  return (
    <RouteGuard admission={admission}>
      <Screen />
    </RouteGuard>
  );
}

/** By the key of the location: it leads away again where another such address follows before the carts are shown. */
function ToCarts() {
  const { key } = useLocation();
  return <Navigate key={key} to="/carts" replace />;
}
