import type { LanguageCode } from '@haat/contract/rules/language';
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../db/outage.ts';
import { isDeadlock, many, run, sql } from '../../db/database.ts';
import { devicesOf } from './devices.ts';
import type { PushContent } from './push-data.ts';

/** As many as the service accepts at once. */
export const CLAIMED_AT_ONCE = 500;
/** Longer than any request takes; afterwards the process that claimed is considered dead, and another one sends. */
const CLAIM_SECONDS = 120;
/** No send of a claim starts later than this: its outcome has to be stored while the claim lasts. */
export const START_WITHIN_MS = (CLAIM_SECONDS - 30) * 1_000;
/** An undelivered message about an order is dropped after this time. */
export const EXPIRES_AFTER_HOURS = 6;

/** `device`: null when the message must not be sent to it any more. */
export type ClaimedPush = PushContent & {
  deliveryId: number;
  attempt: number;
  ageMs: number;
  isLate: boolean;
  device: { hash: string; token: string; kind: 'token' | 'fid'; language: LanguageCode | null } | null;
};

/**
 * Claims due deliveries, the longest due first, so that no other process sends them. The recipient is read again: a device may
 * have signed out, changed hands or left the shop. A status that is no longer the order's latest is not sent: arriving late, it
 * would replace the newer one on the screen.
 */
export async function claimPushes(): Promise<ClaimedPush[]> {
  return many(CLAIM, {});
}

/** Whether the status of a notification `n` is no longer the latest of its order. */
export const IS_OUTDATED = `n.kind = 'order.status' AND EXISTS (
  SELECT FROM notifications m
  WHERE m.feed = n.feed AND m.order_id = n.order_id AND m.kind = n.kind AND m.seq > n.seq
)`;

const CLAIM = sql<object, ClaimedPush>(
  `
  WITH due AS (
    SELECT id FROM deliveries WHERE channel = 'push' AND state = 'queued' AND due_at <= now()
    ORDER BY due_at LIMIT ${CLAIMED_AT_ONCE} FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE deliveries d
    SET attempts = d.attempts + 1, due_at = now() + interval '${CLAIM_SECONDS} seconds', updated_at = now()
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.feed, d.seq, d.target, d.attempts, d.created_at
  )
  SELECT c.id AS delivery_id, c.attempts AS attempt, c.feed, c.seq,
    (extract(epoch FROM now() - c.created_at) * 1000)::float8 AS age_ms,
    c.created_at < now() - interval '${EXPIRES_AFTER_HOURS} hours' AS is_late,
    n.kind, n.status, n.details, n.order_id, o.order_number, shop.slug AS shop_slug,
    (SELECT jsonb_build_object('hash', device.token_hash, 'token', device.token, 'kind', device.kind,
        'language', device.language)
      FROM ${devicesOf('n', 'o')} device WHERE device.token_hash = c.target AND NOT (${IS_OUTDATED})) AS device
  FROM claimed c
  JOIN notifications n ON n.feed = c.feed AND n.seq = c.seq
  JOIN orders o ON o.id = n.order_id
  JOIN shops shop ON shop.id = o.shop_id`,
  'claim-pushes',
);

type Claimed = { deliveryId: number; attempt: number };

/** Returns claimed deliveries that were not sent, as if nobody had claimed them: they are due now. */
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
  'return-deliveries',
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
 * Stores the outcomes of deliveries, and retires the devices of dead ones. Retries while the database is unreachable: what was
 * sent must not be sent twice. Rejects when it stays unreachable.
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
  'settle-deliveries',
);

const MIN_DELAY_MS = 10_000;
const MAX_DELAY_MS = 15 * 60_000;

/**
 * `attempt`: 1 or more; `ageMs`: since the message was due first; `afterMs`: the delay that the service asked for; `hours`:
 * after which it is given up.
 */
type Attempted = { attempt: number; ageMs: number; afterMs?: number | undefined; hours?: number };

/**
 * Milliseconds until the next attempt; undefined when the message is given up. Ten seconds, doubling each time, not earlier than
 * the service asked for, with jitter.
 */
export function retryDelay(
  { attempt, ageMs, afterMs = 0, hours = EXPIRES_AFTER_HOURS }: Attempted,
  random = Math.random(),
): number | undefined {
  const backoff = Math.min(MIN_DELAY_MS * 2 ** Math.min(attempt - 1, 10), MAX_DELAY_MS);
  const wait = Math.round(Math.max(backoff, afterMs) * (1 + random / 4));
  return ageMs + wait > hours * 3_600_000 ? undefined : wait;
}
