import { database } from '@haat/core/db/database';
import { patiently } from './patiently.ts';

const run = async (text: string, values: unknown[] = []): Promise<void> => {
  await patiently(() => database().pool.query(text, values));
};

/** The ten minutes of an order are over. */
export const letHoldEnd = (orderId: number): Promise<void> =>
  run(`UPDATE orders SET held_until = now() - interval '1 second' WHERE id = $1 AND payment_status = 'awaiting'`, [
    orderId,
  ]);

export const letAllHoldsEnd = (): Promise<void> =>
  run(
    `UPDATE orders SET held_until = now() - interval '1 second' WHERE payment_status = 'awaiting' AND held_until > now()`,
  );

/** Half an hour has passed for every other payment whose order did not come for some seconds. */
export const letMoneyGrowOld = (): Promise<void> =>
  run(
    `UPDATE payments SET paid_at = paid_at - interval '31 minutes'
     WHERE order_id IS NULL AND state = 'paid' AND id % 2 = 0 AND paid_at < now() - interval '3 seconds'`,
  );

/** The pauses of the sweeper are seconds to hours; here they are over at once. */
export async function hurrySweeper(): Promise<void> {
  await run(
    `UPDATE payments SET next_check_at = now() WHERE state IN ('created', 'failed', 'paid') AND next_check_at > now()`,
  );
  await run(`UPDATE refunds SET next_check_at = now() WHERE state IN ('due', 'requested') AND next_check_at > now()`);
  await run(`UPDATE webhook_events SET next_check_at = now() WHERE processed_at IS NULL AND next_check_at > now()`);
  await run(`UPDATE orders SET hold_check_at = NULL WHERE payment_status = 'awaiting' AND hold_check_at > now()`);
}
