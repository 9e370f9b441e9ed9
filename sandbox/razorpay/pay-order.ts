import type { Outcome } from '../world/outcome.ts';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { razorpayPaymentSignature } from '../webhooks/webhook-signature.ts';
import { announcePayment } from './razorpay-events.ts';
import { findOrder } from './razorpay-orders.ts';
import { capture } from './razorpay-payments.ts';
import type { RazorpayFailure, RazorpayOrder, RazorpayPayment } from './razorpay-records.ts';

/** What the checkout hands to the page of the shop after a payment. */
export type PaidReply = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };

export type Payer = { method?: string; email?: string; contact?: string; amount?: number; currency?: string };

const DECLINED: RazorpayFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your payment was declined by the bank. Try another way of paying.',
  source: 'customer',
  step: 'payment_authorization',
  reason: 'payment_declined',
};
const TIMED_OUT: RazorpayFailure = {
  code: 'BAD_REQUEST_ERROR',
  description: 'Your payment was not completed in time.',
  source: 'customer',
  step: 'payment_authentication',
  reason: 'payment_timed_out',
};

/** What the customer did in the checkout. An order that is paid cannot be paid again. */
export function actOnOrder(world: World, id: string, { outcome, payer = {} }: { outcome: Outcome; payer?: Payer }) {
  const order = findOrder(world, id);
  if (order.status === 'paid') throw new Refusal('Payment already done for this order.');
  if (outcome === 'cancel') return { order };
  order.attempts += 1;
  order.status = 'attempted';
  const payment = newPayment(world, order, payer);
  if (outcome === 'pay' || outcome === 'close') {
    authorize(world, payment);
    return { order, payment, reply: replyOf(world, payment) };
  }
  const isLate = outcome !== 'decline';
  payment.status = 'failed';
  payment.failure = isLate ? TIMED_OUT : DECLINED;
  if (isLate) payment.later = { at: world.now() + world.conditions.lateMs, isPaid: outcome === 'late' };
  announcePayment(world, 'failed', payment);
  return { order, payment };
}

function newPayment(world: World, order: RazorpayOrder, payer: Payer): RazorpayPayment {
  const payment: RazorpayPayment = {
    id: world.newId('pay_'),
    orderId: order.id,
    created: world.seconds(),
    amount: payer.amount ?? order.amount,
    currency: payer.currency ?? order.currency,
    status: 'authorized',
    method: payer.method ?? 'upi',
    email: payer.email ?? '',
    contact: payer.contact ?? '',
    failure: null,
    later: null,
  };
  world.state.razorpay.payments[payment.id] = payment;
  return payment;
}

function authorize(world: World, payment: RazorpayPayment): void {
  announcePayment(world, 'authorized', payment);
  if (world.conditions.razorpayCapture !== 'manual') capture(world, payment);
}

function replyOf(world: World, { id, orderId }: RazorpayPayment): PaidReply {
  const razorpay_signature = razorpayPaymentSignature(world.keys.razorpayKeySecret, orderId, id);
  return { razorpay_payment_id: id, razorpay_order_id: orderId, razorpay_signature };
}

/** The bank has decided after all. What is authorised for an order that was paid otherwise meanwhile, Razorpay captures never. */
export function endLatePayment(world: World, payment: RazorpayPayment): void {
  if (!payment.later || payment.later.at > world.now()) return;
  const { isPaid } = payment.later;
  payment.later = null;
  if (!isPaid) return;
  payment.status = 'authorized';
  payment.failure = null;
  announcePayment(world, 'authorized', payment);
  const isWanted = findOrder(world, payment.orderId).status !== 'paid';
  if (isWanted && world.conditions.razorpayCapture === 'automatic') capture(world, payment);
}
