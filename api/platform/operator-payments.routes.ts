import * as api from '@haat/contract/platform/operator.calls';
import type { OperatorPaymentView, PaymentTimelineView } from '@haat/contract/platform/operator.calls';
import { toRupees } from '@haat/contract/rupees';
import { exportPayments } from '@haat/core/platform/export-payments';
import { type ListedPayment, listPayments, summarizePayments } from '@haat/core/platform/list-payments';
import { checkPayment, type PaymentTimeline, readPaymentTimeline } from '@haat/core/platform/operator-payments';
import { dismissUnknownPayment, listUnknownPayments } from '@haat/core/platform/unknown-payments';
import { readPaymentHealth } from '@haat/core/payments/payment-health';
import { refundPayment } from '@haat/core/payments/refunds';
import { type Route, route } from '../http/route.ts';

export const operatorPaymentsRoutes: Route[] = [
  route(api.listPayments, async ({ query }) => (await listPayments(query)).map(presentListed)),

  route(api.summarizePayments, async ({ query }) => {
    const { receivedPaise, refundedPaise, ...counts } = await summarizePayments(query);
    return { ...counts, received: toRupees(receivedPaise), refunded: toRupees(refundedPaise) };
  }),

  route(api.exportPayments, ({ query }) => exportPayments(query)),

  route(api.getPaymentHealth, async () => {
    const health = await readPaymentHealth();
    return {
      money_without_order: health.moneyWithoutOrder,
      order_without_money: health.orderWithoutMoney,
      refunds_failed: health.refundsFailed,
      refunds_waiting: health.refundsWaiting,
      reservations_overdue: health.reservationsOverdue,
      events_waiting: health.eventsWaiting,
      events_unknown: health.eventsUnknown,
      orders: health.orders,
    };
  }),

  route(api.listUnknownPayments, async () => {
    const payments = await listUnknownPayments();
    return payments.map((payment) => ({
      provider: payment.provider,
      provider_order_id: payment.providerOrderId,
      provider_payment_id: payment.providerPaymentId,
      kind: payment.kind,
      amount: payment.amountPaise === null ? null : toRupees(payment.amountPaise),
      currency: payment.currency,
      received_at: payment.receivedAt.toISOString(),
    }));
  }),

  route(api.dismissUnknownPayment, async ({ user, body: { provider, provider_order_id: providerOrderId } }) => {
    await dismissUnknownPayment({ provider, providerOrderId, by: user.userId });
  }),

  route(api.getPayment, async ({ params }) => presentTimeline(await readPaymentTimeline(params.id))),

  route(api.checkPayment, async ({ params }) => presentTimeline(await checkPayment(params.id))),

  route(api.refundPayment, async ({ user, params: { id } }) => {
    await refundPayment({ paymentId: id, actorId: user.userId });
    return presentTimeline(await readPaymentTimeline(id));
  }),
];

function presentListed(payment: ListedPayment): OperatorPaymentView {
  const { id, provider, state, order } = payment;
  return {
    id,
    provider,
    state,
    amount: toRupees(payment.amountPaise),
    refunded: toRupees(payment.refundedPaise),
    created_at: payment.createdAt.toISOString(),
    paid_at: iso(payment.paidAt),
    customer_email: payment.customerEmail,
    provider_order_id: payment.providerOrderId,
    provider_payment_id: payment.providerPaymentId,
    order: order && {
      id: order.id,
      orderNumber: order.orderNumber,
      shop_id: order.shopId,
      shop_slug: order.shopSlug,
      shop_name: order.shopName,
      total: toRupees(order.totalPaise),
      payment_status: order.paymentStatus,
      reserved_until: order.reservedUntil && new Date(order.reservedUntil).toISOString(),
    },
  };
}

function presentTimeline(timeline: PaymentTimeline): PaymentTimelineView {
  return {
    ...presentListed(timeline),
    can_check: timeline.canCheck,
    can_refund: timeline.canRefund,
    left: toRupees(timeline.leftPaise),
    refundable: toRupees(timeline.refundablePaise),
    events: timeline.events.map(({ at, ...event }) => ({ at: at.toISOString(), ...event })),
    refunds: timeline.refunds.map(({ at, amountPaise, providerRefundId, ...refund }) => ({
      ...refund,
      at: at.toISOString(),
      amount: toRupees(amountPaise),
      provider_refund_id: providerRefundId,
    })),
    webhooks: timeline.webhooks.map(({ eventId, at, processedAt, ...webhook }) => ({
      ...webhook,
      event_id: eventId,
      at: at.toISOString(),
      processed_at: iso(processedAt),
    })),
  };
}

const iso = (at: Date | null): string | null => at && at.toISOString();
