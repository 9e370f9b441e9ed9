import { OWN } from './expected.ts';
import type { Calls } from './fixtures.ts';
import { onlineBody, RETURN } from '../payment-helpers.ts';

const OF_OWNER = '401 200 404 404 404 404 404 401 401 404 404';
const UNSIGNED = '400 400 400 400 400 400 400 400 400 400 400';

/** Online payment: of the customer, and of the providers, who sign instead of logging in. */
export const PAYMENT_CALLS: Calls = {
  'POST /api/razorpay/create-order': {
    expected: OWN,
    input: ({ variant }) => ({ body: { order: onlineBody(variant) } }),
  },
  'POST /api/razorpay/create-order of an amount': { expected: OWN, input: () => ({ body: { amount: 99.5 } }) },
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
    expected: OWN,
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
