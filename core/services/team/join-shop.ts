import type { PoolClient } from 'pg';
import { recordActivity } from '../activity/record-activity.ts';

/** Notes that somebody who was invited has signed in at the shop for the first time; part of the caller's transaction. */
export async function joinShop(client: PoolClient, who: { userId: number; shopId: number }): Promise<void> {
  const { userId, shopId } = who;
  const { rows } = await client.query<{ role: string; email: string }>({
    name: 'join-shop',
    text: JOIN,
    values: [userId, shopId],
  });
  for (const { role, email } of rows) {
    await recordActivity(client, { shopId, actorId: userId, action: 'member.joined', subject: email, after: { role } });
  }
}

const JOIN = `
  UPDATE shop_members m SET joined_at = now() FROM users u
  WHERE m.user_id = $1 AND m.shop_id = $2 AND m.joined_at IS NULL AND u.id = m.user_id
  RETURNING m.role, u.email`;
