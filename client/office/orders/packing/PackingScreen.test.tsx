import type { OrderView } from '@haat/contract/orders/orders.calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleOrder } from '../../../test/samples.ts';
import { stubServer, tokenFor, type StubRoutes } from '../../../test/stub-server.ts';
import { PackingScreen } from './PackingScreen.tsx';

function show(orders: OrderView[], routes: StubRoutes = {}) {
  const vendor = { sub: '7', email: 'v@dairy.example', role: 'vendor', shop_id: 3, shop_slug: 'dairy' };
  localStorage.setItem('authToken', tokenFor(vendor));
  const calls = stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'V', mobile: null, profile_image: null, ...vendor }),
    'GET /api/orders/shop/3?limit=200&group=open': () => orders,
    ...routes,
  });
  renderScreen(<PackingScreen />, { path: '/:shopSlug/packing', at: '/dairy/packing' });
  return calls;
}

const order = (id: number, changes: Partial<OrderView> = {}) => {
  const [line] = sampleOrder().items;
  if (!line) throw new Error('The sample has no line');
  return sampleOrder({
    id,
    orderNumber: `H00000${id}`,
    order_status: 'Accepted',
    items: [line, { ...line, id: 42, name: 'Curd', quantity: 1 }],
    ...changes,
  });
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows what is accepted, oldest first, without money and phone numbers', async () => {
  show([order(4, { note: 'No onions' }), order(5), order(6, { order_status: 'Pending' })]);
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => card.getAttribute('aria-label'))).toEqual(['Order H000004', 'Order H000005']);
  expect(within(cards[0]!).getByText('Note: No onions')).toBeTruthy();
  expect(screen.queryByText(/₹|98765/)).toBeNull();
});

it('is used by keyboard: lines are ticked off, and a takeaway that is packed becomes ready', async () => {
  const ready = order(4, { takeaway: true, order_status: 'Ready' });
  const calls = show([order(4, { takeaway: true })], {
    'PATCH /api/orders/4/status': () => ({ ...ready, changed: true }),
  });
  await screen.findByRole('article');
  await userEvent.keyboard('j2');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '1 × Curd · 500 g' }).checked).toBe(true);
  await userEvent.keyboard('{Enter}');
  expect(screen.getByRole('button', { name: 'Undo' })).toBeTruthy();
  fireEvent(window, new Event('pagehide'));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'Ready' }));
});

it('marks a delivery as packed, which does not change its status', async () => {
  const calls = show([order(7)]);
  await userEvent.click(await screen.findByRole('button', { name: 'Packed' }));
  expect(screen.getByText('Packed: waiting for delivery')).toBeTruthy();
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(true);
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false);
});
