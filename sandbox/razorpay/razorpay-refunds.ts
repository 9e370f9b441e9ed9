import * as z from 'zod';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { announceRazorpayRefund } from './razorpay-events.ts';
import { refundedOfPayment } from './razorpay-objects.ts';
import { notes, readBody } from './razorpay-orders.ts';
import { findPayment } from './razorpay-payments.ts';
import type { RazorpayRefund } from './razorpay-records.ts';

const refundBody = z.object({
  amount: z.coerce.number().int().min(100, 'The amount must be atleast INR 1.00').optional(),
  speed: z.enum(['normal', 'optimum']).optional(),
  receipt: z.string().max(40).nullish(),
  notes,
});

export function refundPayment(world: World, paymentId: string, body: unknown): RazorpayRefund {
  const payment = findPayment(world, paymentId);
  const wanted = readBody(refundBody, body);
  if (payment.status === 'refunded') throw new Refusal('The payment has been fully refunded already');
  if (payment.status !== 'captured') throw new Refusal('The payment status should be captured for action to be taken');
  const left = payment.amount - refundedOfPayment(world, paymentId);
  const amount = wanted.amount ?? left;
  if (amount > left)
    throw new Refusal('The total refund amount is greater than the refund payment amount', { param: 'amount' });
  const isDone = world.conditions.refunds === 'done';
  const refund: RazorpayRefund = {
    id: world.newId('rfnd_'),
    paymentId,
    created: world.seconds(),
    amount,
    currency: payment.currency,
    receipt: wanted.receipt ?? null,
    notes: wanted.notes,
    status: isDone ? 'processed' : 'pending',
    doneAt: isDone ? null : world.now() + world.conditions.refundMs,
  };
  world.state.razorpay.refunds[refund.id] = refund;
  if (amount === left) payment.status = 'refunded';
  announceRazorpayRefund(world, 'created', refund);
  if (isDone) announceRazorpayRefund(world, 'processed', refund);
  return refund;
}

export function findRazorpayRefund(world: World, id: string): RazorpayRefund {
  const refund = world.state.razorpay.refunds[id];
  if (!refund) throw new Refusal('The id provided does not exist');
  return refund;
}

/** The bank has taken the money back to the customer, or could not: then it is with the shop again. */
export function endRazorpayRefund(world: World, refund: RazorpayRefund): void {
  if (refund.doneAt === null || refund.doneAt > world.now()) return;
  const isFailed = world.conditions.refunds === 'failed';
  refund.doneAt = null;
  refund.status = isFailed ? 'failed' : 'processed';
  if (isFailed) findPayment(world, refund.paymentId).status = 'captured';
  announceRazorpayRefund(world, isFailed ? 'failed' : 'processed', refund);
}
