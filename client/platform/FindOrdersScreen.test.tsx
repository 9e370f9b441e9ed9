import type { OperatorOrderView } from '@haat/contract/platform/operator-orders.calls';
import type { OperatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../test/render-screen.tsx';
import { sampleOrder } from '../test/samples.ts';
import { errorResponse, type StubRoutes, stubServer, tokenFor } from '../test/stub-server.ts';
import { FindOrdersScreen } from './FindOrdersScreen.tsx';

const SORT = 'sort=created&direction=desc&limit=50';
const LIST = `GET /api/operator/orders?${SORT}`;
const SUMMARY = 'GET /api/operator/orders/summary';
const order: OperatorOrderView = {
  id: 12,
  orderNumber: 'H000012',
  order_date: '2026-11-21T05:00:00.000Z',
  order_status: 'In Transit',
  takeaway: false,
  payment_method: 'online',
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

async function show(routes: StubRoutes = {}, query = '') {
  localStorage.setItem('authToken', tokenFor({ sub: '7', operator: true }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, operator: true };
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [LIST]: () => [order, ended, unpaid],
    [SUMMARY]: () => ({ orders: 1200, ordered_orders: 1193, ordered: 98_765, refunded: 270 }),
    ...routes,
  });
  const path = '/operator/orders';
  renderScreen(<FindOrdersScreen />, { path, at: path + query, hasToasts: true });
  await screen.findByRole('heading', { level: 1 });
  return calls;
}

const row = async (number: string) =>
  within((await screen.findByRole('link', { name: `Timeline of order ${number}` })).closest('tr')!);
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
  expect(shown.getByRole('link', { name: 'Malnad Dairy' }).getAttribute('href')).toBe('/operator/shops/3');
  for (const text of ['1,200 orders found', '1,193 orders, ₹98,765.00 ordered', '₹270.00 refunded'])
    await screen.findByText(text);
  expect(await buttonsOf('H000012')).toEqual(['Cancel order H000012', 'Refund a part']);
  expect(await buttonsOf('H000011')).toEqual([]);
  expect(await buttonsOf('H000010')).toEqual([]);
});

it('finds orders by what is typed, and says when there are none', async () => {
  const search = (text: string) => `search=${encodeURIComponent(text).replaceAll('%20', '+')}`;
  await show({
    [`GET /api/operator/orders?${search('+91 90000 00001')}&${SORT}`]: () => [ended],
    [`GET /api/operator/orders?search=x&${SORT}`]: () => [],
  });
  const field = screen.getByRole('searchbox', { name: 'Order number, mobile, email or shop' });
  await row('H000012');
  await userEvent.click(field);
  await userEvent.paste('+91 90000 00001');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Timeline of order H000012' })).toBeNull());
  await row('H000011');
  await userEvent.clear(field);
  await userEvent.paste('x');
  await screen.findByText('No orders match these filters.');
});

it('filters by status, payment and days, sorts, and sums up what matches', async () => {
  const filter = 'status=Delivered&payment_status=refunded&from=2026-11-01&to=2026-11-21';
  const calls = await show({
    'GET /api/operator/orders?sort=total&direction=desc&limit=50': () => [order],
    ...Object.fromEntries(
      ['status=Delivered', 'status=Delivered&payment_status=refunded', filter.replace(/&to=.*/, '')].map((some) => [
        `GET /api/operator/orders?${some}&sort=total&direction=desc&limit=50`,
        () => [],
      ]),
    ),
    [`GET /api/operator/orders?${filter}&sort=total&direction=desc&limit=50`]: () => [ended],
    [`${SUMMARY}?${filter}`]: () => ({ orders: 1, ordered_orders: 1, ordered: 250, refunded: 250 }),
    [`GET /api/operator/orders.csv?${filter}&sort=total&direction=desc`]: () =>
      errorResponse(500, 'internal', 'Broken'),
  });
  await row('H000012');
  await userEvent.click(screen.getByRole('button', { name: 'Total' }));
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Delivered');
  await userEvent.selectOptions(screen.getByLabelText('Order payment'), 'Refunded');
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-11-01' } });
  fireEvent.change(screen.getByLabelText('Last day'), { target: { value: '2026-11-21' } });
  await row('H000011');
  await screen.findByText('1 order found');
  await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
  await screen.findByText('The file could not be downloaded.');
  expect(calls.some(({ path }) => path.startsWith(`/api/operator/orders.csv?${filter}`))).toBe(true);
});

it('is of one shop where the address says so', async () => {
  await show(
    {
      [`GET /api/operator/orders?shop=3&${SORT}`]: () => [ended],
      'GET /api/operator/shops/3': () => dairy,
    },
    '?shop=3',
  );
  await row('H000011');
  await screen.findByText('Only Malnad Dairy');
  await userEvent.click(screen.getByRole('button', { name: 'Show all shops' }));
  await row('H000012');
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
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('radio', { name: 'The order looks like a mistake' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel order' }));
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
