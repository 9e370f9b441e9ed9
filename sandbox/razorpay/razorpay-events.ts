import type { World } from '../world/world.ts';
import { orderEntity, paymentEntity, refundEntity } from './razorpay-objects.ts';
import type { RazorpayOrder, RazorpayPayment, RazorpayRefund } from './razorpay-records.ts';

type Entities = Record<string, Record<string, unknown>>;

function announce(world: World, event: string, entities: Entities): void {
  const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
  const contains = Object.keys(payload);
  const body = { entity: 'event', account_id: 'acc_Sandbox', event, contains, payload, created_at: world.seconds() };
  const about = String(Object.values(entities)[0]?.id);
  const id = world.newId('');
  world.webhooks.announce({ id, provider: 'razorpay', type: event, about, body: JSON.stringify(body) });
}

export function announcePayment(
  world: World,
  what: 'authorized' | 'captured' | 'failed',
  payment: RazorpayPayment,
): void {
  announce(world, `payment.${what}`, { payment: paymentEntity(world, payment) });
}

export function announceOrderPaid(world: World, order: RazorpayOrder, payment: RazorpayPayment): void {
  announce(world, 'order.paid', { payment: paymentEntity(world, payment), order: orderEntity(order) });
}

export function announceRazorpayRefund(
  world: World,
  what: 'created' | 'processed' | 'failed',
  refund: RazorpayRefund,
): void {
  const payment = world.state.razorpay.payments[refund.paymentId];
  if (!payment) return;
  announce(world, `refund.${what}`, { refund: refundEntity(refund), payment: paymentEntity(world, payment) });
}
