import { type Connection, many, sql } from '../db/database.ts';

/** `shopId`: only at that shop. */
type Acting = { userId: number; shopId?: number };

/** Locks every shared device where the user acts, in the caller's transaction. The caller signals the returned sessions. */
export async function endActing(on: Connection, { userId, shopId }: Acting): Promise<string[]> {
  const ended = await many(END_ACTING, { userId, shopId: shopId ?? null }, on);
  return ended.map(({ sessionId }) => sessionId);
}

const END_ACTING = sql<{ userId: number; shopId: number | null }, { sessionId: string }>(
  `UPDATE shared_devices SET actor_id = NULL, acting_until = NULL
   WHERE actor_id = :userId AND (:shopId::bigint IS NULL OR shop_id = :shopId)
   RETURNING session_id`,
);
