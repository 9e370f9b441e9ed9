import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pushToken } from '../../lib/push/push-token.ts';
import { CONFIGURED, endPush, stubPushBrowser } from '../../test/push-device.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { refusal, stubServer, tokenFor, type StubRoutes } from '../../test/stub-server.ts';
import { PushSettings } from './PushSettings.tsx';

const ALL = { new_orders: true, order_status: true, refunds: true };
const READ = 'GET /api/users/push-preferences';
const SAVE = 'PUT /api/users/push-preferences';

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
  renderScreen(<PushSettings />, { path: '/', at: '/' });
  act(() => pushToken.send({ type: 'signedIn', userId: '7' }));
  const saved = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);
  return { saved };
}

const choice = (name: string) => screen.findByRole<HTMLInputElement>('switch', { name });

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
  await userEvent.click(await choice('Each step of my orders'));
  const chosen = { ...ALL, refunds: false, order_status: false };
  await waitFor(() => expect(saved()).toEqual([{ ...ALL, refunds: false }, chosen]));
  expect((await choice('Refunds')).checked).toBe(false);
  screen.getByRole('button', { name: 'Turn on for this device' });
});

it('asks only members of a shop about its new orders', async () => {
  show();
  await choice('Refunds');
  expect(screen.queryByRole('switch', { name: 'New orders of my shop' })).toBeNull();
  cleanup();
  await endPush();
  show({}, { role: 'vendor', shop_id: 3, shop_slug: 'dairy' });
  await choice('New orders of my shop');
});

it('keeps a choice that was not saved, says so, and sends it again', async () => {
  let isAway = true;
  const { saved } = show({ [SAVE]: ({ body }) => (isAway ? refusal(503, 'unavailable', 'Away') : body) });
  await userEvent.click(await choice('Refunds'));
  await screen.findByText('Your choice was not saved.');
  expect((await choice('Refunds')).checked).toBe(false);
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Your choice was not saved.')).toBeNull());
  expect(saved()).toEqual([
    { ...ALL, refunds: false },
    { ...ALL, refunds: false },
  ]);
  expect((await choice('Refunds')).checked).toBe(false);
});

it('says that the choices could not be read, and reads them again', async () => {
  let isAway = true;
  show({ [READ]: () => (isAway ? refusal(503, 'unavailable', 'Away') : ALL) });
  await screen.findByText('What you chose could not be loaded.');
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await choice('Refunds');
});

it('is not there where no push messages are sent', async () => {
  show({ 'GET /api/push/config': () => ({ config: null }) });
  await waitFor(() => expect(pushToken.getSnapshot().matches({ signedIn: 'notConfigured' })).toBe(true));
  expect(screen.queryByRole('heading')).toBeNull();
});
