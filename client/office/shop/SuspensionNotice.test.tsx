import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { emitLive } from '../../lib/live-updates.ts';
import { SuspensionNotice } from './SuspensionNotice.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

let shopNow: object = {};

function show(shop: object) {
  shopNow = shop;
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, role: 'vendor' };
  const calls = stubServer({ 'GET /api/users/me': () => ({ ...me, ...shopNow }) });
  renderScreen(<SuspensionNotice />, { path: '/', at: '/' });
  return calls;
}

it.each([
  [
    'Expired licence',
    'This shop is suspended: Expired licence. It takes no new orders. You can finish open orders and view everything, but not change anything else.',
  ],
  [
    '',
    'This shop is suspended and takes no new orders. You can finish open orders and view everything, but not change anything else.',
  ],
])('informs the members of a shop that is suspended for "%s"', async (reason, said) => {
  show({ shop_suspended: reason });
  expect((await screen.findByRole('alert')).textContent).toBe(said);
});

it('shows nothing in a shop that is not suspended', async () => {
  const calls = show({});
  await waitFor(() => expect(calls).toHaveLength(1));
  expect(screen.queryByRole('alert')).toBeNull();
});

it('appears when the shop is suspended, and disappears when it is resumed', async () => {
  const calls = show({});
  await waitFor(() => expect(calls).toHaveLength(1));
  shopNow = { shop_suspended: 'Expired licence' };
  emitLive('shop.changed', { shop_id: 3 });
  expect((await screen.findByRole('alert')).textContent).toContain('Expired licence');
  shopNow = {};
  emitLive('shop.changed', { shop_id: 3 });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});
