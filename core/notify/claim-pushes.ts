import type { LanguageCode } from '@haat/contract/accounts/language';
import { many, sql } from '../db/database.ts';
import { IS_OUTDATED } from './deliveries.ts';
import { devicesOf } from './devices.ts';
import type { PushContent } from './push-data.ts';

/** The most messages that the service accepts together. */
export const CLAIMED_AT_ONCE = 500;
/** Longer than any request takes; afterwards the process that claimed is considered dead, and another one sends. */
const CLAIM_SECONDS = 120;
/** No send of a claim starts later than this: its outcome has to be stored while the claim lasts. */
export const START_WITHIN_MS = (CLAIM_SECONDS - 30) * 1_000;
/** An undelivered message about an order is dropped after this time. */
export const EXPIRES_AFTER_HOURS = 6;

/** `device`: null when the message must no longer be sent to it. */
export type ClaimedPush = PushContent & {
  deliveryId: number;
  attempt: number;
  ageMs: number;
  isLate: boolean;
  device: { hash: string; token: string; kind: 'token' | 'fid'; language: LanguageCode | null } | null;
};

/**
 * Claims due deliveries, the longest due first, so that no other process sends them. The recipient is read again: a device may
 * have logged out, changed hands or left the shop. A status that is no longer the order's latest is not sent: arriving late, it
 * would replace the newer one on the screen.
 */
export async function claimPushes(): Promise<ClaimedPush[]> {
  return many(CLAIM, {});
}

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
    n.kind, n.status, n.details, n.order_id, o.order_number, o.takeaway, shop.slug AS shop_slug,
    (SELECT jsonb_build_object('hash', device.token_hash, 'token', device.token, 'kind', device.kind,
        'language', device.language)
      FROM ${devicesOf('n', 'o')} device WHERE device.token_hash = c.target AND NOT (${IS_OUTDATED})) AS device
  FROM claimed c
  JOIN notifications n ON n.feed = c.feed AND n.seq = c.seq
  JOIN orders o ON o.id = n.order_id
  JOIN shops shop ON shop.id = o.shop_id`,
);
