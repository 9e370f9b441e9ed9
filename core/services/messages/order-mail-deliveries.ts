import type { OptionalMail } from '@haat/contract/api/messages';
import type { LanguageCode } from '@haat/contract/rules/language';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import { many, sql } from '../../db/database.ts';
import { IS_OUTDATED } from '../push/deliveries.ts';
import { isWanted, kindOf } from './preferences.ts';

/** A mail that could not be sent for this time is given up. */
export const MAIL_EXPIRES_AFTER_HOURS = 72;
/** Few enough to be sent while they are claimed, even by a slow mail server. */
const CLAIMED_AT_ONCE = 50;
/** Afterwards the process that claimed is considered dead, and another one sends. */
const CLAIM_SECONDS = 600;

/** A mail that is due; `mails`: its kind, null for a receipt; `to`: null when it must not be sent any more. */
export type ClaimedMail = {
  deliveryId: number;
  attempt: number;
  ageMs: number;
  isLate: boolean;
  kind: 'order.placed' | 'order.status' | 'order.expired';
  status: OrderStatus | null;
  orderId: number;
  userId: number;
  mails: OptionalMail | null;
  to: string | null;
  language: LanguageCode | null;
};

/** Condition: the customer gets a mail about this notification. The mail about a refund has its own job. */
export const isMailed = (notification: string, userId: string): string => `(${notification}.kind = 'order.placed'
  OR ${notification}.kind <> 'order.refund' AND ${isWanted({ channel: 'mail', notification, userId })})`;

/**
 * Claims due mails, the longest due first, so that no other process sends them. Address and choice are read again, and a
 * status that is no longer the order's latest is not sent.
 */
export const claimMails = (): Promise<ClaimedMail[]> => many(CLAIM, {});

const CLAIM = sql<object, ClaimedMail>(
  `
  WITH due AS (
    SELECT id FROM deliveries WHERE channel = 'mail' AND state = 'queued' AND due_at <= now()
    ORDER BY due_at LIMIT ${CLAIMED_AT_ONCE} FOR UPDATE SKIP LOCKED
  ), claimed AS (
    UPDATE deliveries d
    SET attempts = d.attempts + 1, due_at = now() + interval '${CLAIM_SECONDS} seconds', updated_at = now()
    FROM due WHERE d.id = due.id
    RETURNING d.id, d.feed, d.seq, d.attempts, d.created_at
  )
  SELECT c.id AS delivery_id, c.attempts AS attempt,
    (extract(epoch FROM now() - c.created_at) * 1000)::float8 AS age_ms,
    c.created_at < now() - interval '${MAIL_EXPIRES_AFTER_HOURS} hours' AS is_late,
    n.kind, n.status, n.order_id, u.id AS user_id, u.language,
    CASE WHEN n.kind <> 'order.placed' THEN ${kindOf('n')} END AS mails,
    CASE WHEN ${isMailed('n', 'u.id')} AND NOT (${IS_OUTDATED}) THEN u.email END AS to
  FROM claimed c
  JOIN notifications n ON n.feed = c.feed AND n.seq = c.seq
  JOIN orders o ON o.id = n.order_id
  JOIN users u ON u.id = o.user_id`,
  'claim-order-mails',
);
