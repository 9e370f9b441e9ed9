import type { RiderOrderView } from '@haat/contract/orders/rider-orders.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BackOffice } from '../../../app/BackOffice.tsx';
import { emitLive } from '../../../lib/live-updates.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';

const LIST = 'GET /api/shops/3/deliveries';
const STEP = 'PATCH /api/shops/3/deliveries/1';

/** At the address that every login leads to. */
function show(orders: RiderOrderView[], routes: StubRoutes = {}) {
  const rider = { sub: '7', email: 'r@dairy.example', role: 'rider', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(rider));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'R', mobile: null, profile_image: null, ...rider }),
    [LIST]: () => orders,
    ...routes,
  });
  renderScreen(<BackOffice />, { path: '/*', at: '/dairy/shop-orders' });
  return calls;
}

const waiting: RiderOrderView = {
  id: 1,
  orderNumber: 'H000001',
  order_date: '2026-11-21T10:00:00.000Z',
  order_status: 'Accepted',
  promised_at: null,
  note: null,
  waits: false,
  asks_code: false,
  mine: false,
  customer_name: 'Asha',
  customer_phone: null,
  address: { street: null, city: 'Bengaluru', zip: '560041' },
  item_count: 3,
  to_collect: 200,
};
const own: RiderOrderView = {
  ...waiting,
  order_status: 'In Transit',
  mine: true,
  note: 'Blue gate',
  customer_name: 'Asha Test',
  customer_phone: '9000000001',
  address: { street: '12, 4th Main', city: 'Bengaluru', zip: '560041' },
};
const sent = (calls: { method: string; path: string; body: unknown }[]) =>
  calls.filter(({ method, path }) => method !== 'GET' && path.includes('deliveries')).map(({ body }) => body);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows in what part of the city an order goes that waits, and takes it along', async () => {
  const calls = show([waiting], { [STEP]: () => own });
  const part = within(await screen.findByRole('region', { name: 'To pick up' }));
  const card = within(part.getByRole('article', { name: 'Order H000001' }));
  expect(card.getByText('Bengaluru 560041')).toBeTruthy();
  expect(card.getByText('Collect ₹200.00 in cash')).toBeTruthy();
  expect(card.queryByRole('link')).toBeNull();
  await userEvent.click(card.getByRole('button', { name: 'Picked up' }));
  await waitFor(() => expect(sent(calls)).toEqual([{ status: 'In Transit' }]));
});

it('leads to the address of an order on its way, and hands it over after its cash was received', async () => {
  const calls = show([own], { [STEP]: () => ({ ...own, order_status: 'Delivered', to_collect: null }) });
  const part = within(await screen.findByRole('region', { name: 'On the way' }));
  const directions = part.getByRole('link', { name: 'Directions' }).getAttribute('href');
  expect(new URL(directions ?? '').searchParams.get('destination')).toBe('12, 4th Main, Bengaluru 560041');
  expect(part.getByRole('link', { name: 'Call 9000000001' }).getAttribute('href')).toBe('tel:+919000000001');
  expect(part.getByText('Note: Blue gate')).toBeTruthy();
  await userEvent.click(part.getByRole('button', { name: 'Cash received, delivered' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText('Did you hand over order H000001 and receive ₹200.00 in cash?')).toBeTruthy();
  expect(sent(calls)).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Delivered' }));
  await waitFor(() => expect(sent(calls)).toEqual([{ status: 'Delivered' }]));
});

it('keeps what was handed over or came back without a connection, and sends it once there is one', async () => {
  let isOffline = true;
  const second = { ...own, id: 2, orderNumber: 'H000002' };
  const reply = (order: RiderOrderView) => (isOffline ? Promise.reject(new TypeError('fetch failed')) : order);
  const calls = show([own, second], {
    [STEP]: () => reply({ ...own, order_status: 'Delivered' }),
    'POST /api/shops/3/deliveries/2/return': () => reply({ ...second, order_status: 'Returned' }),
  });
  await userEvent.click((await screen.findAllByRole('button', { name: 'Cash received, delivered' }))[0]!);
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delivered' }));
  await waitFor(() => expect(screen.queryByRole('article', { name: 'Order H000001' })).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Could not deliver' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'The customer refused it' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Not delivered' }));
  expect(await screen.findByText('Waiting for connection · 2 changes')).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
  isOffline = false;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.queryByText(/Waiting for connection/)).toBeNull());
  expect(sent(calls).slice(-2)).toEqual([{ status: 'Delivered', age_ms: expect.any(Number) }, { reason: 'refused' }]);
});

it('asks for the code of the customer where the shop does, and names the cash there', async () => {
  const calls = show([{ ...own, asks_code: true }], { [STEP]: () => errorResponse(422, 'pickup_code_wrong', 'No') });
  await userEvent.click(await screen.findByRole('button', { name: 'Cash received, delivered' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Collect ₹200.00 in cash')).toBeTruthy();
  await userEvent.type(dialog.getByLabelText('Pickup code'), '0821{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^This is not the code/);
  expect(sent(calls)).toEqual([{ status: 'Delivered', code: '0821' }]);
});

it('takes back what could not be delivered, with the reason', async () => {
  const calls = show([{ ...own, to_collect: null }], {
    'POST /api/shops/3/deliveries/1/return': () => ({ ...own, order_status: 'Returned', to_collect: null }),
  });
  expect(await screen.findByText('Paid')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Could not deliver' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Any online payment is refunded to the customer/)).toBeTruthy();
  await userEvent.click(dialog.getByRole('radio', { name: 'The customer refused it' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Not delivered' }));
  await waitFor(() => expect(sent(calls)).toEqual([{ reason: 'refused' }]));
});

it('says why an order was not changed, and reads the list again when something has changed', async () => {
  const calls = show([waiting, { ...waiting, id: 2, orderNumber: 'H000002', waits: true }], {
    [STEP]: () => errorResponse(409, 'status_not_allowed', 'Somebody else has picked up this order.'),
  });
  const lists = () => calls.filter(({ path }) => path === '/api/shops/3/deliveries').length;
  await userEvent.click(await screen.findByRole('button', { name: 'Picked up' }));
  const alert = within(await screen.findByRole('alertdialog'));
  expect(alert.getByText('Somebody else has picked up this order.')).toBeTruthy();
  await waitFor(() => expect(lists()).toBe(2));
  expect(within(screen.getByRole('article', { name: 'Order H000002' })).queryByRole('button')).toBeNull();
  emitLive('orders.changed', { shop_id: 3 });
  await waitFor(() => expect(lists()).toBe(3));
});
