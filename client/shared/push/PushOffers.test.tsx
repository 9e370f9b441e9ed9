import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONFIGURED, endPush, stubPhoneBrowser, stubPushBrowser } from '../../test/push-device.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { pushToken } from './push-token.ts';
import { OrderPushOffer, ShopPushOffer } from './PushOffers.tsx';

// The push service's own library, which needs that service.
const { registerDevice } = vi.hoisted(() => ({ registerDevice: vi.fn<() => Promise<string>>() }));
vi.mock('./push-device.ts', () => ({ registerDevice, unregisterDevice: () => Promise.resolve() }));

const ME = { id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null };
const SAVE = 'POST /api/users/fcm-token';

async function show(offer: ReactElement, routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    'GET /api/users/me': () => ME,
    'GET /api/push/config': () => CONFIGURED,
    [SAVE]: () => ({ success: true }),
    ...routes,
  });
  renderScreen(offer, { path: '/', at: '/' });
  act(() => pushToken.send({ type: 'signedIn', userId: '7' }));
  await waitFor(() => expect(pushToken.getSnapshot().matches({ signedIn: 'checking' })).toBe(false));
  const saved = () => calls.filter(({ path }) => path === '/api/users/fcm-token').map(({ body }) => body);
  return { saved };
}

const button = (name: string) => screen.getByRole('button', { name });
const ORDER = "Notify me when my order's status changes";
const SHOP = 'Notify me of new orders on this device';
const shopOffer = <ShopPushOffer otherwise={<p>what the page can do</p>} />;

beforeEach(() => {
  localStorage.clear();
  registerDevice.mockReset().mockResolvedValue('an-installation');
});
afterEach(async () => {
  cleanup();
  await endPush();
  vi.unstubAllGlobals();
});

it('asks the browser only after a tap, and then registers the device', async () => {
  const { requestPermission } = stubPushBrowser('default', 'granted');
  const { saved } = await show(<OrderPushOffer />);
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(button(ORDER));
  const notice = await screen.findByText("You will be notified on this device when your order's status changes.");
  expect(requestPermission).toHaveBeenCalledTimes(1);
  expect(saved()).toEqual([{ fcm_token: 'an-installation', kind: 'fid' }]);
  expect(document.activeElement).toBe(notice);
});

it('shows how to undo it when the user taps and then blocks', async () => {
  stubPushBrowser('default', 'denied');
  const { saved } = await show(<OrderPushOffer />);
  await userEvent.click(button(ORDER));
  await screen.findByText(/Notifications are blocked in this browser/);
  expect(saved()).toEqual([]);
});

it('still offers after the permission prompt was dismissed', async () => {
  stubPushBrowser('default', 'default');
  await show(<OrderPushOffer />);
  await userEvent.click(button(ORDER));
  await waitFor(() => expect(button(ORDER).getAttribute('aria-disabled')).toBe('false'));
});

it('is not offered again to a user who declined', async () => {
  stubPushBrowser('default');
  await show(<OrderPushOffer />);
  await userEvent.click(button('Not now'));
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  await show(<OrderPushOffer />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('shows a failure, and retries on a tap', async () => {
  stubPushBrowser('default', 'granted');
  registerDevice.mockRejectedValueOnce(new Error('no push service'));
  const { saved } = await show(<OrderPushOffer />);
  await userEvent.click(button(ORDER));
  await screen.findByText('Something went wrong. We will try again.');
  await userEvent.click(button('Try again'));
  await screen.findByText("You will be notified on this device when your order's status changes.");
  expect(saved()).toHaveLength(1);
});

it('shows that the server rejected the device', async () => {
  stubPushBrowser('default', 'granted');
  await show(<OrderPushOffer />, { [SAVE]: () => errorResponse(503, 'unavailable', 'Away') });
  await userEvent.click(button(ORDER));
  await screen.findByText('Something went wrong. We will try again.');
});

it('explains on an iPhone that the app must be on the home screen', async () => {
  stubPhoneBrowser();
  await show(<OrderPushOffer />);
  screen.getByText(/add Haat to the home screen first/);
  await userEvent.click(button('Not now'));
  expect(screen.queryByText(/home screen/)).toBeNull();
});

it('offers nothing where the permission is granted already', async () => {
  stubPushBrowser('granted');
  const { saved } = await show(<OrderPushOffer />);
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

it('offers nothing where push is not configured', async () => {
  stubPushBrowser('default');
  await show(
    <>
      <OrderPushOffer />
      {shopOffer}
    </>,
    { 'GET /api/push/config': () => ({ config: null }) },
  );
  expect(screen.queryByRole('button')).toBeNull();
  screen.getByText('what the page can do');
});

it('offers push messages of new orders to a shop instead of browser notifications', async () => {
  stubPushBrowser('default', 'granted');
  await show(shopOffer);
  expect(screen.queryByText('what the page can do')).toBeNull();
  await userEvent.click(button(SHOP));
  await screen.findByText("You'll be notified of new orders here, even when Haat is closed.");
});

it('shows a shop at once that its browser blocks it', async () => {
  stubPushBrowser('denied');
  await show(shopOffer);
  screen.getByText(/Notifications are blocked in this browser/);
});

it('offers a shop desktop notifications where push is not supported', async () => {
  await show(shopOffer);
  screen.getByText('what the page can do');
});
