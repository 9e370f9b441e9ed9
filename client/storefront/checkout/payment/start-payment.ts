import {
  createRazorpayOrder,
  createStripeSession,
  verifyRazorpayPayment,
  type StripeSessionView,
} from '@haat/contract/payments/payments.calls';
import type { PaymentProvider } from '@haat/contract/payments/payment';
import { toRupees } from '@haat/contract/rupees';
import { canBePlaced } from '@haat/machines/orders/place-request';
import {
  isAlreadyPaid,
  type PaymentOrder,
  type ProviderReply,
  type StartedPayment,
  type StartInput,
} from '@haat/machines/payments/payment.machine';
import type { ApiError } from '../../../lib/api-error.ts';
import { call } from '../../../lib/api.ts';
import { withTabLock } from '../../../lib/async.ts';
import { clearOrderSummary, saveOrderSummary } from '../../../shared/orders/order-summary-storage.ts';
import { claimRequest, clearRequest, markOrderStored, orderBody } from '../../../shared/orders/pending-order.ts';

/**
 * Starts the payment at the provider, one tab at a time: stores the order, which reserves its stock, or continues with
 * a stored one. `owner`: user and shop of the cart. Rejects with ApiError.
 */
export function startPayment(owner: string, { order, provider }: StartInput): Promise<StartedPayment> {
  return withTabLock('haat-order', async () => {
    try {
      // The stored summary belongs to an earlier order.
      if (order.request) clearOrderSummary();
      return await STARTS[provider](owner, order);
    } catch (error) {
      if (isAlreadyPaid(error)) storeSummary(owner, order, (error as ApiError).body as Stored);
      else if (order.request && !canBePlaced(error)) clearRequest(owner);
      throw error;
    }
  });
}

const STARTS: Record<PaymentProvider, (owner: string, order: PaymentOrder) => Promise<StartedPayment>> = {
  razorpay: startRazorpay,
  stripe: startStripe,
};

async function startRazorpay(owner: string, order: PaymentOrder): Promise<StartedPayment> {
  const view = await call(createRazorpayOrder, subjectOf(owner, order));
  storeSummary(owner, order, view);
  const { id, key, amount: amountPaise, checkout_url: checkoutUrl, reserved_until: reservedUntil } = view;
  return { provider: 'razorpay', id, key, amountPaise, checkoutUrl, reservedUntil };
}

async function startStripe(owner: string, order: PaymentOrder): Promise<StartedPayment> {
  const subject = subjectOf(owner, order);
  const view = await call(createStripeSession, {
    ...subject,
    body: { ...subject.body, success_url: summaryUrl(order, 'success'), cancel_url: summaryUrl(order, 'canceled') },
  });
  storeSummary(owner, order, view);
  return { provider: 'stripe', url: view.url };
}

function subjectOf(owner: string, { request, orderId }: PaymentOrder) {
  if (!request) return { body: { orderId } };
  const claimed = claimRequest(owner, request);
  const order = { ...orderBody(claimed), paymentMethod: 'online' as const };
  return { body: { order }, key: claimed.key };
}

type Stored = Pick<StripeSessionView, 'orderId' | 'orderNumber'>;

/** Stores the summary, so that the summary screen finds the order, however the customer returns. */
function storeSummary(owner: string, { shopSlug, totalPaise }: PaymentOrder, { orderId, orderNumber }: Stored): void {
  if (orderId === undefined || orderNumber === undefined) return;
  markOrderStored(owner, orderId);
  const total = toRupees(totalPaise);
  saveOrderSummary({ orderId, orderNumber, order_status: 'Pending', total, shopSlug, isPaidOnline: true });
}

function summaryUrl({ shopSlug }: PaymentOrder, outcome: 'success' | 'canceled'): string {
  const { origin, pathname } = location;
  return `${origin}${pathname}#/${shopSlug}/order-summary?${outcome}=true`;
}

/** Asks the server to verify the payment. */
export async function verifyPayment(reply: ProviderReply): Promise<void> {
  await call(verifyRazorpayPayment, { body: reply });
}
