import { Navigate, Route, Routes } from 'react-router-dom';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { Layout } from './Layout.tsx';
import { RequireSession } from './RequireSession.tsx';
import * as screens from './screens.ts';

/** Where the back office is; which screens it has is its own affair, and no byte of a customer's first visit. */
const DESKS = ['/vendor/*', '/operator/*', '/:shopSlug/shop-orders', '/:shopSlug/admin/*', '/:shopSlug/poster'];

/** The route table of spec section 2. A path that is not in it leads to the start. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Navigate to={`/${MAIN_SHOP_SLUG}/dashboard`} replace />} />
      <Route element={<Layout />}>
        <Route path={`/${MAIN_SHOP_SLUG}/dashboard`} element={<screens.DashboardScreen />} />
        <Route path="/:shopSlug/login" element={<screens.LoginScreen />} />
        <Route path="/:shopSlug/products" element={<screens.ProductsScreen />} />
        <Route path="/:shopSlug/address" element={<screens.AddressScreen />} />
        <Route path="/:shopSlug/order" element={<screens.OrderScreen />} />
        <Route path="/:shopSlug/profile" element={<screens.ProfileScreen />} />
        <Route path="/:shopSlug/order-history" element={<screens.OrderHistoryScreen />} />
        <Route element={<RequireSession />}>
          <Route path="/:shopSlug/payment" element={<screens.PaymentScreen />} />
          <Route path="/:shopSlug/order-summary" element={<screens.OrderSummaryScreen />} />
          <Route path="/profile" element={<screens.ProfileScreen />} />
        </Route>
        {DESKS.map((path) => (
          <Route key={path} path={path} element={<screens.BackOffice />} />
        ))}
        <Route path="/payment-redirect" element={<screens.PaymentRedirectScreen />} />
        <Route path="/carts" element={<screens.OpenCartsScreen />} />
        <Route path="/qr-login" element={<screens.QrLoginScreen />} />
        <Route path="/qr-codes" element={<screens.QrCodesScreen />} />
        <Route path="/about" element={<screens.AboutScreen />} />
        <Route path="/help" element={<screens.HelpScreen />} />
        <Route path="/privacy-policy" element={<screens.PrivacyScreen />} />
        <Route path="/terms-of-service" element={<screens.TermsScreen />} />
        <Route path="/consent" element={<screens.ConsentScreen />} />
      </Route>
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
