import { lazyScreen } from '../lib/lazy-screen.ts';
import { withPageTexts } from './with-page-texts.ts';

export const ShopOrdersScreen = lazyScreen(
  () => withPageTexts(import('../features/shop-orders/ShopOrdersScreen.tsx')),
  'ShopOrdersScreen',
);
export const ShopDashboardScreen = lazyScreen(
  () => withPageTexts(import('../features/notifications/ShopDashboardScreen.tsx')),
  'ShopDashboardScreen',
);
export const DayBookScreen = lazyScreen(
  () => withPageTexts(import('../features/day-book/DayBookScreen.tsx')),
  'DayBookScreen',
);
export const ProductListScreen = lazyScreen(
  () => withPageTexts(import('../features/product-list/ProductListScreen.tsx')),
  'ProductListScreen',
);
export const VendorScreen = lazyScreen(
  () => withPageTexts(import('../features/vendor/VendorScreen.tsx')),
  'VendorScreen',
);
export const SettingsScreen = lazyScreen(
  () => withPageTexts(import('../features/settings/SettingsScreen.tsx')),
  'SettingsScreen',
);
export const TeamScreen = lazyScreen(() => withPageTexts(import('../features/team/TeamScreen.tsx')), 'TeamScreen');
export const ActivityScreen = lazyScreen(
  () => withPageTexts(import('../features/activity/ActivityScreen.tsx')),
  'ActivityScreen',
);
export const PosterScreen = lazyScreen(
  () => withPageTexts(import('../features/poster/PosterScreen.tsx')),
  'PosterScreen',
);
export const OperatorShopsScreen = lazyScreen(
  () => withPageTexts(import('../features/operator/OperatorShopsScreen.tsx')),
  'OperatorShopsScreen',
);
export const AddProductScreen = lazyScreen(
  () => withPageTexts(import('../features/product-editor/AddProductScreen.tsx')),
  'AddProductScreen',
);
export const EditProductScreen = lazyScreen(
  () => withPageTexts(import('../features/product-editor/EditProductScreen.tsx')),
  'EditProductScreen',
);
export const ImportScreen = lazyScreen(
  () => withPageTexts(import('../features/import/ImportScreen.tsx')),
  'ImportScreen',
);
export const OperatorPaymentsScreen = lazyScreen(
  () => withPageTexts(import('../features/operator-payments/OperatorPaymentsScreen.tsx')),
  'OperatorPaymentsScreen',
);
export const PaymentTrailScreen = lazyScreen(
  () => withPageTexts(import('../features/operator-payments/PaymentTrailScreen.tsx')),
  'PaymentTrailScreen',
);
