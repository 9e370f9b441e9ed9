import { placeOrderBody } from '@haat/contract/orders/orders.calls';
import * as api from '@haat/contract/payments/payments.calls';
import type { RazorpayOrderView, StripeSessionView } from '@haat/contract/payments/payments.calls';
import { toPaise } from '@haat/contract/rupees';
import { DomainError } from '@haat/core/errors';
import { requireOfferedGateway } from '@haat/core/gateways/payments/gateways';
import { priceCart } from '@haat/core/orders/place/price-cart';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { startOrderPayment } from '@haat/core/orders/place/start-order-payment';
import { findOrderPayment, type OrderPayment } from '@haat/core/payments/order-payment';
import type { Settlement } from '@haat/core/payments/settle-payment';
import {
  resumeOrderPayment,
  requireReturnAddress,
  startBarePayment,
  type StartedPayment,
} from '@haat/core/payments/start-payment';
import { verifyPayment } from '@haat/core/payments/verify-payment';
import { receiveWebhook } from '@haat/core/payments/webhooks';
import { wire } from '@haat/core/lib/wire';
import { clientAddress } from '../http/input.ts';
import { answered, type Route, route } from '../http/route.ts';

export const paymentsRoutes: Route[] = [
  route(
    api.createRazorpayOrder,
    async ({ ctx, user: { userId: id, email }, key, body: { amount, order, orderId } }) => {
      const starting = { provider: 'razorpay', user: { id, email }, clientAddress: clientAddress(ctx.ip) } as const;
      const amountPaise = amount === undefined ? undefined : toPaise(amount);
      if (order)
        return presentRazorpayOrder(await startOrderPayment({ ...starting, order, idempotencyKey: key, amountPaise }));
      if (orderId !== undefined) return presentRazorpayOrder(await resumeOrderPayment({ ...starting, orderId }));
      return presentRazorpayOrder(await startBarePayment({ ...starting, amountPaise: amountPaise ?? 0 }));
    },
  ),

  route(api.verifyRazorpayPayment, async ({ ctx, user: { userId }, body }) => {
    const proof = {
      providerOrderId: body.razorpay_order_id,
      providerPaymentId: body.razorpay_payment_id,
      signature: body.razorpay_signature,
    };
    try {
      const settlement = await verifyPayment({ userId, ...proof });
      return { success: true as const, ...(await orderOf(userId, settlement, body)) };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'payment_unverified') throw error;
      // Clients of this call read `success`.
      ctx.status = 400;
      ctx.body = { success: false, code: error.code, error: error.message, message: error.message };
      return answered;
    }
  }),

  route(api.createStripeSession, async ({ ctx, user: { userId, email }, key, body }) => {
    const { items = [], order, orderId, ...urls } = body;
    const ownOrigin = `${ctx.protocol}://${ctx.get('host')}`;
    const returnTo = {
      success: requireReturnAddress({ field: 'success_url', address: urls.success_url, ownOrigin }),
      cancel: requireReturnAddress({ field: 'cancel_url', address: urls.cancel_url, ownOrigin }),
    };
    const user = { id: userId, email };
    const starting = { provider: 'stripe', user, clientAddress: clientAddress(ctx.ip), returnTo } as const;
    if (order) return presentStripeSession(await startOrderPayment({ ...starting, order, idempotencyKey: key }));
    if (orderId !== undefined) return presentStripeSession(await resumeOrderPayment({ ...starting, orderId }));
    const lines = await priceCart(userId, items);
    const amountPaise = lines.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
    return presentStripeSession(await startBarePayment({ ...starting, amountPaise, lines }));
  }),

  route(api.getOrderPayment, async ({ user: { userId }, params }) =>
    presentOrderPayment(await findOrderPayment({ userId, orderId: params.id })),
  ),

  route(api.receiveRazorpayEvent, async ({ ctx, bytes }) => {
    await receiveWebhook({ provider: 'razorpay', raw: bytes, header: (name) => ctx.get(name) });
    return { received: true as const };
  }),

  route(api.receiveStripeEvent, async ({ ctx, bytes }) => {
    await receiveWebhook({ provider: 'stripe', raw: bytes, header: (name) => ctx.get(name) });
    return { received: true as const };
  }),
];

/** The order that the money is for. An order that is sent with the proof is placed with money that has no order yet. */
async function orderOf(userId: number, { orderId, orderNumber }: Settlement, sent: object) {
  if (orderId !== undefined) return { orderId, orderNumber };
  const order = placeOrderBody.safeParse(sent);
  if (!order.success) return {};
  const placed = await placeOrder({ userId, body: { ...order.data, paymentMethod: 'online' } });
  return { orderId: placed.id, orderNumber: placed.orderNumber };
}

function presentRazorpayOrder({ providerOrderId, amountPaise, order }: StartedPayment): RazorpayOrderView {
  const { key = '', url = '' } = requireOfferedGateway('razorpay').checkout ?? {};
  return { id: providerOrderId, amount: amountPaise, currency: 'INR', key, checkout_url: url, ...presentHeld(order) };
}

function presentStripeSession({ providerOrderId, url, order }: StartedPayment): StripeSessionView {
  return { id: providerOrderId, url: url ?? '', ...presentHeld(order) };
}

const presentHeld = (order: StartedPayment['order']) =>
  order && { orderId: order.id, orderNumber: order.orderNumber, reserved_until: order.reservedUntil.toISOString() };

function presentOrderPayment(payment: OrderPayment) {
  const { refundPaise: amountPaise, refundState: state } = payment;
  const refund = amountPaise !== null && state ? { amountPaise, state } : null;
  return wire(api.orderPaymentView, { ...payment, refund });
}
