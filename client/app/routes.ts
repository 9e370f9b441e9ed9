import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { AccessRule } from '../shared/session/RouteGuard.tsx';
import { withPageTexts } from '../i18n/language.ts';
import type { TextId } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { lazyScreen, type LazyScreen } from '../lib/lazy.ts';

/**
 * A screen of the app, declared once: here, or in `back-office-routes.ts`. Router, admission, navigation, the check of
 * redirects, early loading (`early.ts`) and the offline copy are derived from it.
 */
export type ScreenRoute = {
  /** A pattern of the router. */
  path: string;
  screen: LazyScreen;
  admission?: AccessRule;
  title?: TextId;
  /** Which navigation shows it; that of a shop, if the role of the user permits the screen. */
  menu?: 'about' | 'shop' | 'operator';
  /** In which part of a shop's back office it is. */
  place?: 'orders' | 'products' | 'money' | 'shop';
  /** That part opens with it, although another screen comes before it in the menu. */
  opensPlace?: true;
  /** Many visits begin here: its code is loaded together with the app, and these calls are made before the app has started. */
  early?: 'shops' | 'shop' | 'catalog' | 'product';
  /** It starts an action in that part, instead of showing a list. */
  isAction?: true;
  /** A shop that is suspended, or has no products yet, says so instead. */
  sells?: true;
  /** It says itself that there is no such shop. */
  handlesMissingShop?: true;
  /** What its link counts. */
  badge?: 'shopProblems' | 'allProblems' | 'applications';
};

/** A lazy screen with the texts that are not part of the first load. */
export function screenWithTexts<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): LazyScreen {
  return lazyScreen(() => withPageTexts(load()), name);
}

type StaticName = 'AboutScreen' | 'HelpScreen' | 'PrivacyScreen' | 'TermsScreen' | 'ConsentScreen';
const staticScreen = (name: StaticName) => screenWithTexts(() => import('../account/StaticScreens.tsx'), name);

const notificationScreen = (name: 'NotificationsScreen' | 'UnsubscribeScreen') =>
  screenWithTexts(() => import('../storefront/orders/NotificationScreens.tsx'), name);

const SESSION: AccessRule = { session: true };

const ProfileScreen = screenWithTexts(() => import('../account/ProfileScreen.tsx'), 'ProfileScreen');

/** The screens of customers. */
export const STOREFRONT_ROUTES: readonly ScreenRoute[] = [
  {
    path: `/${MAIN_SHOP_SLUG}/dashboard`,
    screen: lazyScreen(() => import('../storefront/market/landing/DashboardScreen.tsx'), 'DashboardScreen'),
    early: 'shops',
  },
  {
    path: '/:shopSlug/login',
    screen: screenWithTexts(() => import('./RedirectingLoginScreen.tsx'), 'RedirectingLoginScreen'),
    early: 'shop',
  },
  {
    path: '/:shopSlug/products',
    screen: lazyScreen(() => import('../storefront/shop/ProductsScreen.tsx'), 'ProductsScreen'),
    early: 'catalog',
    sells: true,
    handlesMissingShop: true,
  },
  {
    path: '/:shopSlug/products/:id',
    screen: screenWithTexts(() => import('../storefront/shop/product-page/ProductPageScreen.tsx'), 'ProductPageScreen'),
    early: 'product',
    sells: true,
  },
  {
    path: '/:shopSlug/address',
    screen: lazyScreen(() => import('../account/AddressScreen.tsx'), 'AddressScreen'),
  },
  {
    path: '/:shopSlug/order',
    screen: screenWithTexts(() => import('../storefront/checkout/OrderScreen.tsx'), 'OrderScreen'),
    early: 'catalog',
    sells: true,
  },
  { path: '/:shopSlug/profile', screen: ProfileScreen },
  {
    path: '/:shopSlug/order-history',
    screen: screenWithTexts(() => import('../storefront/orders/OrderHistoryScreen.tsx'), 'OrderHistoryScreen'),
    early: 'shop',
  },
  {
    path: '/:shopSlug/payment',
    screen: screenWithTexts(() => import('../storefront/checkout/payment/PaymentScreen.tsx'), 'PaymentScreen'),
    admission: SESSION,
    sells: true,
  },
  {
    path: '/:shopSlug/order-summary',
    screen: screenWithTexts(() => import('../storefront/orders/OrderSummaryScreen.tsx'), 'OrderSummaryScreen'),
    admission: SESSION,
  },
  {
    path: '/:shopSlug/orders/:id/invoice',
    screen: screenWithTexts(() => import('../shared/orders/InvoiceScreen.tsx'), 'InvoiceScreen'),
    admission: SESSION,
  },
  {
    path: '/:shopSlug/orders/:id/timeline',
    screen: screenWithTexts(() => import('../shared/orders/OrderTimelineScreen.tsx'), 'OrderTimelineScreen'),
    admission: SESSION,
  },
  {
    path: '/:shopSlug/orders/:id/problem',
    screen: screenWithTexts(() => import('../shared/orders/problems/OrderProblemScreen.tsx'), 'OrderProblemScreen'),
    admission: SESSION,
  },
  { path: '/profile', screen: ProfileScreen, admission: SESSION },
  {
    path: '/notifications',
    screen: notificationScreen('NotificationsScreen'),
    admission: SESSION,
  },
  {
    path: '/notifications/unsubscribe/:token',
    screen: notificationScreen('UnsubscribeScreen'),
  },
  {
    path: '/payment-redirect',
    screen: screenWithTexts(
      () => import('../storefront/checkout/payment/PaymentRedirectScreen.tsx'),
      'PaymentRedirectScreen',
    ),
  },
  {
    path: '/favourites',
    screen: screenWithTexts(() => import('../storefront/market/FavouritesScreen.tsx'), 'FavouritesScreen'),
    admission: SESSION,
  },
  {
    path: '/carts',
    screen: screenWithTexts(() => import('../storefront/market/OpenCartsScreen.tsx'), 'OpenCartsScreen'),
  },
  {
    path: '/qr-login',
    screen: screenWithTexts(() => import('../storefront/market/QrLoginScreen.tsx'), 'QrLoginScreen'),
  },
  {
    path: '/qr-codes',
    screen: screenWithTexts(() => import('../storefront/market/QrCodesScreen.tsx'), 'QrCodesScreen'),
  },
  {
    path: '/sell',
    screen: screenWithTexts(() => import('../account/SellScreen.tsx'), 'SellScreen'),
    title: 'menu.sell',
    menu: 'about',
  },
  {
    path: '/about',
    screen: staticScreen('AboutScreen'),
    title: 'menu.about',
    menu: 'about',
  },
  {
    path: '/help',
    screen: staticScreen('HelpScreen'),
    title: 'menu.help',
    menu: 'about',
  },
  {
    path: '/privacy-policy',
    screen: staticScreen('PrivacyScreen'),
    title: 'menu.privacy',
    menu: 'about',
  },
  {
    path: '/terms-of-service',
    screen: staticScreen('TermsScreen'),
    title: 'menu.terms',
    menu: 'about',
  },
  { path: '/consent', screen: staticScreen('ConsentScreen') },
];

/** Patterns that cover `back-office-routes.ts`, whose screens are no part of a customer's first load. */
export const BACK_OFFICE_AREAS = [
  '/vendor/*',
  '/operator/*',
  '/:shopSlug/shop-orders',
  '/:shopSlug/packing',
  '/:shopSlug/deliveries',
  '/:shopSlug/counter-sale',
  '/:shopSlug/admin/*',
  '/:shopSlug/poster',
] as const;

/** Whether the frame of the back office is around the screen at this address: its own screens, and a login for one of them. */
export function isBackOffice(pathname: string, search: string): boolean {
  const target = matchPath('/:shopSlug/login', pathname) ? new URLSearchParams(search).get('redirect') : pathname;
  const [path = ''] = target?.split(/[?#]/) ?? [];
  return BACK_OFFICE_AREAS.some((area) => matchPath(area, path));
}

/** A link of a navigation. */
export type NavigationItem = { to: string; text: TextId } & Pick<
  ScreenRoute,
  'badge' | 'place' | 'opensPlace' | 'isAction'
>;

/** The pages about the platform: in the menu and in the footer. */
export const ABOUT_ITEMS: readonly NavigationItem[] = STOREFRONT_ROUTES.flatMap(({ path, title, menu }) =>
  menu === 'about' && title ? [{ to: path, text: title }] : [],
);

/**
 * Resolves when the screen of the address can render without a fallback: once React has shown a fallback, it delays the
 * screen by 300 ms. Resolves after that time in any case.
 */
export async function preloadFirstScreen(): Promise<void> {
  const first = STOREFRONT_ROUTES.find(({ path, early }) => early && path.endsWith(`/${window.early?.screen}`));
  const limit = new Promise((resolve) => setTimeout(resolve, 300));
  // A failure shows on the screen itself.
  await Promise.race([first?.screen.preload().catch(() => {}), limit]);
}
