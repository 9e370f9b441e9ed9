import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { ORDER_PATHS } from '../changes.ts';
import { ORDER_STATUSES } from '../orders/order-status.ts';
import { MAX_PAYMENT_RUPEES, PAYMENT_PROVIDERS, PAYMENT_STATUSES, REFUND_STATES } from './payment.ts';
import { id, idParams, timestamp, rupees } from '../common.ts';
import { MAX_LINES } from '../orders/cart.ts';
import { ORDER_REJECTIONS, orderLine, placeOrderBody } from '../orders/orders.calls.ts';

const onlineOrder = placeOrderBody.extend({ paymentMethod: z.literal('online') });

/**
 * With `order`, the order is stored and its stock reserved; `orderId` names such an order of the user; without either, only
 * the amount is paid.
 */
export const createRazorpayOrderBody = z
  .object({
    amount: rupees.min(1).max(MAX_PAYMENT_RUPEES).optional(),
    order: onlineOrder.optional(),
    orderId: id.optional(),
  })
  .refine((body) => Object.values(body).some((value) => value !== undefined), 'amount, order or orderId is required');
export type CreateRazorpayOrderBody = z.infer<typeof createRazorpayOrderBody>;

const reservedOrder = {
  orderId: id.optional(),
  orderNumber: z.string().optional(),
  reserved_until: timestamp.optional().meta({ description: 'Until when the stock of the order is reserved' }),
};

export const razorpayOrderView = z
  .object({
    id: z.string(),
    amount: z.number().int().meta({ description: 'In paise, as the checkout expects it' }),
    currency: z.literal('INR'),
    key: z.string().meta({ description: 'The public key of the checkout' }),
    checkout_url: z.string().meta({ description: 'URL of the checkout script' }),
    ...reservedOrder,
  })
  .meta({ id: 'RazorpayOrder' });
export type RazorpayOrderView = z.infer<typeof razorpayOrderView>;

/** The result that the checkout returns to the page; other fields are only read as the order of a payment without an order. */
export const verifyRazorpayBody = z.looseObject({
  razorpay_payment_id: z.string().regex(/^pay_\w{1,60}$/, 'is not a valid payment id'),
  razorpay_order_id: z.string().regex(/^order_\w{1,60}$/, 'is not a valid provider order id'),
  razorpay_signature: z.string().max(200),
});
export type VerifyRazorpayBody = z.infer<typeof verifyRazorpayBody>;

export const verifiedPaymentView = z.object({
  success: z.literal(true),
  orderId: id.optional(),
  orderNumber: z.string().optional(),
});
export type VerifiedPaymentView = z.infer<typeof verifiedPaymentView>;

const returnUrl = z.string().max(2000);

/** `items` as in the cart; they count only without `order` and `orderId`. */
export const createStripeSessionBody = z
  .object({
    items: z.array(orderLine).max(MAX_LINES).optional(),
    order: onlineOrder.optional(),
    orderId: id.optional(),
    success_url: returnUrl,
    cancel_url: returnUrl,
  })
  .refine(
    ({ items, order, orderId }) => order !== undefined || orderId !== undefined || (items?.length ?? 0) > 0,
    'items, order or orderId is required',
  );
export type CreateStripeSessionBody = z.infer<typeof createStripeSessionBody>;

export const stripeSessionView = z
  .object({
    id: z.string(),
    url: z.string().meta({ description: "URL of the provider's page to redirect to" }),
    ...reservedOrder,
  })
  .meta({ id: 'StripeSession' });
export type StripeSessionView = z.infer<typeof stripeSessionView>;

export const orderPaymentView = z
  .object({
    orderId: id,
    orderNumber: z.string(),
    order_status: z.enum(ORDER_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    total: rupees,
    reserved_until: timestamp.nullable(),
    provider: z.enum(PAYMENT_PROVIDERS).optional(),
    refund: z.object({ amount: rupees, state: z.enum(REFUND_STATES) }).optional(),
    can_retry: z.boolean().meta({ description: 'The stock is still reserved, so the payment can be retried' }),
  })
  .meta({ id: 'OrderPayment' });
export type OrderPaymentView = z.infer<typeof orderPaymentView>;

export const receivedView = z.object({ received: z.literal(true) });

export const createRazorpayOrder = endpoint({
  method: 'post',
  path: '/api/razorpay/create-order',
  access: 'user',
  summary: 'Start a payment with Razorpay and reserve the stock of its order',
  isIdempotent: true,
  body: createRazorpayOrderBody,
  output: razorpayOrderView,
  errors: [...ORDER_REJECTIONS, 'status_not_allowed'],
});

export const verifyRazorpayPayment = endpoint({
  method: 'post',
  path: '/api/razorpay/verify-payment',
  access: 'user',
  changes: ORDER_PATHS,
  summary: 'Verify a payment with the signature that the checkout returned',
  description: 'The error `payment_unverified` has the status 400 here.',
  body: verifyRazorpayBody,
  output: verifiedPaymentView,
  errors: ORDER_REJECTIONS,
});

export const createStripeSession = endpoint({
  method: 'post',
  path: '/api/stripe/create-checkout-session',
  access: 'user',
  summary: 'Start a payment with Stripe Checkout and reserve the stock of its order',
  isIdempotent: true,
  body: createStripeSessionBody,
  output: stripeSessionView,
  errors: [...ORDER_REJECTIONS, 'status_not_allowed'],
});

export const getOrderPayment = endpoint({
  method: 'get',
  path: '/api/orders/:id/payment',
  access: 'user',
  onSharedDevice: 'acting',
  summary: "Get the payment of one of the user's orders",
  params: idParams,
  output: orderPaymentView,
});

export const receiveRazorpayEvent = endpoint({
  method: 'post',
  path: '/api/webhooks/razorpay',
  access: 'public',
  summary: 'Receive a signed webhook event of Razorpay',
  isSigned: true,
  output: receivedView,
});

export const receiveStripeEvent = endpoint({
  method: 'post',
  path: '/api/webhooks/stripe',
  access: 'public',
  summary: 'Receive a signed webhook event of Stripe',
  isSigned: true,
  output: receivedView,
});
