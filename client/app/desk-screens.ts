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
export const ProductListScreen = lazyScreen(
  () => withPageTexts(import('../features/product-list/ProductListScreen.tsx')),
  'ProductListScreen',
);
export const VendorScreen = lazyScreen(
  () => withPageTexts(import('../features/vendor/VendorScreen.tsx')),
  'VendorScreen',
);
