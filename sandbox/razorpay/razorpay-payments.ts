import * as z from 'zod';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { announceOrderPaid, announcePayment } from './razorpay-events.ts';
import { findOrder, readBody } from './razorpay-orders.ts';
import type { RazorpayPayment } from './razorpay-records.ts';

const captureBody = z.object({
  amount: z.coerce.number('The amount field is required.').int(),
  currency: z.string().default('INR'),
});

export function findPayment(world: World, id: string): RazorpayPayment {
  const payment = world.state.razorpay.payments[id];
  if (!payment) throw new Refusal('The id provided does not exist');
  return payment;
}

export const paymentsOf = (world: World, orderId: string): RazorpayPayment[] =>
  Object.values(world.state.razorpay.payments).filter((payment) => payment.orderId === orderId);

/** Takes what the customer authorised, once and to the paisa. */
export function capturePayment(world: World, id: string, body: unknown): RazorpayPayment {
  const payment = findPayment(world, id);
  const { amount, currency } = readBody(captureBody, body);
  if (payment.status === 'captured' || payment.status === 'refunded')
    throw new Refusal('This payment has already been captured');
  if (payment.status !== 'authorized')
    throw new Refusal('Only payments which have been authorized and not yet captured can be captured');
  if (amount !== payment.amount || currency !== payment.currency)
    throw new Refusal('Capture amount must be equal to the amount authorized', { param: 'amount' });
  capture(world, payment);
  return payment;
}

export function capture(world: World, payment: RazorpayPayment): void {
  const order = findOrder(world, payment.orderId);
  if (order.status === 'paid') throw new Refusal('Order is already paid');
  payment.status = 'captured';
  order.status = 'paid';
  announcePayment(world, 'captured', payment);
  announceOrderPaid(world, order, payment);
}
