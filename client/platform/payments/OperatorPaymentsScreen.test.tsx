import type {
  OperatorPaymentView,
  PaymentHealthView,
  PaymentTimelineView,
  UnknownPaymentView,
} from '@haat/contract/platform/operator.calls';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRouteGuard, renderScreen } from '../../test/render-screen.tsx';
import { errorResponse, stubServer, type StubRoutes, tokenFor } from '../../test/stub-server.ts';
import { OperatorPaymentsScreen } from './OperatorPaymentsScreen.tsx';
import { PaymentTimelineScreen } from './PaymentTimelineScreen.tsx';

const SORT = 'sort=created&direction=desc&limit=50';
const LIST = `GET /api/operator/payments?${SORT}`;
const SUMMARY = 'GET /api/operator/payments/summary';
const HEALTH = 'GET /api/operator/payments/health';
const TRAIL = 'GET /api/operator/payments/7';
const at = '2026-11-21T05:00:00.000Z';

const health: PaymentHealthView = {
  money_without_order: 0,
  order_without_money: 1,
  refunds_failed: 0,
  refunds_waiting: 3,
  reservations_overdue: 0,
  events_waiting: 0,
  events_unknown: 0,
  orders: ['H000044'],
};
const payment: OperatorPaymentView = {
  id: 7,
  provider: 'razorpay',
  state: 'consumed',
  amount: 250,
  refunded: 0,
  created_at: at,
  paid_at: at,
  customer_email: 'customer@haat.example',
  provider_order_id: 'order_1',
  provider_payment_id: 'pay_1',
  order: {
    id: 12,
    orderNumber: 'H000012',
    shop_id: 3,
    shop_slug: 'dairy',
    shop_name: 'Malnad Dairy',
    total: 250,
    payment_status: 'paid',
    reserved_until: null,
  },
};
const timeline: PaymentTimelineView = {
  ...payment,
  can_check: false,
  can_refund: true,
  left: 250,
  refundable: 250,
  events: [{ at, source: 'webhook', from: 'created', to: 'paid', details: { provider_payment_id: 'pay_1' } }],
  refunds: [],
  webhooks: [{ event_id: 'evt_1', kind: 'order.paid', at, processed_at: at, attempts: 1, error: null }],
};

function show(
  element: ReactElement,
  { routes = {}, isOperator = true }: { routes?: StubRoutes; isOperator?: boolean },
) {
  const session = isOperator ? { operator: true } : {};
  localStorage.setItem('authToken', tokenFor({ sub: '7', ...session }));
  const me = { id: 7, name: null, email: 'a@b.in', mobile: null, profile_image: null, ...session };
  const calls = stubServer({
    'GET /api/users/me': () => me,
    [HEALTH]: () => health,
    [LIST]: () => [payment, { ...payment, id: 6, order: null, state: 'paid', refunded: 40 }],
    [SUMMARY]: () => ({ payments: 120, paid: 100, received: 25_000, refunded: 440 }),
    [TRAIL]: () => timeline,
    ...routes,
  });
  const isTimeline = element.type === PaymentTimelineScreen;
  const at = isTimeline ? '/operator/payments/7' : '/operator/payments';
  renderScreen(withRouteGuard(element, '/operator/payments'), { path: '/operator/*', at, hasToasts: true });
  return calls;
}

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('shows whether payments and orders agree, and lists orders without a payment', async () => {
  show(<OperatorPaymentsScreen />, {});
  const region = within(await screen.findByRole('region', { name: 'Reconciliation' }));
  expect(region.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '0',
    '1',
    '0',
    '0',
    '0',
    '0',
    '3',
  ]);
  region.getByText('Paid orders without a payment: H000044');
});

it('is one line while everything is well, and opens to the counts', async () => {
  show(<OperatorPaymentsScreen />, {
    routes: { [HEALTH]: () => ({ ...health, order_without_money: 0, refunds_waiting: 3, orders: [] }) },
  });
  const region = within(await screen.findByRole('region', { name: 'Reconciliation' }));
  const line = region.getByText('Payments and orders agree, 3 refunds pending');
  expect(line.closest('details')?.open).toBe(false);
  await userEvent.click(line);
  expect(line.closest('details')?.open).toBe(true);
});

it('lists payments with their shops and links to their timelines, and the sums of all that match', async () => {
  show(<OperatorPaymentsScreen />, {});
  const link = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
  expect(await link('H000012')).toBe('/operator/payments/7');
  expect(await link('Payment 6')).toBe('/operator/payments/6');
  expect(await link('Malnad Dairy')).toBe('/operator/shops/3');
  screen.getByText('no order');
  screen.getByText('₹40.00 refunded');
  for (const text of ['120 payments, 100 paid', '₹25,000.00 received', '₹440.00 refunded'])
    await screen.findByText(text);
});

it('searches, filters and sorts on the server', async () => {
  const filter = 'search=pay_9&state=refunded&provider=razorpay&needs_attention=true&from=2026-11-01';
  show(<OperatorPaymentsScreen />, {
    routes: {
      'GET /api/operator/payments?sort=amount&direction=desc&limit=50': () => [payment],
      ...Object.fromEntries(
        ['search=pay_9', 'search=pay_9&state=refunded', 'search=pay_9&state=refunded&provider=razorpay'].map((some) => [
          `GET /api/operator/payments?${some}&sort=amount&direction=desc&limit=50`,
          () => [],
        ]),
      ),
      [`GET /api/operator/payments?${filter}&sort=amount&direction=desc&limit=50`]: () => [payment],
      [`${SUMMARY}?${filter}`]: () => ({ payments: 1, paid: 1, received: 250, refunded: 0 }),
    },
  });
  await userEvent.selectOptions(await screen.findByLabelText('Sort by'), 'Amount');
  await userEvent.type(await screen.findByRole('searchbox'), ' pay_9 ');
  await screen.findByText('No payments match.');
  await userEvent.selectOptions(screen.getByLabelText('Status'), 'Refunded');
  await userEvent.selectOptions(screen.getByLabelText('Provider'), 'Razorpay');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Needs attention only' }));
  fireEvent.change(screen.getByLabelText('First day'), { target: { value: '2026-11-01' } });
  await screen.findByRole('link', { name: 'H000012' });
  await screen.findByText('1 payment, 1 paid');
});

describe('payments that the database does not know', () => {
  const unknown: UnknownPaymentView = {
    provider: 'razorpay',
    provider_order_id: 'order_9',
    provider_payment_id: 'pay_9',
    kind: 'payment.captured',
    amount: 480,
    currency: 'INR',
    received_at: at,
  };

  it('are not mentioned while there are none', async () => {
    const calls = show(<OperatorPaymentsScreen />, {});
    await screen.findByRole('region', { name: 'Reconciliation' });
    await screen.findByRole('link', { name: 'H000012' });
    expect(screen.queryByRole('region', { name: 'Unknown payments' })).toBeNull();
    expect(calls.some(({ path }) => path.includes('unknown'))).toBe(false);
  });

  it('are listed with what the provider calls them, and dismissed after a confirmation', async () => {
    let listed = [unknown, { ...unknown, provider: 'stripe' as const, provider_order_id: 'cs_9', currency: 'USD' }];
    const calls = show(<OperatorPaymentsScreen />, {
      routes: {
        [HEALTH]: () => ({ ...health, events_unknown: listed.length }),
        'GET /api/operator/payments/unknown': () => listed,
        'POST /api/operator/payments/unknown/dismiss': () => {
          listed = listed.slice(1);
          return new Response(null, { status: 204 });
        },
      },
    });
    const region = within(await screen.findByRole('region', { name: 'Unknown payments' }));
    expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/₹480\.00 Razorpay.*payment\.captured.*order_9.*pay_9/),
      expect.stringMatching(/USD 480\.00 Stripe.*cs_9/),
    ]);
    await userEvent.click(region.getAllByRole('button', { name: 'Not ours' })[0]!);
    const sure = within(screen.getByRole('alertdialog'));
    await userEvent.click(sure.getByRole('button', { name: 'Not ours' }));
    await screen.findByText('Payment dismissed');
    await vi.waitFor(() => expect(region.getAllByRole('listitem')).toHaveLength(1));
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      body: { provider: 'razorpay', provider_order_id: 'order_9' },
    });
  });
});

it('shows that a payment was recovered, and that its customer is lost', async () => {
  const recovered = { at, source: 'recovery', from: 'created', to: 'created', details: { lost_order: 'H000044' } };
  show(<PaymentTimelineScreen />, {
    routes: { [TRAIL]: () => ({ ...timeline, order: null, customer_email: null, events: [recovered] }) },
  });
  const steps = within(await screen.findByRole('region', { name: 'Timeline' }));
  expect(steps.getByRole('listitem').textContent).toMatch(/Recovered: the payment was missing.*lost_order: H000044/);
  screen.getByText('Customer not in the database');
});

it('shows the timeline of a payment, and refunds it after a confirmation', async () => {
  const refunding = { ...timeline, state: 'refund_due', can_refund: false, can_check: true };
  const calls = show(<PaymentTimelineScreen />, {
    routes: { 'POST /api/operator/payments/7/refund': () => refunding },
  });
  const steps = within(await screen.findByRole('region', { name: 'Timeline' }));
  expect(steps.getByRole('listitem').textContent).toContain('Pending → Paid, no order yet');
  steps.getByText('by a webhook');
  within(screen.getByRole('region', { name: 'Webhook events' })).getByText('order.paid');
  expect(screen.queryByRole('button', { name: 'Check with the provider' })).toBeNull();

  await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
  const sure = within(screen.getByRole('alertdialog'));
  sure.getByText('Refund ₹250.00 to the customer? This cannot be undone.');
  await userEvent.click(sure.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(screen.getByRole('button', { name: 'Refund' }));
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Refund' }));
  await screen.findByText('The refund will be sent within a minute');
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/operator/payments/7/refund',
  ]);
});

it('shows why the provider could not be reached', async () => {
  const text = 'The service is not available right now, please try again.';
  show(<PaymentTimelineScreen />, {
    routes: {
      [TRAIL]: () => ({ ...timeline, can_check: true, can_refund: false }),
      'POST /api/operator/payments/7/check': () => errorResponse(503, 'unavailable', text),
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Check with the provider' }));
  await screen.findByText(text);
});

it.each([<OperatorPaymentsScreen key="list" />, <PaymentTimelineScreen key="timeline" />])(
  'is for the operator',
  async (element) => {
    const calls = show(element, { isOperator: false });
    await screen.findByText('Access denied. Only the operator of the platform can view this page.');
    expect(calls.some(({ path }) => path.includes('operator'))).toBe(false);
  },
);
