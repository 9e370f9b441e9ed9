import type { World } from '../world/world.ts';
import type { Notes, RazorpayOrder, RazorpayPayment, RazorpayRefund } from './razorpay-records.ts';

// Razorpay answers an empty list where there are no notes.
const notesOf = (notes: Notes): Notes | [] => (Object.keys(notes).length > 0 ? notes : []);

/** Our records as Razorpay words them. */
export function orderEntity(order: RazorpayOrder): Record<string, unknown> {
  const paid = order.status === 'paid' ? order.amount : 0;
  return {
    id: order.id,
    entity: 'order',
    amount: order.amount,
    amount_due: order.amount - paid,
    amount_paid: paid,
    attempts: order.attempts,
    created_at: order.created,
    currency: order.currency,
    notes: notesOf(order.notes),
    offer_id: null,
    receipt: order.receipt,
    status: order.status,
  };
}

export function paymentEntity(world: World, payment: RazorpayPayment): Record<string, unknown> {
  const refunded = refundedOfPayment(world, payment.id);
  const { failure } = payment;
  return {
    id: payment.id,
    entity: 'payment',
    amount: payment.amount,
    amount_refunded: refunded,
    captured: payment.status === 'captured' || payment.status === 'refunded',
    contact: payment.contact,
    created_at: payment.created,
    currency: payment.currency,
    email: payment.email,
    error_code: failure?.code ?? null,
    error_description: failure?.description ?? null,
    error_reason: failure?.reason ?? null,
    error_source: failure?.source ?? null,
    error_step: failure?.step ?? null,
    international: false,
    invoice_id: null,
    method: payment.method,
    notes: [],
    order_id: payment.orderId,
    refund_status: refunded === 0 ? null : refunded === payment.amount ? 'full' : 'partial',
    status: payment.status,
    vpa: payment.method === 'upi' ? 'success@sandbox' : null,
  };
}

export function refundEntity(refund: RazorpayRefund): Record<string, unknown> {
  return {
    id: refund.id,
    entity: 'refund',
    acquirer_data: { arn: null },
    amount: refund.amount,
    batch_id: null,
    created_at: refund.created,
    currency: refund.currency,
    notes: notesOf(refund.notes),
    payment_id: refund.paymentId,
    receipt: refund.receipt,
    speed_processed: 'normal',
    speed_requested: 'normal',
    status: refund.status,
  };
}

/** How much of a payment was given back or is on its way. */
export function refundedOfPayment(world: World, paymentId: string): number {
  return Object.values(world.state.razorpay.refunds)
    .filter((refund) => refund.paymentId === paymentId && refund.status !== 'failed')
    .reduce((sum, { amount }) => sum + amount, 0);
}
