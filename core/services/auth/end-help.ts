import type { PoolClient } from 'pg';
import { one, run, sql } from '../../db/database.ts';
import { recordActivity } from '../activity/activity-log.ts';

export type OfSession = { sessionId: string; actorId: number };

/** The shop that the session of an operator helps, which is locked; undefined for none. */
export const lockHelp = (client: PoolClient, sessionId: string): Promise<{ shopId: number } | undefined> =>
  one(HELPED, { sessionId }, client);

const HELPED = sql<{ sessionId: string }, { shopId: number }>(
  `SELECT helped_shop_id AS shop_id FROM sessions
   WHERE id = :sessionId AND helps_until > now() FOR NO KEY UPDATE`,
);

/** Ends the help of the session, if it helps, in the transaction of the caller, who signals the session. */
export async function endHelp(client: PoolClient, { sessionId, actorId }: OfSession): Promise<void> {
  const before = await lockHelp(client, sessionId);
  if (!before) return;
  await run(STOP, { sessionId }, client);
  await recordActivity(client, { shopId: before.shopId, actorId, action: 'shop.help_ended' });
}

const STOP = sql<{ sessionId: string }>(
  'UPDATE sessions SET helped_shop_id = NULL, helps_until = NULL WHERE id = :sessionId',
);
