import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../db/outage.ts';
import { isDeadlock, run, sql, type Sql } from '../db/database.ts';
import { batched } from '../lib/async.ts';
import { log } from '../ops/log.ts';

// Shared by all channels: rows in `deliveries`, one for each message to a person.

/** Whether the status of a notification `n` is no longer the latest of its order, or its question has been settled. */
export const IS_OUTDATED = `(n.kind = 'order.status' AND EXISTS (
  SELECT FROM notifications m
  WHERE m.feed = n.feed AND m.order_id = n.order_id AND m.kind = n.kind AND m.seq > n.seq
) OR n.kind = 'order.adjustment' AND n.details ->> 'update' = 'proposed' AND NOT EXISTS (
  SELECT FROM order_proposals p WHERE p.order_id = n.order_id AND p.state = 'open'
))`;

export type ClaimedDelivery = { deliveryId: number; attempt: number; ageMs: number; isLate: boolean };

/** `hours`: after which a delivery is given up. */
type Claiming = { channel: 'push' | 'mail' | 'message'; atOnce: number; seconds: number; hours: number };

/**
 * Declares the statement that claims due deliveries, the longest due first, so that no other process sends them for some
 * `seconds`; longer than that only if the process is considered dead. `select`: what it returns of the delivery `c`, its
 * notification `n`, the order `o` and what `join` adds. Recipients and preferences have to be read again there: both may have
 * changed since.
 */
export const claimStatement = <Row>(
  { channel, atOnce, seconds, hours }: Claiming,
  { select, join }: { select: string; join: string },
): Sql<object, Row & ClaimedDelivery> =>
  sql(`
  WITH due AS (
    SELECT id FROM deliveries WHERE channel = '${channel}' AND state = 'queued' AND due_at <= now()
    ORDER BY due_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE deliveries d
    SET attempts = d.attempts + 1, due_at = now() + interval '${seconds} seconds', updated_at = now()
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.feed, d.seq, d.target, d.attempts, d.created_at
  )
  SELECT c.id AS delivery_id, c.attempts AS attempt,
    (extract(epoch FROM now() - c.created_at) * 1000)::float8 AS age_ms,
    c.created_at < now() - interval '${hours} hours' AS is_late,
    n.kind, n.status, n.order_id, ${select}
  FROM claimed c
  JOIN notifications n ON n.feed = c.feed AND n.seq = c.seq
  JOIN orders o ON o.id = n.order_id
  ${join}`);

/**
 * How an attempt went. `dropped`: it must no longer be sent; `dead`: the device will never be reached; `retry`: later, and not
 * before `afterMs`. `reason` is a code, never a text with data in it.
 */
export type Outcome =
  | { state: 'sent' | 'logged' }
  | { state: 'failed' | 'dead' | 'dropped'; reason: string }
  | { state: 'retry'; reason: string; afterMs?: number | undefined };

export type Channel<Delivery extends ClaimedDelivery> = Claiming & {
  claim(): Promise<Delivery[]>;
  send(delivery: Delivery): Promise<Outcome>;
  concurrency: number;
  /** One job per process sends, until nothing is due: while a server is slow, others would occupy all places of their queue. */
  isAlone: boolean;
};

// The rest waits for the next job, so that no job runs without end.
const MAX_ROUNDS = 20;
/** No send starts later in its claim: the outcome has to be stored while the claim lasts. */
const STORED_WITHIN_MS = 30_000;

const sending = new Set<string>();

/**
 * Sends the due deliveries of a channel, first attempts and retries, and returns how many were claimed. Safe to run twice and
 * concurrently: each delivery is claimed by one run. Once `stopping` it starts no more sends and releases unsent deliveries.
 * Rejects when the database does not respond.
 */
export async function sendDue<Delivery extends ClaimedDelivery>(
  channel: Channel<Delivery>,
  stopping?: AbortSignal,
): Promise<number> {
  if (!channel.isAlone) return sendRounds(channel, stopping);
  if (sending.has(channel.channel)) return 0;
  sending.add(channel.channel);
  try {
    return await sendRounds(channel, stopping);
  } finally {
    sending.delete(channel.channel);
  }
}

async function sendRounds<Delivery extends ClaimedDelivery>(
  channel: Channel<Delivery>,
  stopping: AbortSignal | undefined,
): Promise<number> {
  let total = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (stopping?.aborted) break;
    const until = performance.now() + channel.seconds * 1_000 - STORED_WITHIN_MS;
    const claimed = await channel.claim();
    await sendClaimed(channel, claimed, () => stopping?.aborted === true || performance.now() > until);
    total += claimed.length;
    if (claimed.length < (channel.isAlone ? 1 : channel.atOnce)) break;
  }
  return total;
}

/** Stores each outcome as soon as it is known, batched with simultaneous ones. */
async function sendClaimed<Delivery extends ClaimedDelivery>(
  channel: Channel<Delivery>,
  claimed: Delivery[],
  isOver: () => boolean,
): Promise<void> {
  const settle = batched(settleDeliveries);
  const outcomes: Outcome[] = [];
  const queue = claimed.values();
  const sendOneByOne = async () => {
    for (const delivery of queue) {
      const outcome = await outcomeOf(channel, delivery);
      outcomes.push(outcome);
      await settle(settled(delivery, outcome, channel.hours));
      if (isOver()) return;
    }
  };
  await Promise.all(Array.from({ length: channel.concurrency }, sendOneByOne));
  report(channel.channel, outcomes);
  await returnDeliveries([...queue]);
}

async function outcomeOf<Delivery extends ClaimedDelivery>(
  channel: Channel<Delivery>,
  delivery: Delivery,
): Promise<Outcome> {
  if (delivery.isLate) return { state: 'failed', reason: 'late' };
  return channel.send(delivery).catch((error: unknown) => {
    log.error({ err: error, deliveryId: delivery.deliveryId }, 'A delivery could not be prepared; the others go on');
    return { state: 'retry', reason: 'defect' } as const;
  });
}

/** The stored result of an attempt; a delivery that stays queued is due again in `waitMs`. */
type Settled = {
  deliveryId: number;
  attempt: number;
  state: 'queued' | Exclude<Outcome['state'], 'retry'>;
  waitMs?: number;
  reason?: string;
};

function settled({ deliveryId, attempt, ageMs }: ClaimedDelivery, outcome: Outcome, hours: number): Settled {
  if (outcome.state !== 'retry') return { deliveryId, attempt, ...outcome };
  const { reason, afterMs } = outcome;
  const waitMs = retryDelay({ attempt, ageMs, afterMs, hours });
  return { deliveryId, attempt, reason, ...(waitMs === undefined ? { state: 'failed' } : { state: 'queued', waitMs }) };
}

/** Logs one line with the failures by reason, without devices or users. */
function report(channel: string, outcomes: Outcome[]): void {
  const failures = outcomes.flatMap((outcome) =>
    'reason' in outcome && outcome.state !== 'dropped' ? [`${outcome.state}: ${outcome.reason}`] : [],
  );
  if (failures.length === 0) return;
  const counts = Object.fromEntries([...Map.groupBy(failures, String)].map(([reason, { length }]) => [reason, length]));
  log.warn({ channel, counts, sent: outcomes.length - failures.length }, 'Some messages were not delivered');
}

/** Returns claimed deliveries that were not sent, so that they are due again immediately. */
async function returnDeliveries(claimed: ClaimedDelivery[]): Promise<void> {
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

const SETTLE_ATTEMPTS = 60;
const SETTLE_PAUSE_MS = 1_000;

/**
 * Stores the outcomes of deliveries, and retires the devices of dead ones. Retries while the database is unreachable, so that no
 * message is sent twice. Rejects when it stays unreachable.
 */
async function settleDeliveries(settled: Settled[]): Promise<void> {
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
