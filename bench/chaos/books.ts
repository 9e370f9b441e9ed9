import { database } from '@haat/core/db/database';
import type { Sandbox } from '@haat/sandbox/start-sandbox';

export type Balance = { captured: number; paid: number; refunded: number; held: number; isEven: boolean };

/** All money of the run, in paise: what the providers took must be an order's, given back, or waiting for its order. */
export async function drawBalance(sandbox: Sandbox): Promise<Balance> {
  const { stripe, razorpay } = sandbox.books();
  const captured = stripe.captured + razorpay.captured;
  const refunded = stripe.refunded + razorpay.refunded;
  const { rows } = await database().pool.query<{ paid: number; held: number }>(`
    SELECT
      (SELECT coalesce(sum(total_paise), 0)::float8 FROM orders
        WHERE payment_method = 'online' AND payment_status = 'paid') AS paid,
      (SELECT coalesce(sum(amount_paise), 0)::float8 FROM payments
        WHERE order_id IS NULL AND state = 'paid' AND created_at > now() - interval '30 minutes') AS held`);
  const { paid = 0, held = 0 } = rows[0] ?? {};
  return { captured, paid, refunded, held, isEven: captured === paid + refunded + held };
}

/** What is still under way, in words and numbers; empty when all is settled. */
export async function underWay(sandbox: Sandbox): Promise<string[]> {
  const { rows } = await database().pool.query<{ what: string; n: number }>(`
    SELECT 'orders that wait' AS what, count(*)::int AS n FROM orders WHERE payment_status = 'awaiting'
    UNION ALL SELECT 'payments to be given back', count(*)::int FROM payments WHERE state = 'refund_due'
    UNION ALL SELECT 'old money without an order', count(*)::int FROM payments
      WHERE order_id IS NULL AND state = 'paid' AND created_at < now() - interval '30 minutes'
    UNION ALL SELECT 'webhook events not processed', count(*)::int FROM webhook_events WHERE processed_at IS NULL
    UNION ALL SELECT 'outbox rows', count(*)::int FROM outbox WHERE dispatched_at IS NULL`);
  const { stripe, razorpay } = sandbox.world.state;
  const undecided = [...Object.values(stripe.intents), ...Object.values(razorpay.payments)];
  const banks = { what: 'banks that decide', n: undecided.filter(({ later }) => later !== null).length };
  const balance = await drawBalance(sandbox);
  const uneven = {
    what: 'paise without a place',
    n: balance.captured - balance.paid - balance.refunded - balance.held,
  };
  return [...rows, banks, uneven].filter(({ n }) => n !== 0).map(({ what, n }) => `${n} ${what}`);
}

export const rupees = (paise: number): string => `₹${(paise / 100).toFixed(2)}`;
