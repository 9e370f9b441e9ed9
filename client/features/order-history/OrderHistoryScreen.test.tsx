import type { OrderView } from '@haat/contract/api/orders.schema';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { anOrder } from '../../test/an-order.ts';
import { renderScreen } from '../../test/render-screen.tsx';
import { refusal, stubServer, tokenFor } from '../../test/stub-server.ts';
import { OrderHistoryScreen } from './OrderHistoryScreen.tsx';

const LIST = 'GET /api/orders/user';

function show(list: () => unknown) {
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  stubServer({
    'GET /api/users/me': () => ({ id: 7, name: 'Asha', email: 'a@b.in', mobile: null, profile_image: null }),
    [LIST]: list,
  });
  renderScreen(<OrderHistoryScreen />, { path: '/:shopSlug/order-history', at: '/dairy/order-history' });
}
const showOrders = (...orders: OrderView[]) => show(() => orders);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows each order with its steps', async () => {
  showOrders(
    anOrder({
      order_status: 'In Transit',
      steps: [
        { status: 'Pending', at: '2026-11-21T09:00:00.000Z' },
        { status: 'Accepted', at: '2026-11-21T09:05:00.000Z' },
        { status: 'In Transit', at: '2026-11-21T09:20:00.000Z' },
      ],
    }),
  );
  const card = await screen.findByRole('article', { name: 'Order H000004' });
  const steps = within(within(card).getByRole('list', { name: 'Progress of the order' })).getAllByRole('listitem');
  expect(steps.map((step) => step.querySelector('time') !== null)).toEqual([true, true, true, false]);
  expect(steps.find((step) => step.getAttribute('aria-current'))?.textContent).toContain('Order on the way');
  expect(within(card).getByText('₹250.00', { selector: 'strong' })).toBeTruthy();
});

it.each([
  ['a delivery', {}, true],
  ['takeaway', { takeaway: true, address: null }, false],
])('shows the address of %s: %j', async (_, changes, isShown) => {
  showOrders(anOrder(changes));
  await screen.findByRole('article');
  expect(screen.queryByText(/4th Main/) !== null).toBe(isShown);
});

it('says so when there are none', async () => {
  showOrders();
  expect(await screen.findByText("You haven't placed any orders yet.")).toBeTruthy();
});

it.each([401, 403])('removes the token and goes to the start on %i', async (status) => {
  show(() => refusal(status, status === 401 ? 'unauthenticated' : 'forbidden', 'No'));
  expect(await screen.findByText('went to /')).toBeTruthy();
  expect(localStorage.getItem('authToken')).toBeNull();
});

it('can be read again after any other failure', async () => {
  let isBroken = true;
  show(() => (isBroken ? refusal(500, 'internal', '') : [anOrder()]));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'Failed to load order history. Please try again later.',
  );
  isBroken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('article')).toBeTruthy();
});
