import { database } from '../../db/database.ts';
import { devicesOf } from './devices.sql.ts';
import { NEWS_FOR_HOURS } from './next-try.ts';
import type { PushedNews } from './push-data.ts';

/** As many as the service takes at once. */
export const CLAIMED_AT_ONCE = 500;
/** Longer than any answer takes; after that its process is taken for dead, and another one sends. */
const CLAIM_SECONDS = 120;
/** Later than this none of a claim is begun: its answer has to be written down while the claim lasts. */
export const BEGUN_WITHIN_MS = (CLAIM_SECONDS - 30) * 1_000;

/** `device`: null when it is to be told no more. */
export type ClaimedPush = PushedNews & {
  deliveryId: number;
  attempt: number;
  ageMs: number;
  isLate: boolean;
  device: { hash: string; token: string; kind: 'token' | 'fid' } | null;
};

/**
 * Takes deliveries that are due, the longest due first, so that nobody else sends them meanwhile. Who is told is read anew: a
 * device may have signed out, changed hands or left the shop since. A step of an order that is not the newest any more is told to
 * nobody: coming late, it would take the newer one's place on the screen.
 */
export async function claimPushes(): Promise<ClaimedPush[]> {
  const { rows } = await database().pool.query<ClaimedPush>({ name: 'claim-pushes', text: CLAIM });
  return rows;
}

const IS_OUTDATED = `n.kind = 'order.status' AND EXISTS (
  SELECT FROM notifications m
  WHERE m.feed = n.feed AND m.order_id = n.order_id AND m.kind = n.kind AND m.seq > n.seq
)`;

const CLAIM = `
  WITH due AS (
    SELECT id FROM deliveries WHERE channel = 'push' AND state = 'queued' AND due_at <= now()
    ORDER BY due_at LIMIT ${CLAIMED_AT_ONCE} FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE deliveries d
    SET attempts = d.attempts + 1, due_at = now() + interval '${CLAIM_SECONDS} seconds', updated_at = now()
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.feed, d.seq, d.target, d.attempts, d.created_at
  )
  SELECT c.id AS "deliveryId", c.attempts AS attempt, c.feed, c.seq,
    (extract(epoch FROM now() - c.created_at) * 1000)::float8 AS "ageMs",
    c.created_at < now() - interval '${NEWS_FOR_HOURS} hours' AS "isLate",
    n.kind, n.status, n.details, n.order_id AS "orderId", o.order_number AS "orderNumber", shop.slug AS "shopSlug",
    (SELECT jsonb_build_object('hash', told.token_hash, 'token', told.token, 'kind', told.kind)
      FROM ${devicesOf('n', 'o')} told WHERE told.token_hash = c.target AND NOT (${IS_OUTDATED})) AS device
  FROM claimed c
  JOIN notifications n ON n.feed = c.feed AND n.seq = c.seq
  JOIN orders o ON o.id = n.order_id
  JOIN shops shop ON shop.id = o.shop_id`;
