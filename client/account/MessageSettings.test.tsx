import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONFIGURED, endPush, stubPushBrowser } from '../test/push-device.ts';
import { renderScreen } from '../test/render-screen.tsx';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../test/stub-server.ts';
import { pushToken } from '../shared/push/push-token.ts';
import { MessageSettings } from './MessageSettings.tsx';

const ALL = {
  new_orders: { push: true },
  order_status: { push: true, mail: false },
  order_ends: { push: true, mail: true },
  refunds: { push: true },
};
const READ = 'GET /api/users/message-preferences';
const SAVE = 'PUT /api/users/message-preferences';

function show(routes: StubRoutes = {}, claims: object = {}) {
  stubPushBrowser('default');
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'T', email: 'a@b.in', mobile: null, profile_image: null, ...claims }),
    'GET /api/push/config': () => CONFIGURED,
    [READ]: () => ALL,
    [SAVE]: ({ body }) => body,
    ...routes,
  });
  renderScreen(<MessageSettings />, { path: '/', at: '/' });
  act(() => pushToken.send({ type: 'signedIn', userId: '7' }));
  const saved = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { saved };
}

const choice = async (kind: string, channel = 'Push') =>
  within(await screen.findByRole('group', { name: kind })).getByRole<HTMLInputElement>('switch', { name: channel });

beforeEach(() => localStorage.clear());
afterEach(async () => {
  cleanup();
  await endPush();
  vi.unstubAllGlobals();
});

it('saves each choice as it is made', async () => {
  const { saved } = show();
  await userEvent.click(await choice('Refunds'));
  expect((await choice('Refunds')).checked).toBe(false);
  await userEvent.click(await choice('Status changes of my orders', 'Email'));
  const first = { ...ALL, refunds: { push: false } };
  await waitFor(() => expect(saved()).toEqual([first, { ...first, order_status: { push: true, mail: true } }]));
  expect((await choice('Refunds')).checked).toBe(false);
  expect((await choice('Status changes of my orders')).checked).toBe(true);
  screen.getByRole('button', { name: 'Turn on for this device' });
});

it('shows the choice for new orders only to members of a shop', async () => {
  show();
  await choice('Refunds');
  expect(screen.queryByRole('group', { name: 'New orders of my shop' })).toBeNull();
  cleanup();
  await endPush();
  show({}, { role: 'vendor', shop_id: 3, shop_slug: 'dairy' });
  await choice('New orders of my shop');
});

it('keeps a choice that could not be saved, shows it, and saves it again', async () => {
  let isAway = true;
  const { saved } = show({ [SAVE]: ({ body }) => (isAway ? errorResponse(503, 'unavailable', 'Away') : body) });
  await userEvent.click(await choice('Refunds'));
  await screen.findByText('Your choice could not be saved.');
  expect((await choice('Refunds')).checked).toBe(false);
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Your choice could not be saved.')).toBeNull());
  expect(saved()).toEqual([
    { ...ALL, refunds: { push: false } },
    { ...ALL, refunds: { push: false } },
  ]);
  expect((await choice('Refunds')).checked).toBe(false);
});

it('shows that the choices could not be loaded, and retries', async () => {
  let isAway = true;
  show({ [READ]: () => (isAway ? errorResponse(503, 'unavailable', 'Away') : ALL) });
  await screen.findByText('Your notification settings could not be loaded.');
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await choice('Refunds');
});

it('offers emails only where push is not configured', async () => {
  show({ 'GET /api/push/config': () => ({ config: null }) });
  await waitFor(() => expect(pushToken.getSnapshot().matches({ signedIn: 'notConfigured' })).toBe(true));
  await choice('Completed, cancelled and expired orders, reported problems', 'Email');
  expect(screen.queryByRole('switch', { name: 'Push' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Refunds' })).toBeNull();
});

it('offers messages to the mobile number where the server can send them', async () => {
  const message = false;
  const all = {
    ...ALL,
    order_placed: { message },
    order_status: { ...ALL.order_status, message },
    order_ends: { ...ALL.order_ends, message },
    refunds: { ...ALL.refunds, message },
  };
  const { saved } = show({ [READ]: () => all });
  expect((await choice('Refunds', 'SMS or WhatsApp')).checked).toBe(false);
  await userEvent.click(await choice('Placed orders', 'SMS or WhatsApp'));
  await waitFor(() => expect(saved()).toEqual([{ ...all, order_placed: { message: true } }]));
  expect((await choice('Placed orders', 'SMS or WhatsApp')).checked).toBe(true);
});

it('offers no emails to an account without an address, and says how to get receipts', async () => {
  const order_ends = { push: true, message: true };
  show({ [READ]: () => ({ ...ALL, order_status: { push: true, message: true }, order_ends }) }, { email: null });
  const kind = 'Completed, cancelled and expired orders, reported problems';
  expect((await choice(kind, 'SMS or WhatsApp')).checked).toBe(true);
  await screen.findByText('Add an email address to get receipts.');
  expect(screen.queryByRole('switch', { name: 'Email' })).toBeNull();
  expect(screen.queryByText(/always emailed/)).toBeNull();
});

it('offers no messages to a mobile number where the server has none', async () => {
  show();
  await choice('Refunds');
  expect(screen.queryByRole('switch', { name: 'SMS or WhatsApp' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Placed orders' })).toBeNull();
});
