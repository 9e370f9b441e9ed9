import { idParams } from './common.schema.ts';
import type { Endpoint } from './endpoint.ts';
import {
  createRazorpayOrderBody,
  createStripeSessionBody,
  orderPaymentView,
  razorpayOrderView,
  receivedView,
  stripeSessionView,
  verifiedPaymentView,
  verifyRazorpayBody,
} from './payments.schema.ts';

/** The calls about online payment: of the customer, and of the providers. Spec sections 4 and 7. */
export const PAYMENT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/api/razorpay/create-order',
    auth: 'user',
    summary: 'Begin a payment, with the order it is for: its goods are held',
    body: createRazorpayOrderBody,
    status: 200,
    answer: razorpayOrderView,
  },
  {
    method: 'post',
    path: '/api/razorpay/verify-payment',
    auth: 'user',
    summary: 'Confirm a payment with what the checkout handed to the page',
    body: verifyRazorpayBody,
    status: 200,
    answer: verifiedPaymentView,
  },
  {
    method: 'post',
    path: '/api/stripe/create-checkout-session',
    auth: 'user',
    summary: "Begin a payment on the provider's page, with the order it is for: its goods are held",
    body: createStripeSessionBody,
    status: 200,
    answer: stripeSessionView,
  },
  {
    method: 'get',
    path: '/api/orders/:id/payment',
    auth: 'user',
    summary: 'How the payment of an own order stands',
    params: idParams,
    status: 200,
    answer: orderPaymentView,
  },
  {
    method: 'post',
    path: '/api/webhooks/razorpay',
    auth: 'none',
    isSigned: true,
    summary: 'What Razorpay reports, signed by it',
    status: 200,
    answer: receivedView,
  },
  {
    method: 'post',
    path: '/api/webhooks/stripe',
    auth: 'none',
    isSigned: true,
    summary: 'What Stripe reports, signed by it',
    status: 200,
    answer: receivedView,
  },
];
