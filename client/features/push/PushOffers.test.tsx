import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pushToken } from '../../lib/push/push-token.ts';
import { CONFIGURED, endPush, stubPhoneBrowser, stubPushBrowser } from '../../test/push-device.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { refusal, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { OrderPushOffer } from './OrderPushOffer.tsx';
import { ShopPushOffer } from './ShopPushOffer.tsx';

// The push service's own library, which needs that service.
const { registerDevice } = vi.hoisted(() => ({ registerDevice: vi.fn<() => Promise<string>>() }));
vi.mock('../../lib/push/push-device.ts', () => ({ registerDevice, unregisterDevice: () => Promise.resolve() }));

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
  await waitFor(() => expect(pushToken.getSnapshot().matches({ signedIn: 'looking' })).toBe(false));
  const saved = () => calls.filter(({ path }) => path === '/api/users/fcm-token').map(({ body }) => body);
  return { saved };
}

const button = (name: string) => screen.getByRole('button', { name });
const ORDER = 'Tell me when my order moves';
const SHOP = 'Tell me of new orders on this device';
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

it('asks the browser after a tap, never before, and then tells the server of the device', async () => {
  const { requestPermission } = stubPushBrowser('default', 'granted');
  const { saved } = await show(<OrderPushOffer />);
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(button(ORDER));
  const told = await screen.findByText('You will be told on this device when your order moves.');
  expect(requestPermission).toHaveBeenCalledTimes(1);
  expect(saved()).toEqual([{ fcm_token: 'an-installation', kind: 'fid' }]);
  expect(document.activeElement).toBe(told);
});

it('says how to undo it, where somebody taps and then blocks', async () => {
  stubPushBrowser('default', 'denied');
  const { saved } = await show(<OrderPushOffer />);
  await userEvent.click(button(ORDER));
  await screen.findByText(/Notifications are blocked in this browser/);
  expect(saved()).toEqual([]);
});

it('goes on offering where the question was closed without an answer', async () => {
  stubPushBrowser('default', 'default');
  await show(<OrderPushOffer />);
  await userEvent.click(button(ORDER));
  await waitFor(() => expect(button(ORDER).getAttribute('aria-disabled')).toBe('false'));
});

it('is not offered again to whoever does not want it', async () => {
  stubPushBrowser('default');
  await show(<OrderPushOffer />);
  await userEvent.click(button('Not now'));
  expect(screen.queryByRole('button')).toBeNull();
  cleanup();
  await show(<OrderPushOffer />);
  expect(screen.queryByRole('button')).toBeNull();
});

it('says so when it did not work, and tries again at a tap', async () => {
  stubPushBrowser('default', 'granted');
  registerDevice.mockRejectedValueOnce(new Error('no push service'));
  const { saved } = await show(<OrderPushOffer />);
  await userEvent.click(button(ORDER));
  await screen.findByText('That did not work. We will try again.');
  await userEvent.click(button('Try again'));
  await screen.findByText('You will be told on this device when your order moves.');
  expect(saved()).toHaveLength(1);
});

it('says so when the server did not take it', async () => {
  stubPushBrowser('default', 'granted');
  await show(<OrderPushOffer />, { [SAVE]: () => refusal(503, 'unavailable', 'Away') });
  await userEvent.click(button(ORDER));
  await screen.findByText('That did not work. We will try again.');
});

it('says on an iPhone that the app has to be on the home screen', async () => {
  stubPhoneBrowser();
  await show(<OrderPushOffer />);
  screen.getByText(/add Haat to the home screen first/);
  await userEvent.click(button('Not now'));
  expect(screen.queryByText(/home screen/)).toBeNull();
});

it('needs no offer, and no words, where the permission stands', async () => {
  stubPushBrowser('granted');
  const { saved } = await show(<OrderPushOffer />);
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
});

it('offers nothing where no push messages are sent', async () => {
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

it('offers a shop to be told of new orders, in the place of what the open page can do', async () => {
  stubPushBrowser('default', 'granted');
  await show(shopOffer);
  expect(screen.queryByText('what the page can do')).toBeNull();
  await userEvent.click(button(SHOP));
  await screen.findByText('New orders are told on this device, also while Haat is closed.');
});

it('tells a shop at once that its browser blocks it', async () => {
  stubPushBrowser('denied');
  await show(shopOffer);
  screen.getByText(/Notifications are blocked in this browser/);
});

it('leaves a shop what the open page can do, where the browser cannot do more', async () => {
  await show(shopOffer);
  screen.getByText('what the page can do');
});
