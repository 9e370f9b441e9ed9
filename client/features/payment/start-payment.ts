import type { RazorpayOrderView, StripeSessionView } from '@haat/contract/api/payments.schema';
import type { PaymentProvider } from '@haat/contract/rules/payment';
import { toRupees } from '@haat/contract/rules/rupees';
import { leavesOrderOpen } from '@haat/machines/checkout/place-request';
import {
  isPaidAlready,
  type PaymentOrder,
  type StartedPayment,
  type StartInput,
} from '@haat/machines/payment/payment-order';
import type { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import { takeTurns } from '../../lib/take-turns.ts';
import { orderBody } from '../order/order-body.ts';
import { claimRequest, forgetRequest, noteStoredOrder } from '../order/pending-order.ts';
import { forgetOrderSummary, saveOrderSummary } from '../order-summary/summary-storage.ts';

/**
 * Begins the payment at the provider, one tab at a time: stores the order, whose goods are held then, or goes on with one
 * that is stored. `owner`: whose cart it is, and of which shop. Rejects with ApiError for any refusal. Spec section 4.
 */
export function startPayment(owner: string, { order, provider }: StartInput): Promise<StartedPayment> {
  return takeTurns('haat-order', async () => {
    try {
      // What is known of an order before is not of this one.
      if (order.request) forgetOrderSummary();
      return await STARTS[provider](owner, order);
    } catch (error) {
      if (isPaidAlready(error)) remember(owner, order, (error as ApiError).body as Stored);
      else if (order.request && !leavesOrderOpen(error)) forgetRequest(owner);
      throw error;
    }
  });
}

const STARTS: Record<PaymentProvider, (owner: string, order: PaymentOrder) => Promise<StartedPayment>> = {
  razorpay: startRazorpay,
  stripe: startStripe,
};

async function startRazorpay(owner: string, order: PaymentOrder): Promise<StartedPayment> {
  const view = await callApi<RazorpayOrderView>('/api/razorpay/create-order', {
    method: 'POST',
    ...subjectOf(owner, order),
    like: { id: '', amount: 0, key: '', checkout_url: '' },
  });
  remember(owner, order, view);
  const { id, key, amount: amountPaise, checkout_url: checkoutUrl, held_until: heldUntil } = view;
  return { provider: 'razorpay', id, key, amountPaise, checkoutUrl, heldUntil };
}

async function startStripe(owner: string, order: PaymentOrder): Promise<StartedPayment> {
  const subject = subjectOf(owner, order);
  const view = await callApi<StripeSessionView>('/api/stripe/create-checkout-session', {
    method: 'POST',
    ...subject,
    body: { ...subject.body, success_url: summaryUrl(order, 'success'), cancel_url: summaryUrl(order, 'canceled') },
    like: { id: '', url: '' },
  });
  remember(owner, order, view);
  return { provider: 'stripe', url: view.url };
}

type Subject = { body: object; headers: Record<string, string> };

function subjectOf(owner: string, { request, orderId }: PaymentOrder): Subject {
  if (!request) return { body: { orderId }, headers: {} };
  const claimed = claimRequest(owner, request);
  return { body: { order: orderBody({ ...claimed, payment: 'online' }) }, headers: { 'idempotency-key': claimed.key } };
}

type Stored = Pick<StripeSessionView, 'orderId' | 'orderNumber'>;

/** The summary asks for this order, whichever way the customer comes back. */
function remember(owner: string, { shopSlug, totalPaise }: PaymentOrder, { orderId, orderNumber }: Stored): void {
  if (orderId === undefined || orderNumber === undefined) return;
  noteStoredOrder(owner, orderId);
  const total = toRupees(totalPaise);
  saveOrderSummary({ orderId, orderNumber, order_status: 'Pending', total, shopSlug, isPaidOnline: true });
}

function summaryUrl({ shopSlug }: PaymentOrder, outcome: 'success' | 'canceled'): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}#/${shopSlug}/order-summary?${outcome}=true`;
}
