import { shopFeed } from '@haat/contract/events/feeds';
import { publishSoon } from '../../bus/connect-bus.ts';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Session, worksFor } from '../auth/session.ts';
import { readAcknowledged } from './read-acknowledged.ts';

type Request = { by: Session; seq: number };

/**
 * Takes notice of a shop's new orders up to a number of its feed, for all its devices; it only grows, and a number from the
 * future counts as the newest. Answers how far the shop is now. Throws forbidden for who does not work there: the
 * platform's operator, who only looks on, must not silence the shop. Spec section 2, shop notifications.
 */
export async function acknowledgeOrders({ by, seq }: Request): Promise<number> {
  const { shopId, userId } = by;
  if (!worksFor(by, shopId)) throw new DomainError('forbidden', 'Only members of the shop can acknowledge its orders.');
  const { rows } = await database().pool.query<{ seq: number }>({
    name: 'acknowledge-orders',
    text: ACKNOWLEDGE_ORDERS,
    values: [shopId, shopFeed(shopId), seq, userId],
  });
  const raised = rows[0]?.seq;
  if (raised === undefined) return (await readAcknowledged([shopId])).get(shopId) ?? 0;
  publishSoon({ type: 'acknowledged', shopId, seq: raised });
  return raised;
}

// No row comes back when the shop is as far already.
const ACKNOWLEDGE_ORDERS = `
  INSERT INTO order_acknowledgements AS a (shop_id, seq, user_id)
  SELECT $1::bigint, least($3::bigint, f.seq), $4::bigint FROM feeds f WHERE f.name = $2::text AND $3::bigint > 0
  ON CONFLICT (shop_id) DO UPDATE SET seq = excluded.seq, user_id = excluded.user_id, at = now()
    WHERE a.seq < excluded.seq
  RETURNING seq`;
