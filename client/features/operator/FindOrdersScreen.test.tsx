import type { OperatorOrderView } from '@haat/contract/api/operator';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { sampleOrder } from '../../test/samples.ts';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../../test/stub-server.ts';
import { FindOrdersScreen } from './FindOrdersScreen.tsx';

const LIST = 'GET /api/operator/orders?limit=50';
const order: OperatorOrderView = {
  id: 12,
  orderNumber: 'H000012',
  order_date: '2026-11-21T05:00:00.000Z',
  order_status: 'In Transit',
  takeaway: false,
  payment_status: 'paid',
  total: 250,
  refunded: 20,
  refundable: { online: 230, cash: 0 },
  shop: { id: 3, slug: 'dairy', name: 'Malnad Dairy' },
  customer_name: 'Test Customer',
  customer_phone: '9000000001',
  customer_email: 'buyer@haat.example',
};
const ended: OperatorOrderView = {
  ...order,
  id: 11,
  orderNumber: 'H000011',
  order_status: 'Delivered',
  refunded: 250,
  refundable: { online: 0, cash: 0 },
};
const unpaid: OperatorOrderView = {
  ...order,
  id: 10,
  orderNumber: 'H000010',
  order_status: 'Pending',
  payment_status: 'awaiting',
  refundable: { online: 0, cash: 0 },
};

async function show(routes: StubRoutes = {}) {
  localStorage.setItem('authToken', tokenFor({ sub: '7', operator: true }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, operator: true };
  const calls = stubServer({ 'GET /api/users/me': () => me, [LIST]: () => [order, ended, unpaid], ...routes });
  const at = '/operator/orders';
  renderScreen(<FindOrdersScreen />, { path: at, at, hasToasts: true });
  await screen.findByRole('heading', { level: 1 });
  return calls;
}

const row = async (number: string) =>
  within((await screen.findByRole('heading', { name: `Order ${number}` })).closest('li')!);
const buttonsOf = async (number: string) =>
  (await row(number)).queryAllByRole('button').map(({ textContent }) => textContent);

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows of each order where it is, whose, and what it cost, with what can be done about it', async () => {
  await show();
  const shown = await row('H000012');
  for (const text of [
    'Order on the way',
    'Malnad Dairy',
    '₹250.00',
    'Paid',
    '₹20.00 refunded',
    '+91 9000000001',
    'buyer@haat.example',
  ])
    shown.getByText(text);
  shown.getByText(/ago$/);
  expect(shown.getByRole('link', { name: 'Timeline of order H000012' }).getAttribute('href')).toBe(
    '/dairy/orders/12/timeline',
  );
  expect(await buttonsOf('H000012')).toEqual(['Cancel order H000012', 'Refund a part']);
  expect(await buttonsOf('H000011')).toEqual([]);
  expect(await buttonsOf('H000010')).toEqual([]);
});

it('finds orders by what is typed, and says when there are none', async () => {
  await show({ [`${LIST}&search=%2B91+90000+00001`]: () => [ended], [`${LIST}&search=x`]: () => [] });
  const field = screen.getByRole('searchbox', { name: 'Order number, mobile or email' });
  await row('H000012');
  await userEvent.click(field);
  await userEvent.paste('+91 90000 00001');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Order H000012' })).toBeNull());
  await row('H000011');
  await userEvent.clear(field);
  await userEvent.paste('x');
  await screen.findByText('No orders match this search.');
});

it('cancels an order with a reason, and loads the list again', async () => {
  let status: OperatorOrderView['order_status'] = 'In Transit';
  const calls = await show({
    [LIST]: () => [{ ...order, order_status: status }],
    'POST /api/orders/12/cancel': () => {
      status = 'Cancelled';
      return { ...sampleOrder({ id: 12 }), changed: true };
    },
  });
  await userEvent.click((await row('H000012')).getByRole('button', { name: 'Cancel order H000012' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'The order looks like a mistake' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
  await screen.findByText('Order H000012 is cancelled.');
  await (await row('H000012')).findByText('Cancelled');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'suspected_mistake' });
});

it('says why an order was not cancelled', async () => {
  await show({
    'POST /api/orders/12/cancel': () => errorResponse(409, 'status_not_allowed', 'Order is already at final status.'),
  });
  await userEvent.click((await row('H000012')).getByRole('button', { name: 'Cancel order H000012' }));
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel order' }));
  await screen.findByText('The order was not changed. Order is already at final status.');
});

it('refunds at most what is left of an order', async () => {
  const calls = await show({ 'POST /api/orders/12/refunds': () => sampleOrder({ id: 12 }) });
  await userEvent.click((await row('H000012')).getByRole('button', { name: 'Refund a part' }));
  const dialog = within(await screen.findByRole('dialog'));
  dialog.getByText('At most ₹230.00');
  await userEvent.type(dialog.getByLabelText('Amount in rupees'), '30');
  await userEvent.type(dialog.getByLabelText('Your reason'), 'A broken bottle');
  await userEvent.click(dialog.getByRole('button', { name: 'Refund' }));
  await screen.findByText('₹30.00 is being refunded to the customer.');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ amount: 30, reason: 'A broken bottle' });
});

it('offers to try again when the orders could not be loaded', async () => {
  await show({ [LIST]: () => errorResponse(500, 'internal', 'Internal server error') });
  await screen.findByText('The orders could not be loaded.');
  screen.getByRole('button', { name: 'Try again' });
});
