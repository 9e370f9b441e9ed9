import { Router } from '@koa/router';
import { idParams } from '@haat/contract/api/common.schema';
import {
  operatorPaymentsQuery,
  type OperatorPaymentView,
  type PaymentHealthView,
  type PaymentTrailView,
} from '@haat/contract/api/operator-payments.schema';
import { toRupees } from '@haat/contract/rules/rupees';
import { checkPayment } from '@haat/core/services/operator/check-payment';
import { listPayments } from '@haat/core/services/operator/list-payments';
import type { ListedPayment } from '@haat/core/services/operator/payment-row.sql';
import { type PaymentTrail, readPaymentTrail } from '@haat/core/services/operator/read-payment-trail';
import { refundPayment } from '@haat/core/services/operator/refund-payment';
import { readPaymentHealth } from '@haat/core/services/payments/payment-health';
import { parse } from '../http/parse.ts';
import { type ApiState, requireOperator } from '../http/session.ts';

export const operatorPaymentsRoutes = new Router<ApiState>({ prefix: '/api/operator/payments' });

operatorPaymentsRoutes.get('/', async (ctx) => {
  requireOperator(ctx.state);
  const { trouble, ...query } = parse(operatorPaymentsQuery, ctx.query);
  const payments = await listPayments({ ...query, onlyTrouble: trouble === 'true' });
  ctx.body = payments.map(presentListed);
});

operatorPaymentsRoutes.get('/health', async (ctx) => {
  requireOperator(ctx.state);
  const health = await readPaymentHealth();
  ctx.body = {
    money_without_order: health.moneyWithoutOrder,
    order_without_money: health.orderWithoutMoney,
    refunds_failed: health.refundsFailed,
    refunds_waiting: health.refundsWaiting,
    holds_overdue: health.holdsOverdue,
    events_waiting: health.eventsWaiting,
    orders: health.orders,
  } satisfies PaymentHealthView;
});

operatorPaymentsRoutes.get('/:id', async (ctx) => {
  requireOperator(ctx.state);
  const { id } = parse(idParams, ctx.params);
  ctx.body = presentTrail(await readPaymentTrail(id));
});

operatorPaymentsRoutes.post('/:id/check', async (ctx) => {
  requireOperator(ctx.state);
  const { id } = parse(idParams, ctx.params);
  ctx.body = presentTrail(await checkPayment(id));
});

operatorPaymentsRoutes.post('/:id/refund', async (ctx) => {
  const { userId } = requireOperator(ctx.state);
  const { id } = parse(idParams, ctx.params);
  await refundPayment({ paymentId: id, actorId: userId });
  ctx.body = presentTrail(await readPaymentTrail(id));
});

function presentListed(payment: ListedPayment): OperatorPaymentView {
  const { id, provider, state, order } = payment;
  return {
    id,
    provider,
    state,
    amount: toRupees(payment.amountPaise),
    created_at: payment.createdAt.toISOString(),
    paid_at: iso(payment.paidAt),
    customer_email: payment.customerEmail,
    provider_order_id: payment.providerOrderId,
    provider_payment_id: payment.providerPaymentId,
    order: order && {
      id: order.id,
      orderNumber: order.orderNumber,
      shop_slug: order.shopSlug,
      total: toRupees(order.totalPaise),
      payment_status: order.paymentStatus,
      held_until: order.heldUntil && new Date(order.heldUntil).toISOString(),
    },
  };
}

function presentTrail(trail: PaymentTrail): PaymentTrailView {
  return {
    ...presentListed(trail),
    can_check: trail.canCheck,
    can_refund: trail.canRefund,
    events: trail.events.map(({ at, ...event }) => ({ at: at.toISOString(), ...event })),
    refunds: trail.refunds.map(({ at, amountPaise, providerRefundId, ...refund }) => ({
      ...refund,
      at: at.toISOString(),
      amount: toRupees(amountPaise),
      provider_refund_id: providerRefundId,
    })),
    webhooks: trail.webhooks.map(({ eventId, at, processedAt, ...webhook }) => ({
      ...webhook,
      event_id: eventId,
      at: at.toISOString(),
      processed_at: iso(processedAt),
    })),
  };
}

const iso = (at: Date | null): string | null => at && at.toISOString();
