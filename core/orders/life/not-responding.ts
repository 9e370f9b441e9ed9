import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../../db/database.ts';
import { hasPermission } from '../../accounts/member-rights.sql.ts';
import type { OutboxEntry } from '../../queue/job-definitions.ts';
import { dispatchAfterCommit } from '../../queue/outbox.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import { notifyOfUpdate } from '../../notify/notify-of-update.ts';
import { IS_VISIBLE_TO_SHOP } from '../order-record.ts';
import { pausedAt } from '../../shops/paused.sql.ts';

/** So many orders in a row that expired: the shop does not respond. */
const EXPIRED_IN_A_ROW = 3;

/**
 * Pauses a shop, whose row the transaction has locked, as unattended when its last three orders have expired since a member
 * resumed it. Its team is notified on screens, by push message and by mail, the operator by mail. A member resumes it.
 */
export async function pauseIfNotResponding(
  client: PoolClient,
  { shopId, orderId }: { shopId: number; orderId: number },
): Promise<void> {
  const paused = await one(PAUSE, { shopId }, client);
  if (!paused) return;
  await run(MARK_STOPPING, { shopId }, client);
  await recordActivity(client, { shopId, actorId: null, action: 'shop.not_responding' });
  const message = 'expired. The shop is not taking orders now, because several in a row were not answered';
  await notifyOfUpdate(client, { orderId, update: 'not_responding', message });
  dispatchAfterCommit(client, ...(await many(ADD_NOTICES, { shopId }, client)));
}

/** The last orders that were answered or have expired since a member resumed the shop. */
const LAST_ORDERS = `
  SELECT o.id, o.status FROM orders o JOIN shops last_of ON last_of.id = o.shop_id
  WHERE o.shop_id = :shopId::bigint AND o.status <> 'Pending' AND ${IS_VISIBLE_TO_SHOP}
    AND (last_of.resumed_at IS NULL OR o.created_at > last_of.resumed_at)
  ORDER BY o.id DESC LIMIT ${EXPIRED_IN_A_ROW}`;

const PAUSE = sql<{ shopId: number }, { id: number }>(
  `
  UPDATE shops SET paused_at = now(), paused_until = NULL, paused_fulfilment = NULL, not_responding = true
  WHERE id = :shopId::bigint AND (${pausedAt()}) IS NULL AND (
    SELECT count(*) = ${EXPIRED_IN_A_ROW} AND bool_and(last.status = 'Expired')
    FROM (${LAST_ORDERS}) last
  )
  RETURNING id`,
);

const MARK_STOPPING = sql<{ shopId: number }>(
  `UPDATE missed_orders m SET stopped_shop = m.order_id IN (SELECT id FROM (${LAST_ORDERS}) last)
   WHERE m.shop_id = :shopId::bigint AND (m.stopped_shop OR m.order_id IN (SELECT id FROM (${LAST_ORDERS}) last))`,
);

const ADD_NOTICES = sql<{ shopId: number }, OutboxEntry>(
  `
  WITH notice AS (
    INSERT INTO shop_notices (shop_id, user_id)
    SELECT :shopId::bigint, u.id FROM users u
    WHERE u.email IS NOT NULL AND u.blocked_at IS NULL AND (
      u.is_platform_admin OR EXISTS (
        SELECT FROM shop_members m
        WHERE m.shop_id = :shopId::bigint AND m.user_id = u.id AND ${hasPermission('m', 'orders')}
      )
    )
    RETURNING id
  )
  INSERT INTO outbox (topic, subject_id) SELECT 'shop.not_responding', id FROM notice
  RETURNING id, topic, subject_id`,
);
