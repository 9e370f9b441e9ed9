import type { OperatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { emitLive } from '../lib/live-updates.ts';
import { renderScreen } from '../test/render-screen.tsx';
import { type StubRoutes, stubServer, tokenFor } from '../test/stub-server.ts';
import { AnnouncementBar } from './AnnouncementBar.tsx';
import { OperatorAnnouncementsScreen } from './OperatorAnnouncementsScreen.tsx';

const at = '2026-11-21T05:00:00.000Z';
const shown = { id: 7, title: 'New fees', text: 'From Monday.', at };
const listed = { ...shown, until: '2026-12-01', state: 'shown', shop: null, author: 'Test Operator', dismissals: 3 };
const dairy: OperatorShopView = {
  id: 3,
  slug: 'dairy',
  name: 'Malnad Dairy',
  trade: null,
  address: null,
  phone: null,
  admin: null,
  status: 'open',
  platform: false,
  has_place: true,
  created_at: '2026-11-01T05:00:00.000Z',
  members: 1,
  orders_today: 0,
  orders: 0,
  ordered: 0,
  last_order: null,
  products: 0,
  problems: 0,
};
const LIST = 'GET /api/operator/announcements?limit=50';

function show(element: ReactElement, { routes, query = '' }: { routes: StubRoutes; query?: string }) {
  const isOperator = element.type === OperatorAnnouncementsScreen;
  const claims = isOperator ? { operator: true } : { role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...claims }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, ...claims };
  const calls = stubServer({ 'GET /api/users/me': () => me, ...routes });
  const path = isOperator ? '/operator/announcements' : '/here';
  renderScreen(element, { path, at: path + query, hasToasts: true });
  return calls;
}
const sentOf = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows an announcement to the shop as soon as it is sent, and removes one that was withdrawn', async () => {
  let current = [{ ...shown, title: 'Holiday' }];
  show(<AnnouncementBar />, { routes: { 'GET /api/announcements': () => current } });
  await screen.findByText('Holiday');
  current = [shown];
  emitLive('announcements.changed', { shop_id: 3 });
  await screen.findByText('New fees');
  current = [];
  emitLive('announcements.changed', { shop_id: null });
  await waitFor(() => expect(screen.queryByText('New fees')).toBeNull(), { timeout: 5_000 });
});

it('shows a member the newest announcement in a line, and the next one once it is dismissed', async () => {
  const calls = show(<AnnouncementBar />, {
    routes: {
      'GET /api/announcements': () => [shown, { ...shown, id: 6, title: 'Holiday' }],
      'PUT /api/announcements/7/dismissal': () => new Response(null, { status: 204 }),
    },
  });
  const bar = within(await screen.findByRole('complementary', { name: 'Announcements' }));
  bar.getByText('2 announcements:');
  await userEvent.click(bar.getByRole('button', { name: 'Read' }));
  const dialog = within(screen.getByRole('dialog', { name: 'New fees' }));
  dialog.getByText('From Monday.');
  await userEvent.click(dialog.getByRole('button', { name: 'Dismiss' }));
  await bar.findByText('Holiday');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sentOf(calls)).toEqual([['PUT', '/api/announcements/7/dismissal', undefined]]);
});

it('is not there without announcements', async () => {
  const calls = show(<AnnouncementBar />, { routes: { 'GET /api/announcements': () => [] } });
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/announcements')).toBe(true));
  expect(screen.queryByRole('complementary')).toBeNull();
});

it('sends an announcement to all shops once it has a title and a text', async () => {
  let all = [listed];
  const calls = show(<OperatorAnnouncementsScreen />, {
    routes: {
      [LIST]: () => all,
      'POST /api/operator/announcements': ({ body }) => {
        const sent = { ...listed, ...(body as object), id: 8 };
        all = [sent, ...all];
        return sent;
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Send' }));
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual([
    'Please enter a title.',
    'Please enter a text.',
  ]);
  await userEvent.type(screen.getByLabelText('Title'), ' Holiday ');
  await userEvent.type(screen.getByLabelText('Text'), 'Closed on Monday.');
  fireEvent.change(screen.getByLabelText('Show until'), { target: { value: '2026-12-24' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Announcement sent');
  await screen.findByText('Holiday', { selector: 'strong' });
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('');
  const body = { title: 'Holiday', text: 'Closed on Monday.', until: '2026-12-24', shop_id: null };
  expect(sentOf(calls)).toEqual([['POST', '/api/operator/announcements', body]]);
});

it('writes to one shop where the address says so', async () => {
  const calls = show(<OperatorAnnouncementsScreen />, {
    query: '?shop=3',
    routes: {
      [LIST]: () => [],
      'GET /api/operator/shops/3': () => dairy,
      'POST /api/operator/announcements': () => listed,
    },
  });
  await screen.findByText('Only to Malnad Dairy');
  await userEvent.type(screen.getByLabelText('Title'), 'Your licence');
  await userEvent.type(screen.getByLabelText('Text'), 'Please send it.');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await screen.findByText('Announcement sent');
  expect(sentOf(calls)[0]?.[2]).toMatchObject({ shop_id: 3, until: null });
});

it('withdraws an announcement after a confirmation', async () => {
  let state = 'shown';
  show(<OperatorAnnouncementsScreen />, {
    routes: {
      [LIST]: () => [{ ...listed, state }],
      'POST /api/operator/announcements/7/withdraw': () => {
        state = 'withdrawn';
        return { ...listed, state };
      },
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Withdraw New fees' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  await screen.findByText('Announcement withdrawn');
  await screen.findByText('Withdrawn');
  expect(screen.queryByRole('button', { name: 'Withdraw New fees' })).toBeNull();
});
