import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '../../db/database.ts';
import { isOutage } from '../../db/outage.ts';

/** What became of a claimed delivery; one that stays queued is due again in `waitMs`. */
export type SettledPush = {
  deliveryId: number;
  attempt: number;
  state: 'queued' | 'sent' | 'logged' | 'failed' | 'dead' | 'dropped';
  waitMs?: number | undefined;
  reason?: string | undefined;
};

const TRIES = 60;
const PAUSE_MS = 1_000;

/**
 * Writes down what became of deliveries, and gives up the devices behind dead ones. While the database is away it is tried
 * again: what is known to be sent must not be sent twice. Rejects when it stays away.
 */
export async function settlePushes(settled: SettledPush[]): Promise<void> {
  if (settled.length === 0) return;
  const values = [
    settled.map(({ deliveryId }) => deliveryId),
    settled.map(({ attempt }) => attempt),
    settled.map(({ state }) => state),
    settled.map(({ waitMs = 0 }) => waitMs / 1_000),
    settled.map(({ reason = null }) => reason),
  ];
  for (let nr = 1; ; nr += 1) {
    try {
      await database().pool.query({ name: 'settle-pushes', text: SETTLE, values });
      return;
    } catch (error) {
      if (nr === TRIES || !(isOutage(error) || isDeadlock(error))) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

// Two of them may give up the same devices in another order.
const isDeadlock = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '40P01';

// What is final holds however late it comes; to wait is decided by the last one who tried.
const SETTLE = `
  WITH settled AS (
    UPDATE deliveries d
    SET state = x.state, reason = x.reason, updated_at = now(),
      due_at = CASE WHEN x.state = 'queued' THEN now() + make_interval(secs => x.wait) ELSE d.due_at END
    FROM unnest($1::bigint[], $2::int[], $3::text[], $4::float8[], $5::text[]) AS x (id, attempt, state, wait, reason)
    WHERE d.id = x.id AND d.state = 'queued' AND (x.state <> 'queued' OR d.attempts = x.attempt)
    RETURNING d.target, d.state
  )
  UPDATE push_tokens t SET dead_at = now()
  WHERE t.token_hash IN (SELECT target FROM settled WHERE state = 'dead') AND t.dead_at IS NULL`;
