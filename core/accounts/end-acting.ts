import type { Connection } from '../db/database.ts';
import { SharedDevice } from '../db/accounts.models.ts';

/** `shopId`: only at that shop. */
type Acting = { userId: number; shopId?: number };

/** Locks every shared device where the user acts, in the caller's transaction. The caller signals the returned sessions. */
export async function endActing(on: Connection, { userId, shopId }: Acting): Promise<string[]> {
  const where = shopId === undefined ? { actorId: userId } : { actorId: userId, shopId };
  const ended = await SharedDevice.query(on)
    .where(where)
    .patch({ actorId: null, actingUntil: null })
    .returning('sessionId');
  return ended.map(({ sessionId }) => sessionId);
}
