import type { PaymentState } from '@haat/contract/rules/payment';
import { inTransaction } from '../../db/transaction.ts';
import { addRefund, recordMoves } from './move-payment.ts';

const BATCH = 20;

type Unused = { id: number; state: PaymentState; amountPaise: number };

/** Decides that money goes back which no order has taken half an hour after it came. Answers how many payments it were. */
export async function returnUnused(): Promise<number> {
  const returned = await inTransaction(async (client) => {
    const { rows } = await client.query<Unused>({ name: 'unused-payments', text: UNUSED });
    for (const { amountPaise, ...payment } of rows) {
      const steps = [{ event: 'owe', details: { reason: 'no order' } }] as const;
      await recordMoves(client, { payment, source: 'sweeper', steps: [...steps] });
      await addRefund(client, payment.id, amountPaise);
    }
    return rows.length;
  });
  return returned < BATCH ? returned : returned + (await returnUnused());
}

// Locked until it is decided: an order that would take one waits, and finds it gone.
const UNUSED = `
  SELECT id, state, amount_paise AS "amountPaise" FROM payments
  WHERE order_id IS NULL AND state = 'paid' AND paid_at < now() - interval '30 minutes'
  ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
