import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CONFIGURED, endPush, stubPushBrowser } from '../../test/push-device.ts';
import { stubServer, tokenFor } from '../../test/stub-server.ts';
import { activateEnglish } from '../../i18n/language.ts';
import { onLive } from '../live-events.ts';
import { tellRefund } from '../tell-refund.ts';
import { showText } from '../toasts.ts';
import { followSession } from './follow-session.ts';
import { pushToken } from './push-token.ts';

const { forgotten } = vi.hoisted(() => ({ forgotten: vi.fn() }));
vi.mock('./push-device.ts', () => ({ registerDevice: () => Promise.resolve('here'), unregisterDevice: forgotten }));
vi.mock('../toasts.ts', () => ({ showText: vi.fn(() => Promise.resolve()) }));

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
  const tell = (data: unknown) => {
    const { port1, port2 } = new MessageChannel();
    const answered = vi.fn();
    port1.addEventListener('message', answered);
    port1.start();
    serviceWorker.dispatchEvent(Object.assign(new Event('message'), { data, ports: [port2] }));
    return { answered, close: () => port1.close() };
  };
  return { session, tell };
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

it('saves the device of whoever signed in, and lets go of it with the end of the session', async () => {
  const { session } = start();
  await saved();
  expect(pushToken.getSnapshot().context.userId).toBe('7');
  localStorage.clear();
  session.abort();
  await vi.waitFor(() => expect(pushToken.getSnapshot().matches('signedOut')).toBe(true), 30_000);
});

it('stays where a new token only says more of the same user', async () => {
  const { session } = start();
  await saved();
  session.abort();
  expect(pushToken.getSnapshot().matches({ signedIn: 'saved' })).toBe(true);
});

it('makes a toast of what arrives at an open page, once, and answers that it was told', async () => {
  const { tell } = start();
  const first = tell({ type: 'push.arrived', message: message('user:7#1') });
  await vi.waitFor(() => expect(first.answered).toHaveBeenCalledTimes(1), 30_000);
  tell({ type: 'push.arrived', message: message('user:7#1') }).close();
  tell({ type: 'push.arrived', message: { title: 'none of ours' } }).close();
  tell('take-over').close();
  expect(vi.mocked(showText).mock.calls).toEqual([['info', 'Order H000004: Accepted']]);
  first.close();
});

it('tells a refund once, though it comes by the live line and as a push message', async () => {
  activateEnglish();
  const { tell } = start();
  const refund = { feed: 'user:7', seq: 5, order_id: 4, order_number: 'H000004', at: '', amount: 250 } as const;
  await tellRefund(refund);
  tell({ type: 'push.arrived', message: message('user:7#5') }).close();
  tell({ type: 'push.arrived', message: message('user:7#6') }).close();
  await tellRefund({ ...refund, seq: 6 });
  expect(vi.mocked(showText)).toHaveBeenCalledTimes(2);
});

it('passes on that a notification was clicked', () => {
  const { tell } = start();
  const opened = vi.fn();
  const stop = onLive('push.opened', ({ id }) => opened(id));
  tell({ type: 'push.opened', message: message('shop:3#9') }).close();
  stop();
  expect(opened.mock.calls).toEqual([['shop:3#9']]);
});
