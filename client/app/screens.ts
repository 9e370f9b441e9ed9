import { lazyScreen } from '../lib/lazy-screen.ts';
import { withPageTexts } from './with-page-texts.ts';

export const DashboardScreen = lazyScreen(() => import('../features/landing/DashboardScreen.tsx'), 'DashboardScreen');
export const ProductsScreen = lazyScreen(() => import('../features/products/ProductsScreen.tsx'), 'ProductsScreen');
export const LoginScreen = lazyScreen(() => withPageTexts(import('../features/login/LoginScreen.tsx')), 'LoginScreen');
export const AddressScreen = lazyScreen(() => import('../features/addresses/AddressScreen.tsx'), 'AddressScreen');
export const OrderScreen = lazyScreen(() => withPageTexts(import('../features/order/OrderScreen.tsx')), 'OrderScreen');
export const OrderSummaryScreen = lazyScreen(
  () => withPageTexts(import('../features/order-summary/OrderSummaryScreen.tsx')),
  'OrderSummaryScreen',
);
export const PaymentScreen = lazyScreen(
  () => withPageTexts(import('../features/payment/PaymentScreen.tsx')),
  'PaymentScreen',
);
export const PaymentRedirectScreen = lazyScreen(
  () => withPageTexts(import('../features/payment/PaymentRedirectScreen.tsx')),
  'PaymentRedirectScreen',
);
export const OrderHistoryScreen = lazyScreen(
  () => withPageTexts(import('../features/order-history/OrderHistoryScreen.tsx')),
  'OrderHistoryScreen',
);
export const AboutScreen = lazyScreen(() => withPageTexts(import('../features/static/AboutScreen.tsx')), 'AboutScreen');
export const HelpScreen = lazyScreen(() => withPageTexts(import('../features/static/HelpScreen.tsx')), 'HelpScreen');
export const PrivacyScreen = lazyScreen(
  () => withPageTexts(import('../features/static/PrivacyScreen.tsx')),
  'PrivacyScreen',
);
export const TermsScreen = lazyScreen(() => withPageTexts(import('../features/static/TermsScreen.tsx')), 'TermsScreen');
export const ConsentScreen = lazyScreen(
  () => withPageTexts(import('../features/static/ConsentScreen.tsx')),
  'ConsentScreen',
);
export const ProfileScreen = lazyScreen(
  () => withPageTexts(import('../features/profile/ProfileScreen.tsx')),
  'ProfileScreen',
);
export const BackOffice = lazyScreen(() => withPageTexts(import('./BackOffice.tsx')), 'BackOffice');
export const ShopSuspendedScreen = lazyScreen(
  () => withPageTexts(import('./ShopSuspendedScreen.tsx')),
  'ShopSuspendedScreen',
);
export const ShopNotFoundScreen = lazyScreen(
  () => withPageTexts(import('./ShopNotFoundScreen.tsx')),
  'ShopNotFoundScreen',
);
export const QrLoginScreen = lazyScreen(
  () => withPageTexts(import('../features/qr/QrLoginScreen.tsx')),
  'QrLoginScreen',
);
export const OpenCartsScreen = lazyScreen(
  () => withPageTexts(import('../features/carts/OpenCartsScreen.tsx')),
  'OpenCartsScreen',
);
export const QrCodesScreen = lazyScreen(
  () => withPageTexts(import('../features/qr/QrCodesScreen.tsx')),
  'QrCodesScreen',
);
