import { type FeedName, shopFeed } from '@haat/contract/socket-events';
import { publishSoon } from '../live/connect-bus.ts';
import { many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Session } from '../accounts/session.ts';
import { isMemberWith } from '../accounts/shop-rights.ts';

/** `shopId`: whose orders they are, where the client names it. */
type Request = { by: Session; seq: number; shopId?: number | undefined };

/**
 * Acknowledges a shop's new orders up to a number of its feed, on all its devices. The number only grows; one beyond the latest
 * counts as the latest. Returns the shop's number. Throws forbidden for another shop than the session's, and for non-members; changes
 * nothing for an operator who helps the shop: they must not silence its alerts.
 */
export async function acknowledgeOrders({ by, seq, shopId: named }: Request): Promise<number> {
  const { shopId, actorId } = by;
  if (!isMemberWith('orders', by, named ?? shopId))
    throw new DomainError('forbidden', 'Only members of the shop can acknowledge its orders.');
  if (by.isHelping) return (await readAcknowledged([shopId])).get(shopId) ?? 0;
  const raised = await one(ACKNOWLEDGE, { shopId, feed: shopFeed(shopId), seq, actorId });
  if (!raised) return (await readAcknowledged([shopId])).get(shopId) ?? 0;
  publishSoon({ type: 'acknowledged', shopId, seq: raised.seq });
  return raised.seq;
}

// Returns no row when the shop has acknowledged as much already.
const ACKNOWLEDGE = sql<{ shopId: number; feed: FeedName; seq: number; actorId: number }, { seq: number }>(
  `
  INSERT INTO order_acknowledgements AS a (shop_id, seq, user_id)
  SELECT :shopId::bigint, least(:seq::bigint, f.seq), :actorId::bigint
  FROM feeds f WHERE f.name = :feed::text AND :seq::bigint > 0
  ON CONFLICT (shop_id) DO UPDATE SET seq = excluded.seq, user_id = excluded.user_id, at = now()
    WHERE a.seq < excluded.seq
  RETURNING seq`,
);

/**
 * The number after which a session that asks for `after` may read its shop's feed: a locked shared device only shows orders that
 * are not acknowledged yet.
 */
export async function readableAfter({ isLocked, shopId }: Session, after: number): Promise<number> {
  if (!isLocked) return after;
  return Math.max(after, (await readAcknowledged([shopId])).get(shopId) ?? 0);
}

/** Up to which number of its feed each shop has acknowledged its new orders; 0 without an acknowledgement. */
export async function readAcknowledged(shopIds: number[]): Promise<Map<number, number>> {
  const rows = await many(READ_ACKNOWLEDGED, { shopIds });
  return new Map(rows.map(({ shopId, seq }) => [shopId, seq]));
}

const READ_ACKNOWLEDGED = sql<{ shopIds: number[] }, { shopId: number; seq: number }>(
  `
  SELECT shop.id AS shop_id, coalesce(a.seq, 0) AS seq
  FROM unnest(:shopIds::bigint[]) AS shop (id) LEFT JOIN order_acknowledgements a ON a.shop_id = shop.id`,
);
