import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { PlaceNav } from './PlaceNav.tsx';
import { ScreenNav } from './ScreenNav.tsx';

function show(claims: object, at = '/dairy/shop-orders') {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  stubServer({
    'GET /api/shops/3/problems/counts': () => ({ open: 1, unsolved: 2, overdue: 0 }),
    'GET /api/operator/problems/counts': () => ({ open: 1, unsolved: 2, overdue: 1 }),
    'GET /api/operator/shop-applications?state=submitted&limit=1': () => ({
      counts: { submitted: 3, approved: 0, declined: 0, withdrawn: 0 },
      applications: [],
    }),
    'GET /api/users/me': () => ({ id: 7, name: 'V', email: 'v@dairy.example', mobile: null, ...claims }),
  });
  renderScreen(
    <>
      <PlaceNav />
      <ScreenNav />
    </>,
    { path: '*', at },
  );
}

const vendor = { role: 'vendor', email: 'v@dairy.example', shop_id: 3, shop_slug: 'dairy' };
const names = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const row = (name: string) => {
  const links = within(screen.getByRole('navigation', { name })).getAllByRole('link');
  return links.map(({ textContent }) => textContent);
};

it.each([
  ['/dairy/shop-orders', 'Orders', ['Shop Orders', 'Packing', 'Deliveries', 'Counter sale', 'Problems'], 'Shop Orders'],
  [
    '/dairy/admin/problems/4',
    'Orders',
    ['Shop Orders', 'Packing', 'Deliveries', 'Counter sale', 'Problems'],
    'Problems',
  ],
  [
    '/dairy/admin/edit-product/4',
    'Products',
    ['Products', 'Categories and units', 'Import and export', 'Stock', 'Add Product'],
    undefined,
  ],
  ['/vendor/dashboard', 'Money', ['Dashboard', 'Reports', 'Cash report'], 'Dashboard'],
  ['/dairy/admin/dashboard', 'Money', ['Dashboard', 'Reports', 'Cash report'], 'Dashboard'],
  ['/dairy/admin/team', 'Shop', ['Settings', 'Team', 'Devices', 'Customers'], 'Team'],
])('at %s a vendor is in %s', (at, place, screens, open) => {
  show(vendor, at);
  expect(row('Back office')).toEqual(['Orders', 'Products', 'Money', 'Shop']);
  expect(row(place)).toEqual(screens);
  const current = screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent);
  expect(current).toEqual(open ? [place, open] : [place]);
});

it('each part opens with its main screen', () => {
  show(vendor);
  const links = within(screen.getByRole('navigation', { name: 'Back office' })).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/dairy/shop-orders',
    '/dairy/admin/products',
    '/vendor/dashboard',
    '/dairy/admin/settings',
  ]);
});

it('shows an admin the activity of the shop, too', () => {
  show({ ...vendor, shop_admin: true }, '/dairy/admin/settings');
  expect(row('Shop')).toEqual(['Settings', 'Team', 'Devices', 'Customers', 'Activity']);
});

it('links shops, applications, orders, payments, problems, accounts, announcements and the catalog for the operator', () => {
  show({ email: 'operator@haat.example', operator: true }, '/operator/shops');
  expect(names()).toEqual([
    'Shops',
    'Applications',
    'Find orders',
    'Payments',
    'Problems',
    'Accounts',
    'Announcements',
    'Catalog',
  ]);
});

it('has the platform as one more part for a vendor who is the operator', () => {
  show({ ...vendor, operator: true }, '/operator/payments/5');
  expect(row('Back office')).toEqual(['Orders', 'Products', 'Money', 'Shop', 'Platform']);
  expect(row('Platform')).toContain('Payments');
});

it('counts the problems that wait for the shop, from every part, and the overdue ones for the operator', async () => {
  show(vendor);
  await screen.findByRole('link', { name: 'Problems 2 problems are waiting' });
  cleanup();
  show(vendor, '/dairy/admin/products');
  await screen.findByRole('link', { name: 'Orders 2 problems are waiting' });
  cleanup();
  show({ email: 'operator@haat.example', operator: true }, '/operator/shops');
  await screen.findByRole('link', { name: 'Problems 1 overdue problem' });
});

it('counts the applications that wait for the operator', async () => {
  show({ email: 'operator@haat.example', operator: true }, '/operator/shops');
  await screen.findByRole('link', { name: 'Applications 3 applications wait' });
});

it('renders no navigation for other users', () => {
  show({ email: 'customer@haat.example' }, '/operator/shops');
  expect(names()).toEqual([]);
});
