import type { AccessRule, Role } from '../features/session/RouteGuard.tsx';
import type { Session } from '../features/session/SessionProvider.tsx';
import { screenWithTexts, type NavigationItem, type ScreenRoute } from './routes.ts';

const VENDOR: Role = { isHeldBy: ({ isVendor }) => isVendor, denied: 'guard.denied', title: 'menu.vendorTools' };
const STAFF: Role = { isHeldBy: ({ isVendor, isOperator }) => isVendor || isOperator, denied: 'guard.denied' };
const SHOP_ADMIN: Role = {
  isHeldBy: ({ isShopAdmin, isOperator }) => isShopAdmin || isOperator,
  denied: 'backOffice.adminsOnly',
  deniedToOthers: 'guard.denied',
};
const OPERATOR: Role = { isHeldBy: ({ isOperator }) => isOperator, denied: 'operator.denied' };

const FOR_VENDORS: AccessRule = { session: true, role: VENDOR };
const FOR_STAFF: AccessRule = { session: true, role: STAFF, shop: 'managed' };
const FOR_SHOP_ADMINS: AccessRule = { session: true, role: SHOP_ADMIN, shop: 'managed' };
const FOR_OPERATORS: AccessRule = { session: true, role: OPERATOR };
const OWN_SHOP: AccessRule = { role: VENDOR, shop: 'own', missingShop: 'shopOrders.noShop' };

type ProblemScreenName = 'ShopProblemsScreen' | 'OperatorProblemsScreen' | 'ProblemScreen';
const problemScreen = (name: ProblemScreenName) =>
  screenWithTexts(() => import('../features/problems/ProblemScreens.tsx'), name);

/** The screens of vendors and operators, in the order of their navigation. */
export const BACK_OFFICE_ROUTES: readonly ScreenRoute[] = [
  {
    path: '/vendor/dashboard',
    place: 'money',
    screen: screenWithTexts(() => import('../features/notifications/ShopDashboardScreen.tsx'), 'VendorScreen'),
    admission: { role: VENDOR },
    title: 'menu.dashboard',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/dashboard',
    place: 'money',
    title: 'menu.dashboard',
    screen: screenWithTexts(() => import('../features/notifications/ShopDashboardScreen.tsx'), 'ShopDashboardScreen'),
    admission: FOR_VENDORS,
  },
  {
    path: '/:shopSlug/shop-orders',
    place: 'orders',
    screen: screenWithTexts(() => import('../features/shop-orders/ShopOrdersScreen.tsx'), 'ShopOrdersScreen'),
    admission: FOR_VENDORS,
    title: 'menu.shopOrders',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/packing',
    place: 'orders',
    screen: screenWithTexts(() => import('../features/packing/PackingScreen.tsx'), 'PackingScreen'),
    admission: FOR_VENDORS,
    title: 'packing.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/counter-sale',
    place: 'orders',
    screen: screenWithTexts(() => import('../features/counter-sale/CounterSaleScreen.tsx'), 'CounterSaleScreen'),
    admission: FOR_STAFF,
    title: 'counterSale.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/problems',
    place: 'orders',
    screen: problemScreen('ShopProblemsScreen'),
    admission: FOR_STAFF,
    title: 'menu.problems',
    menu: 'shop',
    badge: 'shopProblems',
  },
  {
    path: '/:shopSlug/admin/problems/:id',
    place: 'orders',
    screen: problemScreen('ProblemScreen'),
    admission: FOR_STAFF,
    title: 'problem.screen',
  },
  {
    path: '/:shopSlug/admin/add-product',
    place: 'products',
    screen: screenWithTexts(() => import('../features/product-editor/AddProductScreen.tsx'), 'AddProductScreen'),
    admission: OWN_SHOP,
    title: 'addProduct.title',
    menu: 'shop',
    isAction: true,
  },
  {
    path: '/:shopSlug/admin/edit-product/:id',
    place: 'products',
    screen: screenWithTexts(() => import('../features/product-editor/EditProductScreen.tsx'), 'EditProductScreen'),
    admission: { ...OWN_SHOP, session: true },
    title: 'editProduct.title',
  },
  {
    path: '/:shopSlug/admin/products',
    place: 'products',
    opensPlace: true,
    screen: screenWithTexts(() => import('../features/product-list/ProductListScreen.tsx'), 'ProductListScreen'),
    admission: { ...OWN_SHOP, session: true },
    title: 'menu.products',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/known-products',
    place: 'products',
    screen: screenWithTexts(() => import('../features/known-products/KnownProductsScreen.tsx'), 'KnownProductsScreen'),
    admission: FOR_STAFF,
    title: 'knownProducts.title',
  },
  {
    path: '/:shopSlug/admin/categories',
    place: 'products',
    screen: screenWithTexts(() => import('../features/categories/CategoriesScreen.tsx'), 'CategoriesScreen'),
    admission: FOR_STAFF,
    title: 'categories.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/reports',
    place: 'money',
    screen: screenWithTexts(() => import('../features/reports/ReportsScreen.tsx'), 'ReportsScreen'),
    admission: FOR_STAFF,
    title: 'report.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/cash-report',
    place: 'money',
    screen: screenWithTexts(() => import('../features/cash-report/CashReportScreen.tsx'), 'CashReportScreen'),
    admission: FOR_STAFF,
    title: 'cashReport.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/import',
    place: 'products',
    screen: screenWithTexts(() => import('../features/import/ImportScreen.tsx'), 'ImportScreen'),
    admission: FOR_VENDORS,
    title: 'import.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/stock',
    place: 'products',
    screen: screenWithTexts(() => import('../features/stock/LowStockScreen.tsx'), 'LowStockScreen'),
    admission: FOR_STAFF,
    title: 'stock.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/stock/expiring',
    place: 'products',
    screen: screenWithTexts(() => import('../features/stock/ExpiringScreen.tsx'), 'ExpiringScreen'),
    admission: FOR_STAFF,
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/purchases',
    place: 'products',
    screen: screenWithTexts(() => import('../features/stock/PurchasesScreen.tsx'), 'PurchasesScreen'),
    admission: FOR_SHOP_ADMINS,
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/purchases/:id',
    place: 'products',
    screen: screenWithTexts(() => import('../features/stock/PurchaseScreen.tsx'), 'PurchaseScreen'),
    admission: FOR_SHOP_ADMINS,
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/takes',
    place: 'products',
    screen: screenWithTexts(() => import('../features/stock/StockTakesScreen.tsx'), 'StockTakesScreen'),
    admission: FOR_STAFF,
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/takes/:id',
    place: 'products',
    screen: screenWithTexts(() => import('../features/stock/StockTakeScreen.tsx'), 'StockTakeScreen'),
    admission: FOR_STAFF,
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/variants/:variantId',
    place: 'products',
    screen: screenWithTexts(() => import('../features/stock/StockHistoryScreen.tsx'), 'StockHistoryScreen'),
    admission: FOR_STAFF,
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/settings',
    place: 'shop',
    screen: screenWithTexts(() => import('../features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
    admission: FOR_STAFF,
    title: 'settings.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/team',
    place: 'shop',
    screen: screenWithTexts(() => import('../features/team/TeamScreen.tsx'), 'TeamScreen'),
    admission: FOR_STAFF,
    title: 'team.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/devices',
    place: 'shop',
    screen: screenWithTexts(() => import('../features/devices/DevicesScreen.tsx'), 'DevicesScreen'),
    admission: FOR_STAFF,
    title: 'devices.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/customers',
    place: 'shop',
    screen: screenWithTexts(() => import('../features/customers/CustomersScreen.tsx'), 'CustomersScreen'),
    admission: FOR_STAFF,
    title: 'customers.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/customers/:id',
    place: 'shop',
    screen: screenWithTexts(() => import('../features/customers/CustomerScreen.tsx'), 'CustomerScreen'),
    admission: FOR_STAFF,
    title: 'customers.title',
  },
  {
    path: '/:shopSlug/admin/activity',
    place: 'shop',
    screen: screenWithTexts(() => import('../features/activity/ActivityScreen.tsx'), 'ActivityScreen'),
    admission: FOR_SHOP_ADMINS,
    title: 'activity.title',
    menu: 'shopAdmins',
  },
  {
    path: '/:shopSlug/poster',
    place: 'shop',
    screen: screenWithTexts(() => import('../features/poster/PosterScreen.tsx'), 'PosterScreen'),
  },
  {
    path: '/operator/shops',
    screen: screenWithTexts(() => import('../features/operator/OperatorShopsScreen.tsx'), 'OperatorShopsScreen'),
    admission: FOR_OPERATORS,
    title: 'operator.title',
    menu: 'operator',
  },
  {
    path: '/operator/shops/:id',
    screen: screenWithTexts(() => import('../features/operator/OperatorShopScreen.tsx'), 'OperatorShopScreen'),
    admission: FOR_OPERATORS,
    title: 'operator.shop',
  },
  {
    path: '/operator/applications',
    screen: screenWithTexts(
      () => import('../features/operator/OperatorApplicationsScreen.tsx'),
      'OperatorApplicationsScreen',
    ),
    admission: FOR_OPERATORS,
    title: 'applications.title',
    menu: 'operator',
  },
  {
    path: '/operator/orders',
    screen: screenWithTexts(() => import('../features/operator/FindOrdersScreen.tsx'), 'FindOrdersScreen'),
    admission: FOR_OPERATORS,
    title: 'findOrders.title',
    menu: 'operator',
  },
  {
    path: '/operator/payments',
    screen: screenWithTexts(
      () => import('../features/operator-payments/OperatorPaymentsScreen.tsx'),
      'OperatorPaymentsScreen',
    ),
    admission: FOR_OPERATORS,
    title: 'operatorPayments.title',
    menu: 'operator',
  },
  {
    path: '/operator/payments/:id',
    screen: screenWithTexts(
      () => import('../features/operator-payments/PaymentTimelineScreen.tsx'),
      'PaymentTimelineScreen',
    ),
    admission: FOR_OPERATORS,
    title: 'operatorPayments.one',
  },
  {
    path: '/operator/problems',
    screen: problemScreen('OperatorProblemsScreen'),
    admission: FOR_OPERATORS,
    title: 'menu.problems',
    menu: 'operator',
    badge: 'allProblems',
  },
  {
    path: '/operator/problems/:id',
    screen: problemScreen('ProblemScreen'),
    admission: FOR_OPERATORS,
    title: 'problem.screen',
  },
  {
    path: '/operator/accounts',
    screen: screenWithTexts(() => import('../features/operator/OperatorAccountsScreen.tsx'), 'OperatorAccountsScreen'),
    admission: FOR_OPERATORS,
    title: 'operatorAccounts.title',
    menu: 'operator',
  },
  {
    path: '/operator/announcements',
    screen: screenWithTexts(
      () => import('../features/announcements/OperatorAnnouncementsScreen.tsx'),
      'OperatorAnnouncementsScreen',
    ),
    admission: FOR_OPERATORS,
    title: 'announcement.title',
    menu: 'operator',
  },
  {
    path: '/operator/catalog',
    screen: screenWithTexts(
      () => import('../features/operator-catalog/OperatorCatalogScreen.tsx'),
      'OperatorCatalogScreen',
    ),
    admission: FOR_OPERATORS,
    title: 'operatorCatalog.title',
    menu: 'operator',
  },
];

type Viewer = Pick<Session, 'isVendor' | 'isShopAdmin' | 'isOperator'>;

/** The parts of a shop's back office. */
const PLACES = ['orders', 'products', 'money', 'shop'] as const;
export type Place = (typeof PLACES)[number] | 'platform';

/** Each part of the back office that this user has, with its screens, the one that it opens with first; the operator's is one more. */
export function placesOf(viewer: Viewer, shopSlug: string | undefined): { place: Place; items: NavigationItem[] }[] {
  const own = shopSlug === undefined ? [] : shopItems(viewer, shopSlug);
  const places = PLACES.map((place) => ({
    place,
    items: own
      .filter((item) => item.place === place)
      .toSorted((a, b) => Number(!!b.opensPlace) - Number(!!a.opensPlace)),
  }));
  return [...places, { place: 'platform' as const, items: operatorItems(viewer) }].filter(
    ({ items }) => items.length > 0,
  );
}

/** The navigation of a shop's back office for this user; empty for those who are not its members. */
export function shopItems({ isVendor, isShopAdmin }: Viewer, shopSlug: string): NavigationItem[] {
  if (!isVendor) return [];
  return itemsOf(['shop', ...(isShopAdmin ? ['shopAdmins'] : [])], shopSlug);
}

/** The navigation of the platform's operator. */
export function operatorItems({ isOperator }: Viewer): NavigationItem[] {
  return isOperator ? itemsOf(['operator']) : [];
}

function itemsOf(menus: string[], shopSlug = ''): NavigationItem[] {
  return BACK_OFFICE_ROUTES.flatMap(({ path, title, menu, ...route }) =>
    title && menu && menus.includes(menu) ? [{ ...route, to: path.replace(':shopSlug', shopSlug), text: title }] : [],
  );
}
