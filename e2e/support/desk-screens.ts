import { openMenu } from './acts.ts';
import type { Screen } from './screen.ts';

const SHOP = '/mysuru-sweets';

/** What a shop sees, and what others see in its place. */
export const DESK_SCREENS: readonly Screen[] = [
  { name: 'shop-orders', who: 'vendor', path: `${SHOP}/shop-orders` },
  { name: 'shop-dashboard', who: 'vendor', path: `${SHOP}/admin/dashboard` },
  { name: 'vendor-dashboard', who: 'vendor', path: '/vendor/dashboard' },
  { name: 'menu-vendor', who: 'vendor', path: `${SHOP}/shop-orders`, act: openMenu },
  { name: 'denied', who: 'customer', path: '/vendor/dashboard' },
  {
    name: 'notifications-unreachable',
    who: 'vendor',
    path: `${SHOP}/admin/dashboard`,
    given: (page) => page.route('**/api/notifications', (route) => route.abort()),
    act: (page, t) => page.getByRole('button', { name: t('common.tryAgain') }).waitFor(),
    complains: true,
  },
];
