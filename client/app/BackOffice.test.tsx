import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { stubServer, tokenFor } from '../test/stub-server.ts';
import { BackOfficeNav } from './BackOffice.tsx';

function show(claims: object, at = '/dairy/shop-orders') {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  stubServer({
    'GET /api/shops/3/problems/counts': () => ({ open: 1, unsolved: 2, overdue: 0 }),
    'GET /api/operator/problems/counts': () => ({ open: 1, unsolved: 2, overdue: 1 }),
    'GET /api/users/me': () => ({ id: 7, name: 'V', email: 'v@dairy.example', mobile: null, ...claims }),
  });
  renderScreen(<BackOfficeNav />, { path: '*', at });
}

const vendor = { role: 'vendor', email: 'v@dairy.example', shop_id: 3, shop_slug: 'dairy' };
const names = () => screen.queryAllByRole('link').map(({ textContent }) => textContent);

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('links the screens of a vendor, and marks the current one', () => {
  show(vendor);
  expect(names()).toEqual([
    'Dashboard',
    'Shop Orders',
    'Problems',
    'Add Product',
    'Products',
    'Cash report',
    'Import and export',
    'Settings',
    'Team',
  ]);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Shop Orders');
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('href')).toBe('/dairy/admin/settings');
});

it('shows an admin the activity of the shop, too', () => {
  show({ ...vendor, shop_admin: true });
  expect(names()).toContain('Activity');
});

it('links shops, orders, payments, problems, accounts and the catalog for the operator', () => {
  show({ email: 'operator@haat.example', operator: true }, '/operator/shops');
  expect(names()).toEqual(['Shops', 'Find orders', 'Payments', 'Problems', 'Accounts', 'Catalog']);
});

it('counts the problems that wait for the shop, and the overdue ones for the operator', async () => {
  show(vendor);
  await screen.findByRole('link', { name: 'Problems 2 problems are waiting' });
  cleanup();
  show({ email: 'operator@haat.example', operator: true }, '/operator/shops');
  await screen.findByRole('link', { name: 'Problems 1 overdue problem' });
});

it('renders no navigation for other users', () => {
  show({ email: 'customer@haat.example' }, '/operator/shops');
  expect(names()).toEqual([]);
});
