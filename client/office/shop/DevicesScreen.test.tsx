import type { ShopDeviceView } from '@haat/contract/accounts/shop-devices.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { DevicesScreen } from './DevicesScreen.tsx';

const LIST = 'GET /api/shops/3/devices';
const TABLET = '3f3c2a44-1111-4222-8333-444455556666';
const here: ShopDeviceView = {
  id: '0b0a2a44-1111-4222-8333-444455556666',
  member: { id: 7, name: 'Test Owner' },
  device: 'Chrome on Windows',
  signed_in_at: '2026-11-20T10:00:00.000Z',
  used_at: '2026-11-21T10:00:00.000Z',
  elsewhere: false,
  pin_idle_minutes: null,
  person: null,
  current: true,
};
const tablet: ShopDeviceView = {
  ...here,
  id: TABLET,
  member: { id: 8, name: 'Test Vendor' },
  device: 'Chrome on Android',
  current: false,
};

function show(routes: StubRoutes) {
  const session = { role: 'vendor', shop_id: 3, shop_slug: 'dairy', shop_admin: true };
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const calls = stubServer({ 'GET /api/users/me': () => ({ id: 7, ...session }), ...routes });
  renderScreen(<DevicesScreen />, { path: '/:shopSlug/admin/devices', at: '/dairy/admin/devices', hasToasts: true });
  return calls;
}

const row = async (name: string) => within((await screen.findByText(name, { selector: 'strong' })).closest('li')!);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows whose device it is, which it is and when it was last used', async () => {
  show({ [LIST]: () => [here, tablet] });
  expect((await row('Test Vendor')).getByText('Chrome · Android')).toBeTruthy();
  expect((await row('Test Vendor')).getByText(/^Last used 21 Nov 2026/)).toBeTruthy();
  expect((await row('Test Owner')).getByText(/^In use now · Logged in/)).toBeTruthy();
});

it('says of a device that it is at another shop now', async () => {
  show({ [LIST]: () => [here, { ...tablet, elsewhere: true }] });
  expect((await row('Test Vendor')).getByText('Now at another shop')).toBeTruthy();
  expect((await row('Test Vendor')).getByRole('button', { name: /^Log out/ })).toBeTruthy();
});

it('does not log out the device itself', async () => {
  show({ [LIST]: () => [here] });
  expect((await row('Test Owner')).queryByRole('button', { name: /Log out/ })).toBeNull();
});

it('logs a device out after a confirmation, and refetches the list', async () => {
  let isSignedOut = false;
  const calls = show({
    [LIST]: () => (isSignedOut ? [here] : [here, tablet]),
    [`DELETE /api/shops/3/devices/${TABLET}`]: () => {
      isSignedOut = true;
      return new Response(null, { status: 204 });
    },
  });
  await userEvent.click((await row('Test Vendor')).getByRole('button', { name: /^Log out/ }));
  expect(calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
  await screen.findByText('Device logged out');
  await waitFor(() => expect(screen.queryByText('Test Vendor')).toBeNull());
});

it('shows why a device could not be logged out', async () => {
  show({
    [LIST]: () => [here, tablet],
    [`DELETE /api/shops/3/devices/${TABLET}`]: () => errorResponse(404, 'not_found', 'Device not found'),
  });
  await userEvent.click((await row('Test Vendor')).getByRole('button', { name: /^Log out/ }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Device not found');
});
