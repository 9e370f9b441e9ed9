import { endLatePayment } from '../razorpay/pay-order.ts';
import { endRazorpayRefund } from '../razorpay/razorpay-refunds.ts';
import { expireWhenOver } from '../stripe/checkout-sessions.ts';
import { endLateIntent } from '../stripe/pay-session.ts';
import { endRefund } from '../stripe/stripe-refunds.ts';
import type { World } from './world.ts';

const STEP_MS = 100;

/** Everything that happens by itself: banks decide, sessions end, refunds arrive, webhooks are tried again. Answers how to stop it. */
export function letTimePass(world: World): () => void {
  const timer = setInterval(() => passTime(world), STEP_MS);
  return () => clearInterval(timer);
}

export function passTime(world: World): void {
  const { stripe, razorpay, events } = world.state;
  const before = events.length;
  for (const intent of Object.values(stripe.intents)) endLateIntent(world, intent);
  for (const session of Object.values(stripe.sessions)) expireWhenOver(world, session);
  for (const refund of Object.values(stripe.refunds)) endRefund(world, refund);
  for (const payment of Object.values(razorpay.payments)) endLatePayment(world, payment);
  for (const refund of Object.values(razorpay.refunds)) endRazorpayRefund(world, refund);
  world.webhooks.sendDue();
  if (events.length > before) void world.saved();
}
