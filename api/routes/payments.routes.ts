import { Router } from '@koa/router';
import { idempotencyKey, idParams } from '@haat/contract/api/common.schema';
import { placeOrderBody } from '@haat/contract/api/orders.schema';
import {
  createRazorpayOrderBody,
  createStripeSessionBody,
  type OrderPaymentView,
  type RazorpayOrderView,
  type StripeSessionView,
  type VerifiedPaymentView,
  verifyRazorpayBody,
} from '@haat/contract/api/payments.schema';
import { toPaise, toRupees } from '@haat/contract/rules/rupees';
import { DomainError } from '@haat/core/errors';
import { placeOrder } from '@haat/core/services/orders/place-order';
import { priceCart } from '@haat/core/services/orders/price-cart';
import { findOrderPayment, type OrderPayment } from '@haat/core/services/payments/find-order-payment';
import { offeredGateway } from '@haat/core/services/payments/offered-gateway';
import { returnAddress } from '@haat/core/services/payments/return-address';
import type { Settlement } from '@haat/core/services/payments/settle-payment';
import {
  type HeldOrder,
  resumeOrderPayment,
  startBarePayment,
  type StartedPayment,
  startOrderPayment,
} from '@haat/core/services/payments/start-payment';
import { verifyPayment } from '@haat/core/services/payments/verify-payment';
import type { Context } from 'koa';
import { parse } from '../http/parse.ts';
import { type ApiState, requireUser } from '../http/session.ts';

export const paymentsRoutes = new Router<ApiState>({ prefix: '/api' });

paymentsRoutes.post('/razorpay/create-order', async (ctx) => {
  const { userId, email } = requireUser(ctx.state);
  const key = parse(idempotencyKey.optional(), ctx.get('idempotency-key') || undefined);
  const { amount, order, orderId } = parse(createRazorpayOrderBody, ctx.request.body);

  const starting = { provider: 'razorpay', user: { id: userId, email } } as const;
  const amountPaise = amount === undefined ? undefined : toPaise(amount);
  if (order) {
    const started = await startOrderPayment({ ...starting, order, idempotencyKey: key, amountPaise });
    ctx.body = presentRazorpayOrder(started);
    return;
  }
  if (orderId !== undefined) {
    ctx.body = presentRazorpayOrder(await resumeOrderPayment({ ...starting, orderId }));
    return;
  }
  ctx.body = presentRazorpayOrder(await startBarePayment({ ...starting, amountPaise: amountPaise ?? 0 }));
});

paymentsRoutes.post('/razorpay/verify-payment', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  const body = parse(verifyRazorpayBody, ctx.request.body);

  const proof = {
    providerOrderId: body.razorpay_order_id,
    providerPaymentId: body.razorpay_payment_id,
    signature: body.razorpay_signature,
  };
  await orUnverified(ctx, async () => {
    const settlement = await verifyPayment({ userId, ...proof });
    ctx.body = { success: true, ...(await orderOf(userId, settlement, body)) } satisfies VerifiedPaymentView;
  });
});

paymentsRoutes.post('/stripe/create-checkout-session', async (ctx) => {
  const { userId, email } = requireUser(ctx.state);
  const key = parse(idempotencyKey.optional(), ctx.get('idempotency-key') || undefined);
  const { items = [], order, orderId, ...urls } = parse(createStripeSessionBody, ctx.request.body);
  const ownOrigin = `${ctx.protocol}://${ctx.get('host')}`;
  const returnTo = {
    success: returnAddress({ field: 'success_url', address: urls.success_url, ownOrigin }),
    cancel: returnAddress({ field: 'cancel_url', address: urls.cancel_url, ownOrigin }),
  };

  const starting = { provider: 'stripe', user: { id: userId, email }, returnTo } as const;
  if (order) {
    ctx.body = presentStripeSession(await startOrderPayment({ ...starting, order, idempotencyKey: key }));
    return;
  }
  if (orderId !== undefined) {
    ctx.body = presentStripeSession(await resumeOrderPayment({ ...starting, orderId }));
    return;
  }
  const lines = await priceCart(userId, items);
  const amountPaise = lines.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
  ctx.body = presentStripeSession(await startBarePayment({ ...starting, amountPaise, lines }));
});

paymentsRoutes.get('/orders/:id/payment', async (ctx) => {
  const { userId } = requireUser(ctx.state);
  const { id } = parse(idParams, ctx.params);

  ctx.body = presentOrderPayment(await findOrderPayment({ userId, orderId: id }));
});

/** A payment that is none: the page of the spec reads `success`. */
async function orUnverified(ctx: Context, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'payment_unverified') throw error;
    ctx.status = 400;
    ctx.body = { success: false, code: error.code, error: error.message, message: error.message };
  }
}

/** The order that the money is for; one that is sent beside the proof is placed with money that has none yet. */
async function orderOf(userId: number, { orderId, orderNumber }: Settlement, sent: object) {
  if (orderId !== undefined) return { orderId, orderNumber };
  const order = placeOrderBody.safeParse(sent);
  if (!order.success) return {};
  const placed = await placeOrder({ userId, body: { ...order.data, paymentMethod: 'online' } });
  return { orderId: placed.id, orderNumber: placed.orderNumber };
}

function presentRazorpayOrder({ providerOrderId, amountPaise, order }: StartedPayment): RazorpayOrderView {
  const { key = '', url = '' } = offeredGateway('razorpay').checkout ?? {};
  return { id: providerOrderId, amount: amountPaise, currency: 'INR', key, checkout_url: url, ...presentHeld(order) };
}

function presentStripeSession({ providerOrderId, url, order }: StartedPayment): StripeSessionView {
  return { id: providerOrderId, url: url ?? '', ...presentHeld(order) };
}

const presentHeld = (order: HeldOrder | undefined) =>
  order && { orderId: order.id, orderNumber: order.orderNumber, held_until: order.heldUntil.toISOString() };

function presentOrderPayment(payment: OrderPayment): OrderPaymentView {
  const { provider, refundPaise, refundState } = payment;
  return {
    orderId: payment.orderId,
    orderNumber: payment.orderNumber,
    order_status: payment.orderStatus,
    payment_status: payment.paymentStatus,
    total: toRupees(payment.totalPaise),
    held_until: payment.heldUntil?.toISOString() ?? null,
    ...(provider && { provider }),
    ...(refundPaise !== null && refundState && { refund: { amount: toRupees(refundPaise), state: refundState } }),
    can_retry: payment.canRetry,
  };
}
