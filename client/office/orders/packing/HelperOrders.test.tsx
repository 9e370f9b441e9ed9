import type { OrderToPackView } from '@haat/contract/orders/packing.calls';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { errorResponse, stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { emitLive } from '../../../lib/live-updates.ts';
import { PackingScreen } from './PackingScreen.tsx';

const LIST = 'GET /api/shops/3/packing';

function show(orders: OrderToPackView[], routes: StubRoutes = {}) {
  const helper = { sub: '7', email: 'h@dairy.example', role: 'helper', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(helper));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'H', mobile: null, profile_image: null, ...helper }),
    [LIST]: () => orders,
    ...routes,
  });
  renderScreen(<PackingScreen />, { path: '/:shopSlug/packing', at: '/dairy/packing' });
  return calls;
}

const line = { size: null, color: null, unit: '500 g', packed_grams: null };
// What a device has ticked off is kept for the whole file, so each test has orders of its own.
const order = (id: number, changes: Partial<OrderToPackView> = {}): OrderToPackView => ({
  id,
  orderNumber: `H00000${id}`,
  order_date: '2026-11-21T10:00:00.000Z',
  order_status: 'Accepted',
  promised_at: null,
  note: null,
  waits: false,
  asks_code: false,
  takeaway: true,
  customer_name: 'Asha',
  items: [
    { id: 41, name: 'Ghee', quantity: 2, ...line },
    { id: 42, name: 'Curd', quantity: 1, ...line },
  ],
  to_collect: 200,
  ...changes,
});
const sent = (calls: { method: string; body: unknown }[]) =>
  calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what is to be packed, without the amount, and makes it ready when every item is ticked', async () => {
  const calls = show([order(1, { note: 'No onions' })], {
    'PATCH /api/shops/3/packing/1': () => order(1, { order_status: 'Ready' }),
  });
  const card = within(await screen.findByRole('article', { name: 'Order H000001' }));
  expect(card.getByText('Takeaway · Asha')).toBeTruthy();
  expect(card.getByText('Note: No onions')).toBeTruthy();
  expect(screen.queryByText(/₹/)).toBeNull();
  await userEvent.keyboard('j12');
  await userEvent.click(card.getByRole('button', { name: 'Packed' }));
  await waitFor(() => expect(sent(calls)).toEqual([{ status: 'Ready' }]));
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/shops/3/packing')).toHaveLength(2));
});

it('asks before it makes an order ready of which not every item is ticked', async () => {
  const calls = show([order(2)], { 'PATCH /api/shops/3/packing/2': () => order(2, { order_status: 'Ready' }) });
  await userEvent.click(await screen.findByRole('button', { name: 'Packed' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(sent(calls)).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Packed' }));
  await waitFor(() => expect(sent(calls)).toEqual([{ status: 'Ready' }]));
});

it('hands over what is ready, after its cash was collected', async () => {
  const calls = show([order(3, { order_status: 'Ready' })], {
    'PATCH /api/shops/3/packing/3': () => order(3, { order_status: 'Delivered', to_collect: null }),
  });
  expect(await screen.findByText('Collect ₹200.00 in cash')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText('Hand over order H000003? Collect ₹200.00 first.')).toBeTruthy();
  await userEvent.click(question.getByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(sent(calls)).toEqual([{ status: 'Delivered' }]));
});

it('hands over with the code where the shop asks for it, and says why it was refused', async () => {
  const calls = show([order(4, { order_status: 'Ready', asks_code: true, to_collect: null })], {
    'PATCH /api/shops/3/packing/4': () => errorResponse(422, 'pickup_code_wrong', 'No'),
  });
  expect(await screen.findByText('Paid')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Hand over' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Pickup code'), '0821{Enter}');
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^This is not the code/);
  expect(sent(calls)).toEqual([{ status: 'Delivered', code: '0821' }]);
});

it('marks a delivery as packed, and reads the list again when something has changed', async () => {
  const calls = show([order(5, { takeaway: false, to_collect: null }), order(9, { waits: true })]);
  const card = within(await screen.findByRole('article', { name: 'Order H000005' }));
  await userEvent.click(card.getByRole('checkbox', { name: '2 × Ghee · 500 g' }));
  await userEvent.click(card.getByRole('checkbox', { name: '1 × Curd · 500 g' }));
  expect(card.getByText('Packed: waiting for delivery')).toBeTruthy();
  const waiting = within(screen.getByRole('article', { name: 'Order H000009' }));
  expect(waiting.queryByRole('button')).toBeNull();
  emitLive('orders.changed', { shop_id: 9 });
  emitLive('orders.changed', { shop_id: 3 });
  await waitFor(() => expect(calls.filter(({ path }) => path === '/api/shops/3/packing')).toHaveLength(2));
  expect(sent(calls)).toEqual([]);
});
