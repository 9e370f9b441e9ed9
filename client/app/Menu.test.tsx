import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { stubServer, tokenFor, type StubRoutes } from '../test/stub-server.ts';
import { Menu } from './Menu.tsx';

const me = { id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: '/uploads/me-320.webp' };
const membership = { role: 'vendor', shop_id: 3, shop_slug: 'own-shop' };
const navItems = [
  { id: '/products', name: 'Shop', description: ['Everything in the catalog', 'By category'] },
  { id: '/order', name: 'Cart', description: [] },
];

function show(token?: string, routes: StubRoutes = {}) {
  if (token) localStorage.setItem('authToken', token);
  const calls = stubServer({
    'GET /api/navigation?shop=dairy': () => ({ navItems }),
    'GET /api/users/me': () => me,
    ...routes,
  });
  const onClose = vi.fn();
  renderScreen(<Menu shopSlug="dairy" onClose={onClose} />, { path: '/:shopSlug/products', at: '/dairy/products' });
  return { calls, onClose };
}

const group = (name: string) => within(screen.getByRole('navigation', { name }));
const linksOf = (name: string) =>
  group(name)
    .getAllByRole<HTMLAnchorElement>('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('offers a guest the login', () => {
  show();
  expect(linksOf('Your account')).toEqual(['Login /dairy/login', 'Open carts /carts']);
  expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Vendor Tools' })).toBeNull();
});

it('offers a customer profile, orders and logout, with name and picture', async () => {
  show(tokenFor({ sub: '7' }));
  expect(linksOf('Your account')).toEqual([
    'Edit Profile /profile',
    'Order History /dairy/order-history',
    'Favourites /favourites',
    'Notifications /notifications',
    'Open carts /carts',
  ]);
  group('Your account').getByRole('button', { name: 'Logout' });
  await screen.findByText('Test Customer');
  await waitFor(() => expect(document.querySelector('img')?.getAttribute('src')).toBe('/uploads/me-320.webp'));
  expect(screen.queryByRole('navigation', { name: 'Vendor Tools' })).toBeNull();
});

it('offers a vendor the tools of the own shop, whichever is on the screen', async () => {
  const routes = { 'GET /api/users/me': () => ({ ...me, ...membership }) };
  await act(async () => void show(tokenFor({ sub: '7', ...membership }), routes));
  await screen.findByRole('navigation', { name: 'Vendor Tools' });
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull();
  expect(linksOf('Vendor Tools').slice(0, 3)).toEqual([
    'Dashboard /vendor/dashboard',
    'Shop Orders /own-shop/shop-orders',
    'Packing /own-shop/packing',
  ]);
});

it.each([
  ['helper', ['Packing /own-shop/packing', 'Stock /own-shop/admin/stock', 'Devices /own-shop/admin/devices']],
  ['rider', ['Deliveries /own-shop/deliveries', 'Devices /own-shop/admin/devices']],
])('leads a %s back to what their role permits', async (role, links) => {
  const routes = { 'GET /api/users/me': () => ({ ...me, ...membership, role }) };
  await act(async () => void show(tokenFor({ sub: '7', ...membership, role }), routes));
  await screen.findByRole('navigation', { name: 'Back office' });
  expect(linksOf('Back office')).toEqual(links);
});

it('offers an admin what was done by whom, the operator all shops and payments', async () => {
  const rights = { ...membership, shop_admin: true, operator: true };
  const routes = { 'GET /api/users/me': () => ({ ...me, ...rights }) };
  await act(async () => void show(tokenFor({ sub: '7', ...rights }), routes));
  await screen.findByRole('navigation', { name: 'Platform' });
  expect(linksOf('Vendor Tools')).toEqual(
    expect.arrayContaining([
      'Settings /own-shop/admin/settings',
      'Team /own-shop/admin/team',
      'Activity /own-shop/admin/activity',
    ]),
  );
  expect(linksOf('Platform')).toEqual([
    'Shops /operator/shops',
    'Applications /operator/applications',
    'Find orders /operator/orders',
    'Payments /operator/payments',
    'Problems /operator/problems',
    'Accounts /operator/accounts',
    'Announcements /operator/announcements',
    'Catalog /operator/catalog',
  ]);
});

it('leads to the plain pages, and to the items of the navigation call, which unfold what they are about', async () => {
  show();
  expect(linksOf('More')).toEqual([
    'Sell on Haat /sell',
    'About /about',
    'Help /help',
    'Privacy Policy /privacy-policy',
    'Terms of Service /terms-of-service',
  ]);
  await screen.findByRole('link', { name: 'Shop' });
  expect(linksOf('This shop')).toEqual(['Shop /dairy/products', 'Cart /dairy/order']);
  expect(linksOf('Shops')).toEqual(['All shops /', 'Scan shop QR /qr-login', 'Shop QR codes /qr-codes']);
  const details = document.querySelectorAll('details');
  expect(details).toHaveLength(1);
  expect([...details[0]!.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(
    navItems[0]!.description,
  );
});

it('has the orders of a logged-in user once', async () => {
  const orders = { id: '/order-history', name: 'Orders', description: [] };
  const routes = { 'GET /api/navigation?shop=dairy': () => ({ navItems: [...navItems, orders] }) };
  show(tokenFor({ sub: '7' }), routes);
  await screen.findByRole('link', { name: 'Cart' });
  expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull();
  expect(linksOf('Your account')).toContain('Order History /dairy/order-history');
  cleanup();
  localStorage.clear();
  show(undefined, routes);
  expect((await screen.findByRole('link', { name: 'Orders' })).getAttribute('href')).toBe('/dairy/order-history');
});

it('closes when a link is followed', async () => {
  const { onClose } = show(tokenFor({ sub: '7' }));
  await userEvent.click(screen.getByRole('link', { name: 'Edit Profile' }));
  expect(onClose).toHaveBeenCalledOnce();
  expect(await screen.findByText('went to /profile')).toBeTruthy();
});

it('logs out after a confirmation: removes tokens and carts, notifies the server, and shows the login', async () => {
  const { calls } = show(tokenFor({ sub: '7' }), {
    'POST /api/auth/logout': () => new Response(null, { status: 204 }),
  });
  localStorage.setItem('refreshToken', 'r');
  localStorage.setItem('cart_7_bakery', '{}');
  sessionStorage.setItem('addressDraft_7_new', '{"street":"4th Main"}');
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  const asked = within(screen.getByRole('alertdialog', { name: 'Are you sure you want to log out?' }));
  await userEvent.click(asked.getByRole('button', { name: 'Cancel' }));
  expect(localStorage.getItem('authToken')).not.toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  const again = within(screen.getByRole('alertdialog'));
  await userEvent.click(again.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('went to /dairy/login')).toBeTruthy();
  expect([...Object.keys(localStorage), ...Object.keys(sessionStorage)]).toEqual([]);
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/auth/logout')).toBe(true));
});

it('names what a member has not sent yet before the logout, and keeps it for the next login', async () => {
  const token = tokenFor({ sub: '7', ...membership });
  show(token, { 'GET /api/users/me': () => ({ ...me, ...membership }) });
  const waiting = { at: '2026-11-21T09:00:00.000Z', call: 'setPrice', subject: 'variant:5:price', body: {} };
  localStorage.setItem('offlineQueue_7_3', JSON.stringify([{ ...waiting, id: 'a', label: 'Ghee: price ₹612.00' }]));
  localStorage.setItem('offlineQueue_8_3', JSON.stringify([{ ...waiting, id: 'b', label: 'Of another member' }]));
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  const asked = within(await screen.findByRole('alertdialog', { name: 'Are you sure you want to log out?' }));
  expect(asked.getByText(/^1 change has not been sent yet\. It stays on this device/)).toBeTruthy();
  expect(asked.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Ghee: price ₹612.00']);
  await userEvent.click(asked.getByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('went to /dairy/login')).toBeTruthy();
  expect(Object.keys(localStorage)).toEqual(['offlineQueue_7_3', 'offlineQueue_8_3']);
});
