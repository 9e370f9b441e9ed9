import type { Page } from '@playwright/test';
import type {
  OperatorPaymentView,
  PaymentHealthView,
  PaymentTimelineView,
  UnknownPaymentView,
} from '../../../contract/platform/operator.calls.ts';

const at = '2026-11-21T05:00:00.000Z';

const LISTED: OperatorPaymentView = {
  id: 7,
  provider: 'razorpay',
  state: 'consumed',
  amount: 1_23_456.5,
  refunded: 420,
  created_at: at,
  paid_at: at,
  customer_email: 'a-customer-with-a-long-address-that-does-not-break@haat.example',
  provider_order_id: 'order_QxYzAbCdEfGhIj',
  provider_payment_id: 'pay_QxYzAbCdEfGhIk',
  order: {
    id: 12,
    orderNumber: 'H000012',
    shop_id: 1,
    shop_slug: 'mysuru-sweets',
    shop_name: 'Mysuru Sweets',
    total: 1_23_456.5,
    payment_status: 'paid',
    reserved_until: null,
  },
};

const PAYMENT: PaymentTimelineView = {
  ...LISTED,
  can_check: true,
  can_refund: true,
  left: 1_23_036.5,
  refundable: 300,
  events: [
    { at, source: 'webhook', from: 'created', to: 'paid', details: { provider_payment_id: 'pay_QxYzAbCdEfGhIk' } },
    { at, source: 'webhook', from: 'paid', to: 'consumed', details: {} },
    { at, source: 'order', from: 'consumed', to: 'consumed', details: { reason: 'problem', amount_paise: 30_000 } },
  ],
  refunds: [
    {
      id: 3,
      at,
      state: 'failed',
      amount: 300,
      reason: 'problem',
      text: 'The jar was broken when it arrived, and half of the oil had leaked into the bag',
      attempts: 1,
      provider_refund_id: null,
      error: 'Razorpay (declined) is not available: 400 Your account does not have enough balance',
    },
    {
      id: 4,
      at,
      state: 'done',
      amount: 120,
      reason: 'goodwill',
      text: 'With our apologies',
      attempts: 1,
      provider_refund_id: 'rfnd_QxYzAbCdEfGhIl',
      error: null,
    },
  ],
  webhooks: [{ event_id: 'evt_1', kind: 'payment.captured', at, processed_at: at, attempts: 1, error: null }],
};

/** Shows a payment of which a part was refunded and another could not be, whatever the server knows. */
export async function mockPayment(page: Page): Promise<void> {
  await page.route('**/api/operator/payments/7', (route) => route.fulfill({ json: PAYMENT }));
}

/** Lists a payment with an order and one without. */
export async function mockPayments(page: Page): Promise<void> {
  const stray = { ...LISTED, id: 6, order: null, state: 'paid', refunded: 0, customer_email: null };
  await page.route('**/api/operator/payments?*', (route) => route.fulfill({ json: [LISTED, stray] }));
}

/** Shows two payments that the database does not know. */
export async function mockUnknownPayments(page: Page): Promise<void> {
  await page.route('**/api/operator/payments/health', (route) => route.fulfill({ json: HEALTH }));
  await page.route('**/api/operator/payments/unknown', (route) => route.fulfill({ json: UNKNOWN }));
}

const HEALTH: PaymentHealthView = {
  money_without_order: 0,
  order_without_money: 0,
  refunds_failed: 0,
  refunds_waiting: 2,
  reservations_overdue: 0,
  events_waiting: 0,
  events_unknown: 2,
  orders: [],
};

const UNKNOWN: UnknownPaymentView[] = [
  {
    provider: 'razorpay',
    provider_order_id: 'order_QxYzAbCdEfGhIj',
    provider_payment_id: 'pay_QxYzAbCdEfGhIk',
    kind: 'payment.captured',
    amount: 1_23_456.5,
    currency: 'INR',
    received_at: at,
  },
  {
    provider: 'stripe',
    provider_order_id: 'cs_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V2w3X4y5Z6',
    provider_payment_id: 'pi_3OaBcDeFgHiJkLmNoPqRsTuV',
    kind: 'checkout.session.async_payment_succeeded',
    amount: 19.99,
    currency: 'USD',
    received_at: at,
  },
];
