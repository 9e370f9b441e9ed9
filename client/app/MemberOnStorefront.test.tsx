import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ProfileScreen } from '../account/ProfileScreen.tsx';
import { renderScreen } from '../test/render-screen.tsx';
import { stubServer, tokenFor } from '../test/stub-server.ts';
import { Menu } from './Menu.tsx';
import { SignedIn } from './SignedIn.tsx';

const claims = { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
const people = [{ id: 21, name: 'Test Admin' }];
const until = () => new Date(Date.now() + 60_000).toISOString();
const locked = { asks_pin: true, idle_minutes: 5, person: null, until: null, people };
const inUse = () => ({ ...locked, person: { ...people[0], role: 'admin' }, until: until() });

function stub(device: object) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Test Counter', email: 'c@dairy.example', mobile: null, ...claims }),
    'GET /api/shared-device': () => device,
    'GET /api/notifications': () => [],
    'GET /api/navigation?shop=dairy': () => ({ navItems: [] }),
  });
}

// Not part of jsdom.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it.each(['/profile', '/dairy/orders/5/invoice', '/dairy/orders/5/timeline', '/dairy/products'])(
  'asks who is working over %s while the device is locked',
  async (at) => {
    stub(locked);
    renderScreen(<SignedIn />, { path: '*', at });
    await screen.findByRole('heading', { name: 'Who is working?' });
    screen.getByRole('button', { name: 'Test Admin' });
  },
);

it('offers the account in the menu of an own device, and nothing of it on a shared one', async () => {
  const links = ['Edit Profile', 'Order History', 'Favourites', 'Notifications'];
  const show = (device: object) => {
    stub(device);
    return renderScreen(<Menu shopSlug="dairy" onClose={() => {}} />, { path: '*', at: '/dairy/products' });
  };
  const { unmount } = show({ ...locked, asks_pin: false });
  await screen.findByRole('link', { name: 'Edit Profile' });
  for (const name of links) screen.getByRole('link', { name });
  unmount();
  show(inUse());
  await waitFor(() => expect(localStorage.getItem('sharedDevice_7_3')).not.toBeNull());
  await waitFor(() => {
    for (const name of links) expect(screen.queryByRole('link', { name })).toBeNull();
  });
  screen.getByRole('button', { name: 'Logout' });
});

it('says on the profile of a shared device where the account is managed', async () => {
  stub(inUse());
  renderScreen(<ProfileScreen />, { path: '*', at: '/profile' });
  await screen.findByText('This device is shared. Manage your account on your own device.');
  expect(screen.queryByLabelText('Name')).toBeNull();
});
