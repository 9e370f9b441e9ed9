import { COUNTER_PHONE_DAYS } from '@haat/contract/orders/counter-sale';
import { run, sql } from '../db/database.ts';
import { QUEUE_NAMES, type QueueName } from '../queue/job-definitions.ts';
import { readyQueue } from '../queue/queues.ts';
import { recordEndedHelp } from '../accounts/end-help.ts';
import { finishAbandonedPictureImports } from '../catalog/picture-imports/picture-import-record.ts';
import { clearOrphanPictures } from './clear-orphan-pictures.ts';
import { continuePictureInventory } from './picture-inventory.ts';

const BATCH = 5_000;
const FAILED_JOBS_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Removes expired data: one-time codes after a day, expired rate limits and stream tickets, sessions a month after they ended,
 * retired refresh tokens, requests for orders and products, refusals of limits and imports, also of pictures, after 30 days,
 * webhook events after 90 unless they are about an unknown payment that is not dismissed, failures of items after a day, closed
 * outbox rows, stored mails and messages and failed jobs after a week, devices unseen for 270 days or dead for 30, deliveries
 * and security notices after a month, logins of known devices after 90 days except the last one of each account, mobile numbers
 * of counter sales after 30 days, with the shop's notes about them, declined and withdrawn applications for a shop after 90
 * days, pictures of solved problems after 180 days, and pictures that no row refers to. Also records the end of expired help
 * sessions, and finishes abandoned picture imports. Changes rows in batches to hold locks briefly. A failing step does not stop
 * the others; rejects with the first failure afterwards.
 */
export async function clearLeftovers(): Promise<void> {
  const steps: (() => Promise<unknown>)[] = [
    () => recordEndedHelp({}),
    finishAbandonedPictureImports,
    ...LEFTOVERS.map((text) => () => runInBatches(text)),
    // Pictures are removed after the inventory only.
    () => continuePictureInventory().then(() => clearOrphanPictures()),
    ...QUEUE_NAMES.map((name) => () => removeFailedJobs(name)),
  ];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function removeFailedJobs(name: QueueName): Promise<void> {
  const queue = await readyQueue(name);
  await queue.clean(FAILED_JOBS_MS, BATCH, 'failed');
}

async function runInBatches(text: string): Promise<void> {
  const statement = sql<{ batch: number }>(text);
  while ((await run(statement, { batch: BATCH })) === BATCH);
}

const LEFTOVERS = [
  `DELETE FROM otp_codes WHERE id IN (
     SELECT id FROM otp_codes WHERE expires_at < now() - interval '1 day' LIMIT :batch)`,
  // Requests lock several rows in the order of their keys too. One that uses a row begins its next period.
  `DELETE FROM rate_limits WHERE key IN (
     SELECT key FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000
     ORDER BY key LIMIT :batch FOR UPDATE SKIP LOCKED)`,
  `DELETE FROM limit_refusals WHERE (user_id, day) IN (
     SELECT user_id, day FROM limit_refusals WHERE day < current_date - 30 LIMIT :batch)`,
  `DELETE FROM sessions WHERE id IN (
     SELECT id FROM sessions WHERE least(revoked_at, expires_at) < now() - interval '30 days' LIMIT :batch)`,
  // As long as an unused session lasts: after that, no reuse of a retired token can be expected.
  `DELETE FROM refresh_tokens WHERE id IN (
     SELECT id FROM refresh_tokens WHERE retired_at < now() - interval '30 days' LIMIT :batch)`,
  `DELETE FROM stream_tickets WHERE ticket_hash IN (
     SELECT ticket_hash FROM stream_tickets WHERE expires_at < now() LIMIT :batch)`,
  `DELETE FROM order_requests WHERE (user_id, key) IN (
     SELECT user_id, key FROM order_requests WHERE created_at < now() - interval '30 days' LIMIT :batch)`,
  `DELETE FROM product_requests WHERE (user_id, key) IN (
     SELECT user_id, key FROM product_requests WHERE created_at < now() - interval '30 days' LIMIT :batch)`,
  `DELETE FROM order_actions WHERE (user_id, key) IN (
     SELECT user_id, key FROM order_actions WHERE created_at < now() - interval '30 days' LIMIT :batch)`,
  `DELETE FROM failed_items WHERE (processor, item_id) IN (
     SELECT processor, item_id FROM failed_items WHERE retry_at < now() - interval '1 day' LIMIT :batch)`,
  `DELETE FROM outbox WHERE id IN (
     SELECT id FROM outbox WHERE done_at < now() - interval '7 days' LIMIT :batch)`,
  // They contain personal data; their effect is recorded in the payment timeline.
  `DELETE FROM webhook_events WHERE (provider, event_id) IN (
     SELECT provider, event_id FROM webhook_events
     WHERE received_at < now() - interval '90 days' AND (unknown_order IS NULL OR dismissed_at IS NOT NULL) LIMIT :batch)`,
  // The push service has dropped such a device by then.
  `DELETE FROM push_tokens WHERE token_hash IN (
     SELECT token_hash FROM push_tokens
     WHERE seen_at < now() - interval '270 days' OR dead_at < now() - interval '30 days' LIMIT :batch)`,
  `DELETE FROM deliveries WHERE id IN (
     SELECT id FROM deliveries WHERE state <> 'queued' AND updated_at < now() - interval '30 days' LIMIT :batch)`,
  `DELETE FROM security_notices WHERE id IN (
     SELECT id FROM security_notices WHERE created_at < now() - interval '30 days' LIMIT :batch)`,
  // The last one records that the account has logged in before.
  `DELETE FROM known_devices WHERE ctid IN (
     SELECT d.ctid FROM known_devices d WHERE d.seen_at < now() - interval '90 days'
       AND EXISTS (SELECT FROM known_devices later WHERE later.user_id = d.user_id AND later.seen_at > d.seen_at) LIMIT :batch)
     AND seen_at < now() - interval '90 days'`,
  `DELETE FROM caught_mails WHERE id IN (
     SELECT id FROM caught_mails WHERE at < now() - interval '7 days' LIMIT :batch)`,
  `DELETE FROM caught_messages WHERE id IN (
     SELECT id FROM caught_messages WHERE at < now() - interval '7 days' LIMIT :batch)`,
  // The sale itself stays: it has no customer otherwise.
  `UPDATE orders SET customer_phone = NULL WHERE id IN (
     SELECT id FROM orders WHERE channel = 'counter' AND customer_phone IS NOT NULL
       AND created_at < now() - interval '${COUNTER_PHONE_DAYS} days' ORDER BY id LIMIT :batch FOR NO KEY UPDATE SKIP LOCKED)`,
  // The notes about a mobile number that has been erased from all sales of the shop.
  `DELETE FROM shop_customers WHERE id IN (
     SELECT c.id FROM shop_customers c WHERE c.mobile IS NOT NULL AND NOT EXISTS (
       SELECT FROM orders o WHERE o.customer_phone = c.mobile AND o.shop_id = c.shop_id AND o.user_id IS NULL) LIMIT :batch)`,
  // They have the address and the mobile number of a person who has no shop.
  `DELETE FROM shop_applications WHERE id IN (
     SELECT id FROM shop_applications WHERE state IN ('declined', 'withdrawn')
       AND decided_at < now() - interval '90 days' LIMIT :batch)`,
  // By then they are no longer needed.
  `DELETE FROM order_problem_pictures WHERE id IN (
     SELECT f.id FROM order_problem_pictures f JOIN order_problems p ON p.id = f.problem_id
     WHERE p.solved_at < now() - interval '180 days' LIMIT :batch)`,
  `DELETE FROM imports WHERE id IN (
     SELECT id FROM imports WHERE created_at < now() - interval '30 days' AND state NOT IN ('reading', 'waiting', 'running') LIMIT :batch)`,
  `DELETE FROM picture_imports WHERE id IN (
     SELECT id FROM picture_imports WHERE created_at < now() - interval '30 days' AND finished_at IS NOT NULL LIMIT :batch)`,
];
