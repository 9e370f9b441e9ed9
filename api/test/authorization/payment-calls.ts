import type { Calls } from './call.ts';
import { onlineBody, RETURN } from '../paying.ts';

const OF_ANYBODY = '401 200 200 200 200 200 200 401 401';
const OF_OWNER = '401 200 404 404 404 404 404 401 401';
const UNSIGNED = '400 400 400 400 400 400 400 400 400';

/** Online payment: of the customer, and of the providers, who sign instead of signing in. */
export const PAYMENT_CALLS: Calls = {
  'POST /api/razorpay/create-order': {
    expected: OF_ANYBODY,
    input: ({ variant }) => ({ body: { order: onlineBody(variant) } }),
  },
  'POST /api/razorpay/create-order of an amount': { expected: OF_ANYBODY, input: () => ({ body: { amount: 99.5 } }) },
  'POST /api/razorpay/create-order for the order of CO': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder }) => ({ body: { orderId: (await newHeldOrder()).orderId } }),
  },
  'POST /api/razorpay/verify-payment of CO': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder, sandbox }) => ({
      body: (await sandbox.pay((await newHeldOrder()).providerOrderId)).reply ?? {},
    }),
  },
  'POST /api/stripe/create-checkout-session': {
    expected: OF_ANYBODY,
    input: ({ variant }) => ({ body: { order: onlineBody(variant), ...RETURN } }),
  },
  'POST /api/stripe/create-checkout-session for the order of CO': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder }) => ({ body: { orderId: (await newHeldOrder()).orderId, ...RETURN } }),
  },
  'GET /api/orders/:id/payment': {
    expected: OF_OWNER,
    input: async ({ newHeldOrder }) => ({ path: `/api/orders/${(await newHeldOrder()).orderId}/payment` }),
  },
  'POST /api/webhooks/razorpay': { expected: UNSIGNED, input: () => ({ body: { event: 'order.paid' } }) },
  'POST /api/webhooks/stripe': { expected: UNSIGNED, input: () => ({ body: { type: 'checkout.session.completed' } }) },
};
