import { database } from '../../db/database.ts';
import { QUEUE_NAMES } from '../../jobs/define-job.ts';
import { readyQueue } from '../../jobs/queues.ts';
import { clearOrphanPictures } from './clear-orphan-pictures.ts';

const BATCH = 5_000;
const FAILED_JOBS_KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/**
 * Removes what has had its time: one-time codes a day after they expired, rate limits and tickets of streams that are over,
 * sessions a month after they ended, retired refresh tokens, requests for orders, products and imports after 30 days,
 * reports of payment providers after 90, what was dispatched, caught or failed a week ago, devices that were not seen for
 * 270 days, what was pushed a month ago, and pictures that no row names. In batches, so that nobody waits long for a lock.
 * Rejects when a store does not answer.
 */
export async function clearLeftovers(): Promise<void> {
  for (const statement of LEFTOVERS) await deleteInBatches(statement);
  await clearOrphanPictures();
  for (const name of QUEUE_NAMES) {
    const queue = await readyQueue(name);
    await queue.clean(FAILED_JOBS_KEPT_MS, BATCH, 'failed');
  }
}

async function deleteInBatches(statement: string): Promise<void> {
  for (;;) {
    const { rowCount } = await database().pool.query(statement, [BATCH]);
    if ((rowCount ?? 0) < BATCH) return;
  }
}

const LEFTOVERS = [
  `DELETE FROM otp_codes WHERE id IN (
     SELECT id FROM otp_codes WHERE expires_at < now() - interval '1 day' LIMIT $1)`,
  `DELETE FROM rate_limits WHERE key IN (
     SELECT key FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000 LIMIT $1)
     AND expire < extract(epoch FROM now()) * 1000`,
  `DELETE FROM sessions WHERE id IN (
     SELECT id FROM sessions WHERE least(revoked_at, expires_at) < now() - interval '30 days' LIMIT $1)`,
  // As long as a session lives unused: after that nobody comes back with a token that somebody else went on from.
  `DELETE FROM refresh_tokens WHERE id IN (
     SELECT id FROM refresh_tokens WHERE retired_at < now() - interval '30 days' LIMIT $1)`,
  `DELETE FROM stream_tickets WHERE ticket_hash IN (
     SELECT ticket_hash FROM stream_tickets WHERE expires_at < now() LIMIT $1)`,
  `DELETE FROM order_requests WHERE (user_id, key) IN (
     SELECT user_id, key FROM order_requests WHERE created_at < now() - interval '30 days' LIMIT $1)`,
  `DELETE FROM product_requests WHERE (user_id, key) IN (
     SELECT user_id, key FROM product_requests WHERE created_at < now() - interval '30 days' LIMIT $1)`,
  `DELETE FROM outbox WHERE id IN (
     SELECT id FROM outbox WHERE dispatched_at < now() - interval '7 days' LIMIT $1)`,
  // They name customers; what followed from them stays in the trail of the payment.
  `DELETE FROM webhook_events WHERE (provider, event_id) IN (
     SELECT provider, event_id FROM webhook_events WHERE received_at < now() - interval '90 days' LIMIT $1)`,
  // The push service has forgotten a device by then.
  `DELETE FROM push_tokens WHERE token_hash IN (
     SELECT token_hash FROM push_tokens
     WHERE seen_at < now() - interval '270 days' OR dead_at < now() - interval '30 days' LIMIT $1)`,
  `DELETE FROM deliveries WHERE id IN (
     SELECT id FROM deliveries WHERE state <> 'queued' AND updated_at < now() - interval '30 days' LIMIT $1)`,
  `DELETE FROM caught_mails WHERE id IN (
     SELECT id FROM caught_mails WHERE at < now() - interval '7 days' LIMIT $1)`,
  `DELETE FROM imports WHERE id IN (
     SELECT id FROM imports WHERE created_at < now() - interval '30 days' AND state NOT IN ('waiting', 'running') LIMIT $1)`,
];
