import type { Session } from '../shared/session/SessionProvider.tsx';
import { may } from '../shared/session/shop-role.ts';
import { FOR_OPERATORS, forMembers, forStaff, membersWith, OWN_CATALOG } from './back-office/admission.ts';
import { screenWithTexts, type NavigationItem, type ScreenRoute } from './routes.ts';

type ProblemScreenName = 'ShopProblemsScreen' | 'OperatorProblemsScreen' | 'ProblemScreen';
const problemScreen = (name: ProblemScreenName) =>
  screenWithTexts(() => import('../shared/orders/problems/ProblemScreens.tsx'), name);

/** The screens of vendors and operators, in the order of their navigation. */
export const BACK_OFFICE_ROUTES: readonly ScreenRoute[] = [
  {
    path: '/vendor/dashboard',
    place: 'money',
    screen: screenWithTexts(() => import('../office/orders/alerts/ShopDashboardScreen.tsx'), 'VendorScreen'),
    admission: { role: membersWith('money') },
    title: 'menu.dashboard',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/dashboard',
    place: 'money',
    title: 'menu.dashboard',
    screen: screenWithTexts(() => import('../office/orders/alerts/ShopDashboardScreen.tsx'), 'ShopDashboardScreen'),
    admission: forMembers('money'),
  },
  {
    path: '/:shopSlug/shop-orders',
    place: 'orders',
    screen: screenWithTexts(() => import('../office/orders/board/ShopOrdersScreen.tsx'), 'ShopOrdersScreen'),
    admission: forMembers('orders'),
    title: 'menu.shopOrders',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/packing',
    place: 'orders',
    screen: screenWithTexts(() => import('../office/orders/packing/PackingScreen.tsx'), 'PackingScreen'),
    admission: forMembers('packing'),
    title: 'packing.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/deliveries',
    place: 'orders',
    screen: screenWithTexts(() => import('../office/orders/riding/RiderScreen.tsx'), 'RiderScreen'),
    admission: {
      session: true,
      role: membersWith('deliveries'),
      shop: 'own',
      missingShop: 'shopOrders.noShop',
    },
    title: 'rider.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/counter-sale',
    place: 'orders',
    screen: screenWithTexts(() => import('../office/counter/CounterSaleScreen.tsx'), 'CounterSaleScreen'),
    admission: forStaff('sales'),
    title: 'counterSale.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/problems',
    place: 'orders',
    screen: problemScreen('ShopProblemsScreen'),
    admission: forStaff('orders'),
    title: 'menu.problems',
    menu: 'shop',
    badge: 'shopProblems',
  },
  {
    path: '/:shopSlug/admin/problems/:id',
    place: 'orders',
    screen: problemScreen('ProblemScreen'),
    admission: forStaff('orders'),
    title: 'problem.screen',
  },
  {
    path: '/:shopSlug/admin/add-product',
    place: 'products',
    screen: screenWithTexts(() => import('../office/catalog/editor/AddProductScreen.tsx'), 'AddProductScreen'),
    admission: OWN_CATALOG,
    title: 'addProduct.title',
    menu: 'shop',
    isAction: true,
  },
  {
    path: '/:shopSlug/admin/edit-product/:id',
    place: 'products',
    screen: screenWithTexts(() => import('../office/catalog/editor/EditProductScreen.tsx'), 'EditProductScreen'),
    admission: { ...OWN_CATALOG, session: true },
    title: 'editProduct.title',
  },
  {
    path: '/:shopSlug/admin/products',
    place: 'products',
    opensPlace: true,
    screen: screenWithTexts(() => import('../office/catalog/list/ProductListScreen.tsx'), 'ProductListScreen'),
    admission: { ...OWN_CATALOG, session: true },
    title: 'menu.products',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/known-products',
    place: 'products',
    screen: screenWithTexts(
      () => import('../office/catalog/known-products/KnownProductsScreen.tsx'),
      'KnownProductsScreen',
    ),
    admission: forStaff('catalog'),
    title: 'knownProducts.title',
  },
  {
    path: '/:shopSlug/admin/categories',
    place: 'products',
    screen: screenWithTexts(() => import('../office/catalog/names/CategoriesScreen.tsx'), 'CategoriesScreen'),
    admission: forStaff('catalog'),
    title: 'categories.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/reports',
    place: 'money',
    screen: screenWithTexts(() => import('../office/money/ReportsScreen.tsx'), 'ReportsScreen'),
    admission: forStaff('money'),
    title: 'report.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/cash-report',
    place: 'money',
    screen: screenWithTexts(() => import('../office/money/CashReportScreen.tsx'), 'CashReportScreen'),
    admission: forStaff('money'),
    title: 'cashReport.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/import',
    place: 'products',
    screen: screenWithTexts(() => import('../office/catalog/imports/ImportScreen.tsx'), 'ImportScreen'),
    admission: forMembers('catalog'),
    title: 'import.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/stock',
    place: 'products',
    screen: screenWithTexts(() => import('../office/stock/LowStockScreen.tsx'), 'LowStockScreen'),
    admission: forStaff('stock'),
    title: 'stock.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/stock/expiring',
    place: 'products',
    screen: screenWithTexts(() => import('../office/stock/ExpiringScreen.tsx'), 'ExpiringScreen'),
    admission: forStaff('stock'),
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/purchases',
    place: 'products',
    screen: screenWithTexts(() => import('../office/stock/PurchasesScreen.tsx'), 'PurchasesScreen'),
    admission: forStaff('purchases'),
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/purchases/:id',
    place: 'products',
    screen: screenWithTexts(() => import('../office/stock/PurchaseScreen.tsx'), 'PurchaseScreen'),
    admission: forStaff('purchases'),
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/takes',
    place: 'products',
    screen: screenWithTexts(() => import('../office/stock/StockTakesScreen.tsx'), 'StockTakesScreen'),
    admission: forStaff('stock'),
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/takes/:id',
    place: 'products',
    screen: screenWithTexts(() => import('../office/stock/StockTakeScreen.tsx'), 'StockTakeScreen'),
    admission: forStaff('stock'),
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/stock/variants/:variantId',
    place: 'products',
    screen: screenWithTexts(() => import('../office/stock/StockHistoryScreen.tsx'), 'StockHistoryScreen'),
    admission: forStaff('stock'),
    title: 'stock.title',
  },
  {
    path: '/:shopSlug/admin/settings',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/shop/SettingsScreen.tsx'), 'SettingsScreen'),
    admission: forStaff('shop'),
    title: 'settings.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/hours',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/shop/hours/HoursScreen.tsx'), 'HoursScreen'),
    admission: forStaff('shop'),
    title: 'hours.title',
  },
  {
    path: '/:shopSlug/admin/team',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/shop/TeamScreen.tsx'), 'TeamScreen'),
    admission: forStaff('shop'),
    title: 'team.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/devices',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/shop/DevicesScreen.tsx'), 'DevicesScreen'),
    admission: forStaff('membership'),
    title: 'devices.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/customers',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/money/CustomersScreen.tsx'), 'CustomersScreen'),
    admission: forStaff('customers'),
    title: 'customers.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/admin/customers/:id',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/money/CustomerScreen.tsx'), 'CustomerScreen'),
    admission: forStaff('customers'),
    title: 'customers.title',
  },
  {
    path: '/:shopSlug/admin/activity',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/shop/ActivityScreen.tsx'), 'ActivityScreen'),
    admission: forStaff('administration'),
    title: 'activity.title',
    menu: 'shop',
  },
  {
    path: '/:shopSlug/poster',
    place: 'shop',
    screen: screenWithTexts(() => import('../office/shop/PosterScreen.tsx'), 'PosterScreen'),
  },
  {
    path: '/operator/shops',
    screen: screenWithTexts(() => import('../platform/OperatorShopsScreen.tsx'), 'OperatorShopsScreen'),
    admission: FOR_OPERATORS,
    title: 'operator.title',
    menu: 'operator',
  },
  {
    path: '/operator/shops/:id',
    screen: screenWithTexts(() => import('../platform/OperatorShopScreen.tsx'), 'OperatorShopScreen'),
    admission: FOR_OPERATORS,
    title: 'operator.shop',
  },
  {
    path: '/operator/applications',
    screen: screenWithTexts(() => import('../platform/OperatorApplicationsScreen.tsx'), 'OperatorApplicationsScreen'),
    admission: FOR_OPERATORS,
    title: 'applications.title',
    menu: 'operator',
    badge: 'applications',
  },
  {
    path: '/operator/orders',
    screen: screenWithTexts(() => import('../platform/FindOrdersScreen.tsx'), 'FindOrdersScreen'),
    admission: FOR_OPERATORS,
    title: 'findOrders.title',
    menu: 'operator',
  },
  {
    path: '/operator/payments',
    screen: screenWithTexts(() => import('../platform/payments/OperatorPaymentsScreen.tsx'), 'OperatorPaymentsScreen'),
    admission: FOR_OPERATORS,
    title: 'operatorPayments.title',
    menu: 'operator',
  },
  {
    path: '/operator/payments/:id',
    screen: screenWithTexts(() => import('../platform/payments/PaymentTimelineScreen.tsx'), 'PaymentTimelineScreen'),
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
    screen: screenWithTexts(() => import('../platform/OperatorAccountsScreen.tsx'), 'OperatorAccountsScreen'),
    admission: FOR_OPERATORS,
    title: 'operatorAccounts.title',
    menu: 'operator',
  },
  {
    path: '/operator/announcements',
    screen: screenWithTexts(() => import('../platform/OperatorAnnouncementsScreen.tsx'), 'OperatorAnnouncementsScreen'),
    admission: FOR_OPERATORS,
    title: 'announcement.title',
    menu: 'operator',
  },
  {
    path: '/operator/catalog',
    screen: screenWithTexts(() => import('../platform/catalog/OperatorCatalogScreen.tsx'), 'OperatorCatalogScreen'),
    admission: FOR_OPERATORS,
    title: 'operatorCatalog.title',
    menu: 'operator',
  },
];

type Viewer = Pick<Session, 'claims' | 'isOperator'>;

/** The parts of a shop's back office. */
const PLACES = ['orders', 'products', 'money', 'shop'] as const;
export type Place = (typeof PLACES)[number] | 'platform';

/** The parts of the back office that this user has, each with its first screen first, then the operator's part. */
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

/** The navigation of a shop's back office for this user; empty if the user is not a member. */
export function shopItems(viewer: Viewer, shopSlug: string): NavigationItem[] {
  const isPermitted = ({ admission }: ScreenRoute): boolean =>
    admission?.role?.permission !== undefined && may(viewer, admission.role.permission);
  return itemsOf('shop', shopSlug, isPermitted);
}

/** The navigation of the platform's operator. */
export function operatorItems({ isOperator }: Viewer): NavigationItem[] {
  return isOperator ? itemsOf('operator') : [];
}

function itemsOf(menu: ScreenRoute['menu'], shopSlug = '', isShown = (_: ScreenRoute) => true): NavigationItem[] {
  return BACK_OFFICE_ROUTES.filter((route) => route.menu === menu && isShown(route)).flatMap(
    ({ path, title, menu: _, ...route }) =>
      title ? [{ ...route, to: path.replace(':shopSlug', shopSlug), text: title }] : [],
  );
}
