import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../db/outage.ts';
import { isDeadlock, run, sql } from '../db/database.ts';
import { log } from '../ops/log.ts';

// Shared by all channels: rows in `deliveries`, one for each message to a person. Each channel has its own claim.

/** Whether the status of a notification `n` is no longer the latest of its order, or its question has been settled. */
export const IS_OUTDATED = `(n.kind = 'order.status' AND EXISTS (
  SELECT FROM notifications m
  WHERE m.feed = n.feed AND m.order_id = n.order_id AND m.kind = n.kind AND m.seq > n.seq
) OR n.kind = 'order.adjustment' AND n.details ->> 'update' = 'proposed' AND NOT EXISTS (
  SELECT FROM order_proposals p WHERE p.order_id = n.order_id AND p.state = 'open'
))`;

type Claimed = { deliveryId: number; attempt: number };

/** Returns claimed deliveries that were not sent, so that they are due again immediately. */
export async function returnDeliveries(claimed: Claimed[]): Promise<void> {
  if (claimed.length === 0) return;
  const ids = claimed.map(({ deliveryId }) => deliveryId);
  await run(RETURN, { ids, attempts: claimed.map(({ attempt }) => attempt) });
}

const RETURN = sql<{ ids: number[]; attempts: number[] }>(
  `
  UPDATE deliveries d SET due_at = now(), attempts = d.attempts - 1, updated_at = now()
  FROM unnest(:ids::bigint[], :attempts::int[]) AS x (id, attempt)
  WHERE d.id = x.id AND d.attempts = x.attempt AND d.state = 'queued'`,
);

/** The outcome of a claimed delivery; one that stays queued is due again in `waitMs`. */
export type SettledDelivery = {
  deliveryId: number;
  attempt: number;
  state: 'queued' | 'sent' | 'logged' | 'failed' | 'dead' | 'dropped';
  waitMs?: number | undefined;
  reason?: string | undefined;
};

const SETTLE_ATTEMPTS = 60;
const SETTLE_PAUSE_MS = 1_000;

/**
 * Stores the outcomes of deliveries, and retires the devices of dead ones. Retries while the database is unreachable, so that no
 * message is sent twice. Rejects when it stays unreachable.
 */
export async function settleDeliveries(settled: SettledDelivery[]): Promise<void> {
  if (settled.length === 0) return;
  const params = {
    ids: settled.map(({ deliveryId }) => deliveryId),
    attempts: settled.map(({ attempt }) => attempt),
    states: settled.map(({ state }) => state),
    waits: settled.map(({ waitMs = 0 }) => waitMs / 1_000),
    reasons: settled.map(({ reason = null }) => reason),
  };
  for (let nr = 1; ; nr += 1) {
    try {
      await run(SETTLE, params);
      return;
    } catch (error) {
      // Two statements may retire the same devices in different order.
      if (nr === SETTLE_ATTEMPTS || !(isOutage(error) || isDeadlock(error))) throw error;
      await sleep(SETTLE_PAUSE_MS);
    }
  }
}

type Outcomes = { ids: number[]; attempts: number[]; states: string[]; waits: number[]; reasons: (string | null)[] };

// A final state holds however late it arrives; a retry is decided by the latest attempt only.
const SETTLE = sql<Outcomes>(
  `
  WITH settled AS (
    UPDATE deliveries d
    SET state = x.state, reason = x.reason, updated_at = now(),
      due_at = CASE WHEN x.state = 'queued' THEN now() + make_interval(secs => x.wait) ELSE d.due_at END
    FROM unnest(:ids::bigint[], :attempts::int[], :states::text[], :waits::float8[], :reasons::text[])
      AS x (id, attempt, state, wait, reason)
    WHERE d.id = x.id AND d.state = 'queued' AND (x.state <> 'queued' OR d.attempts = x.attempt)
    RETURNING d.target, d.state
  )
  UPDATE push_tokens t SET dead_at = now()
  WHERE t.token_hash IN (SELECT target FROM settled WHERE state = 'dead') AND t.dead_at IS NULL`,
);

/** The outcome of a delivery that failed by a defect of its own: it is retried, and the others go on. */
export function failedOutcome(error: unknown, delivery: Claimed & { ageMs: number; hours: number }): SettledDelivery {
  const { deliveryId, attempt } = delivery;
  log.error({ err: error, deliveryId }, 'A delivery could not be prepared; the others go on');
  const waitMs = retryDelay(delivery);
  const about = { deliveryId, attempt, reason: 'defect' };
  return waitMs === undefined ? { ...about, state: 'failed' } : { ...about, state: 'queued', waitMs };
}

const MIN_DELAY_MS = 10_000;
const MAX_DELAY_MS = 15 * 60_000;

/**
 * `attempt`: 1 or more; `ageMs`: since the message was due first; `afterMs`: the delay that the service asked for; `hours`:
 * after which it is given up.
 */
type Attempted = { attempt: number; ageMs: number; afterMs?: number | undefined; hours: number };

/**
 * Milliseconds until the next attempt; undefined when the message is given up. Ten seconds, doubling each time, not earlier than
 * the service asked for, with jitter.
 */
export function retryDelay(
  { attempt, ageMs, afterMs = 0, hours }: Attempted,
  random = Math.random(),
): number | undefined {
  const backoff = Math.min(MIN_DELAY_MS * 2 ** Math.min(attempt - 1, 10), MAX_DELAY_MS);
  const wait = Math.round(Math.max(backoff, afterMs) * (1 + random / 4));
  return ageMs + wait > hours * 3_600_000 ? undefined : wait;
}
