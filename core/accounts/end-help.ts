import type { PoolClient } from 'pg';
import { type Connection, database, one, run, sql } from '../db/database.ts';
import { LoginSession } from '../db/accounts.models.ts';
import { recordActivity } from '../activity/activity-log.ts';

export type OfSession = { sessionId: string; actorId: number };

/**
 * The shop that the session of an operator helps, which is locked; undefined for none. A help that has ended by itself is recorded
 * and cleared.
 */
export async function lockHelp(client: PoolClient, sessionId: string): Promise<{ shopId: number } | undefined> {
  await recordEndedHelp({ sessionId }, client);
  return one(HELPED, { sessionId }, client);
}

const HELPED = sql<{ sessionId: string }, { shopId: number }>(
  `SELECT helped_shop_id AS shop_id FROM sessions
   WHERE id = :sessionId AND helps_until > now() FOR NO KEY UPDATE`,
);

/** Ends the help of the session, if it helps, in the transaction of the caller, who signals the session. */
export async function endHelp(client: PoolClient, { sessionId, actorId }: OfSession): Promise<void> {
  const before = await lockHelp(client, sessionId);
  if (!before) return;
  await LoginSession.query(client).findById(sessionId).patch({ helpedShopId: null, helpsUntil: null });
  await recordActivity(client, { shopId: before.shopId, actorId, action: 'shop.help_ended' });
}

/**
 * Records in the activity of the shops which helps have ended by time or with their session, of this session or of all, each once and
 * with the time at which it ended.
 */
export async function recordEndedHelp({ sessionId }: { sessionId?: string }, on?: Connection): Promise<void> {
  await run(RECORD_ENDED, { sessionId }, on ?? database().pool);
}

const ENDED_AT = 'least(helps_until, revoked_at, expires_at)';

// Skips an end that another statement is recording.
const RECORD_ENDED = sql<{ sessionId: string | undefined }>(`
  WITH ended AS (
    SELECT id, user_id, helped_shop_id, ${ENDED_AT} AS at FROM sessions
    WHERE helped_shop_id IS NOT NULL AND ${ENDED_AT} <= now() AND (:sessionId::uuid IS NULL OR id = :sessionId)
    FOR NO KEY UPDATE SKIP LOCKED
  ), cleared AS (
    UPDATE sessions SET helped_shop_id = NULL, helps_until = NULL WHERE id IN (SELECT id FROM ended)
  )
  INSERT INTO activity_log (shop_id, actor_id, action, at) SELECT helped_shop_id, user_id, 'shop.help_ended', at FROM ended`);
