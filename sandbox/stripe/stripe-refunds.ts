import * as z from 'zod';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import { announceRefund, refundedOf } from './stripe-events.ts';
import type { StripeIntent, StripeRefund } from './stripe-records.ts';

const refundParams = z.object({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: z.coerce.number().int().min(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
});

export function createRefund(world: World, form: unknown): StripeRefund {
  const params = refundParams.safeParse(form);
  if (!params.success) throw new Refusal(`Invalid ${params.error.issues[0]?.path.join('.')}`);
  const intent = paidIntent(world, params.data);
  const left = intent.amount - refundedOf(world, intent.id);
  if (left === 0)
    throw new Refusal(`Charge ${intent.chargeId} has already been refunded.`, { code: 'charge_already_refunded' });
  const amount = params.data.amount ?? left;
  if (amount > left)
    throw new Refusal(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    });
  const isDone = world.conditions.refunds === 'done';
  const refund: StripeRefund = {
    id: world.newId('re_'),
    intentId: intent.id,
    created: world.seconds(),
    amount,
    currency: intent.currency,
    status: isDone ? 'succeeded' : 'pending',
    reason: params.data.reason ?? null,
    metadata: params.data.metadata,
    doneAt: isDone ? null : world.now() + world.conditions.refundMs,
  };
  world.state.stripe.refunds[refund.id] = refund;
  announceRefund(world, 'created', refund);
  return refund;
}

function paidIntent(world: World, { payment_intent: id, charge }: z.infer<typeof refundParams>): StripeIntent {
  if (!id && !charge)
    throw new Refusal('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = Object.values(world.state.stripe.intents).find((one) => one.id === id || one.chargeId === charge);
  if (!intent)
    throw new Refusal(`No such payment_intent: '${id ?? charge}'`, {
      status: 404,
      code: 'resource_missing',
      param: 'payment_intent',
    });
  if (intent.status !== 'succeeded')
    throw new Refusal(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
  return intent;
}

export function findRefund(world: World, id: string): StripeRefund {
  const refund = world.state.stripe.refunds[id];
  if (!refund) throw new Refusal(`No such refund: '${id}'`, { status: 404, code: 'resource_missing', param: 'refund' });
  return refund;
}

/** The bank has taken the money back to the customer, or could not. */
export function endRefund(world: World, refund: StripeRefund): void {
  if (refund.doneAt === null || refund.doneAt > world.now()) return;
  const isFailed = world.conditions.refunds === 'failed';
  refund.doneAt = null;
  refund.status = isFailed ? 'failed' : 'succeeded';
  announceRefund(world, isFailed ? 'failed' : 'updated', refund);
}
