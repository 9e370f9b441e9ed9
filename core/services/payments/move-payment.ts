import type { PaymentState } from '@haat/contract/rules/payment';
import { movePayment, type PaymentEvent } from '@haat/machines/payment-state/payment-state.machine';
import type { PoolClient } from 'pg';

/** What brought somebody to look at a payment. */
export type PaymentSource = 'start' | 'verify' | 'webhook' | 'sweeper' | 'order' | 'refund' | 'return' | 'operator';

type Step = { event: PaymentEvent['type']; details?: Record<string, unknown> };
export type Moving = { payment: { id: number; state: PaymentState }; source: PaymentSource; steps: Step[] };

/**
 * Moves a payment, whose row the transaction has locked, through these steps at once, and keeps each in its trail: who did
 * it and why. Throws for a step that the rules do not know.
 */
export async function recordMoves(client: PoolClient, { payment, source, steps }: Moving): Promise<void> {
  let state = payment.state;
  for (const { event, details = {} } of steps) {
    const to = movePayment(state, event);
    if (!to) throw new Error(`Payment ${payment.id} is ${state}: ${event} cannot happen to it`);
    await client.query(
      `INSERT INTO payment_events (payment_id, source, from_state, to_state, details) VALUES ($1, $2, $3, $4, $5)`,
      [payment.id, source, state, to, details],
    );
    state = to;
  }
  // Not one by one: only one payment of an order may be 'paid' even for a moment.
  await client.query('UPDATE payments SET state = $2, updated_at = now() WHERE id = $1', [payment.id, state]);
}

/** The refund of a payment whose steps end in 'owe': due from the commit on. */
export async function addRefund(client: PoolClient, paymentId: number, amountPaise: number): Promise<void> {
  await client.query('INSERT INTO refunds (payment_id, amount_paise) VALUES ($1, $2)', [paymentId, amountPaise]);
}
