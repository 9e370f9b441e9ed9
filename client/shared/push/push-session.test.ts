import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONFIGURED, endPush, stubPushBrowser } from '../../test/push-device.ts';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { activateEnglish } from '../../i18n/language.ts';
import { onLive } from '../../lib/live-updates.ts';
import { showRefund } from '../../app/live-connection.ts';
import { showText } from '../../ui/toasts.tsx';
import { followSession } from './push-messages.ts';
import { pushToken } from './push-token.ts';

const { unregistered } = vi.hoisted(() => ({ unregistered: vi.fn() }));
vi.mock('./push-device.ts', () => ({ registerDevice: () => Promise.resolve('here'), unregisterDevice: unregistered }));
vi.mock('../../ui/toasts.tsx', () => ({ showText: vi.fn(() => Promise.resolve()) }));

const message = (id: string) => ({
  id,
  kind: 'order.status',
  title: 'Order H000004',
  body: 'Accepted',
  path: '/dairy/order-history',
  tag: 'order-4',
});

function start() {
  const { serviceWorker } = stubPushBrowser('granted');
  stubServer({ 'GET /api/push/config': () => CONFIGURED, 'POST /api/users/fcm-token': () => ({ success: true }) });
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const session = new AbortController();
  followSession(session.signal);
  const post = (data: unknown) => {
    const { port1, port2 } = new MessageChannel();
    const answered = vi.fn();
    port1.addEventListener('message', answered);
    port1.start();
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port2] }));
    return { answered, close: () => port1.close() };
  };
  return { session, post };
}

const saved = () => vi.waitFor(() => expect(pushToken.getSnapshot().matches({ signedIn: 'saved' })).toBe(true), 30_000);

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
});
afterEach(async () => {
  await endPush();
  vi.unstubAllGlobals();
});

it('saves the device of the logged-in user, and unregisters it with the end of the session', async () => {
  const { session } = start();
  await saved();
  expect(pushToken.getSnapshot().context.userId).toBe('7');
  localStorage.clear();
  session.abort();
  await vi.waitFor(() => expect(pushToken.getSnapshot().matches('signedOut')).toBe(true), 30_000);
});

it('keeps the registration when the same user gets a new token', async () => {
  const { session } = start();
  await saved();
  session.abort();
  expect(pushToken.getSnapshot().matches({ signedIn: 'saved' })).toBe(true);
});

it('shows a push message at an open page as a toast, once, and confirms its receipt', async () => {
  const { post } = start();
  const first = post({ type: 'push.arrived', message: message('user:7#1') });
  await vi.waitFor(() => expect(first.answered).toHaveBeenCalledTimes(1), 30_000);
  post({ type: 'push.arrived', message: message('user:7#1') }).close();
  post({ type: 'push.arrived', message: { title: 'unknown message' } }).close();
  post('take-over').close();
  expect(vi.mocked(showText).mock.calls).toEqual([['info', 'Order H000004: Accepted']]);
  first.close();
});

it('shows a refund once, though it arrives over the socket and as a push message', async () => {
  activateEnglish();
  const { post } = start();
  const refund = { feed: 'user:7', seq: 5, order_id: 4, order_number: 'H000004', at: '', amount: 250 } as const;
  await showRefund(refund);
  post({ type: 'push.arrived', message: message('user:7#5') }).close();
  post({ type: 'push.arrived', message: message('user:7#6') }).close();
  await showRefund({ ...refund, seq: 6 });
  expect(vi.mocked(showText)).toHaveBeenCalledTimes(2);
});

it('emits push.opened after a click on a notification', () => {
  const { post } = start();
  const opened = vi.fn();
  const stop = onLive('push.opened', ({ id }) => opened(id));
  post({ type: 'push.opened', message: message('shop:3#9') }).close();
  stop();
  expect(opened.mock.calls).toEqual([['shop:3#9']]);
});
