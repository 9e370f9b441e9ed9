import type { OwnNotificationView } from '@haat/contract/notify/notifications.calls';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitLive } from '../../lib/live-updates.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { AccountMenu } from '../../app/Menu.tsx';
import { NotificationsScreen } from './NotificationScreens.tsx';
import { UnreadSign } from './UnreadSign.tsx';

const LIST = 'GET /api/users/notifications?limit=20';
const UNREAD = 'GET /api/users/notifications/unread';
const READ = 'POST /api/users/notifications/read';

const notification = (changes: Partial<OwnNotificationView> = {}): OwnNotificationView => ({
  id: 3,
  kind: 'order.status',
  status: 'Accepted',
  order_id: 4,
  order_number: 'H000004',
  takeaway: false,
  shop: { slug: 'dairy', name: 'Malnad Dairy' },
  created_at: '2026-11-21T09:00:00.000Z',
  is_read: true,
  ...changes,
});

const me = { id: 7, name: 'Test Customer', email: 'a@b.in', mobile: null, profile_image: null, language: null };

function show(list: () => unknown, routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [LIST]: list,
    [READ]: () => ({ unread: 0, latest: 3 }),
    ...routes,
  });
  renderScreen(<NotificationsScreen />, { path: '/notifications', at: '/notifications' });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('marks the menu while there are unread ones, and says on other screens how orders get on', async () => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({ 'GET /api/users/me': () => me, [UNREAD]: () => ({ unread: 2, latest: 3 }) });
  renderScreen(<UnreadSign />, { path: '*', at: '/dairy/products', hasToasts: true });
  await waitFor(() => expect(document.documentElement.hasAttribute('data-unread')).toBe(true));
  const ready = {
    seq: 4,
    order_id: 4,
    order_number: 'H000004',
    status: 'Ready',
    at: '2026-11-21T09:00:00.000Z',
  } as const;
  act(() => emitLive('order.status', { ...ready, feed: 'shop:3' }));
  act(() => emitLive('order.status', { ...ready, feed: 'user:7' }));
  expect((await screen.findAllByText('Order H000004: Ready for pickup')).length).toBe(1);
  cleanup();
  expect(document.documentElement.hasAttribute('data-unread')).toBe(false);
});

it('lists a notification of a server that does not send the type of the order', async () => {
  const earlier = notification({ status: 'Delivered' });
  delete earlier.takeaway;
  show(() => [earlier]);
  expect(await screen.findByText(/delivered/i)).toBeTruthy();
});

it('lists what happened to own orders, marks it as read, and leads to the orders', async () => {
  const calls = show(() => [
    notification({ id: 5, kind: 'order.expired', status: null, order_number: 'H000006', is_read: false }),
    notification({ id: 4, kind: 'order.refund', status: null, amount: 50.5 }),
    notification(),
  ]);
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('link').getAttribute('href'))).toEqual([
    '/dairy/order',
    '/dairy/order-history',
    '/dairy/order-history',
  ]);
  within(rows[0]!).getByText('The payment did not arrive in time, so no order was placed');
  within(rows[0]!).getByText(/^New/);
  within(rows[1]!).getByText('₹50.50 is being refunded');
  within(rows[2]!).getByText('Accepted');
  within(rows[2]!).getByText('Order H000004 · Malnad Dairy');
  expect(screen.getAllByText(/^New/)).toHaveLength(1);
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{ seq: 5 }]),
  );
});

it('says that a takeaway is ready and picked up', async () => {
  show(() => [
    notification({ id: 4, status: 'Delivered', takeaway: true }),
    notification({ id: 3, status: 'Ready', takeaway: true }),
  ]);
  await screen.findByText('Picked up');
  screen.getByText('Ready for pickup');
  expect([screen.queryByText('Delivered'), screen.queryByText('Order on the way')]).toEqual([null, null]);
});

it('shows new ones as they come', async () => {
  const list = [notification()];
  show(() => [...list]);
  await screen.findByText('Accepted');
  list.unshift(notification({ id: 4, status: 'In Transit', is_read: false }));
  const event = {
    feed: 'user:7',
    seq: 4,
    order_id: 4,
    order_number: 'H000004',
    at: '2026-11-21T09:05:00.000Z',
  } as const;
  act(() => emitLive('order.status', { ...event, status: 'In Transit' }));
  await screen.findByText('Order on the way');
});

it('fetches older ones on request', async () => {
  const many = Array.from({ length: 20 }, (_, at) => notification({ id: 40 - at }));
  show(() => many, {
    'GET /api/users/notifications?limit=20&after=21': () => [notification({ id: 20, status: 'Delivered' })],
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Show older' }));
  await screen.findByText('Delivered');
  expect(screen.getAllByRole('listitem')).toHaveLength(21);
  expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('says what will be here while there is nothing, and can retry', async () => {
  let isAway = true;
  show(() => (isAway ? errorResponse(503, 'unavailable', 'Away') : []));
  await screen.findByText('Failed to load notifications');
  isAway = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText(/No notifications yet\. When a shop accepts/);
});

it.each([
  [0, 'Notifications'],
  [2, 'Notifications 2 unread'],
  [120, 'Notifications 120 unread'],
])('with %i unread, the row of the menu is named %j', async (unread, name) => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({ 'GET /api/users/me': () => me, [UNREAD]: () => ({ unread, latest: 120 }) });
  renderScreen(<AccountMenu shopSlug="dairy" onFollow={() => {}} />, { path: '/', at: '/' });
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/notifications');
});

it('counts a new notification in the open menu as it comes', async () => {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  let unread = 1;
  stubServer({ 'GET /api/users/me': () => me, [UNREAD]: () => ({ unread, latest: unread }) });
  renderScreen(<AccountMenu shopSlug="dairy" onFollow={() => {}} />, { path: '/', at: '/' });
  await screen.findByRole('link', { name: 'Notifications 1 unread' });
  unread = 2;
  const event = {
    feed: 'user:7',
    seq: 2,
    order_id: 4,
    order_number: 'H000004',
    at: '2026-11-21T09:05:00.000Z',
  } as const;
  act(() => emitLive('order.status', { ...event, status: 'Accepted' }));
  await screen.findByRole('link', { name: 'Notifications 2 unread' });
  unread = 3;
  act(() => emitLive('order.refund', { ...event, seq: 3, amount: 50 }));
  await screen.findByRole('link', { name: 'Notifications 3 unread' });
});
