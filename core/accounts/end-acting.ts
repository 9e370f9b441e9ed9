import { type Connection, many, sql } from '../db/database.ts';

/** `shopId`: only at that shop. */
type Acting = { userId: number; shopId?: number };

/**
 * On every shared device where the user acts, nobody does any more, in the transaction of the caller, who signals the sessions
 * that it returns.
 */
export async function endActing(on: Connection, { userId, shopId }: Acting): Promise<string[]> {
  const ended = await many(END_ACTING, { userId, shopId: shopId ?? null }, on);
  return ended.map(({ sessionId }) => sessionId);
}

const END_ACTING = sql<{ userId: number; shopId: number | null }, { sessionId: string }>(
  `UPDATE shared_devices SET actor_id = NULL, acting_until = NULL
   WHERE actor_id = :userId AND (:shopId::bigint IS NULL OR shop_id = :shopId)
   RETURNING session_id`,
);
