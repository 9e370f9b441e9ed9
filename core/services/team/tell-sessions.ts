import type { PoolClient } from 'pg';
import { publishSoon } from '../../bus/connect-bus.ts';

type Whose = { userId: number; shopId: number };

/** The living sessions of a user at a shop. */
export async function sessionsAt(client: PoolClient, { userId, shopId }: Whose): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'sessions-at-shop',
    text: `SELECT id FROM sessions WHERE user_id = $1 AND shop_id = $2 AND revoked_at IS NULL AND expires_at > now()`,
    values: [userId, shopId],
  });
  return rows.map(({ id }) => id);
}

/** Has every replica ask again what these sessions may see, and end the streams and sockets that they may not. */
export function tellSessions(sessionIds: string[]): void {
  for (const sessionId of sessionIds) publishSoon({ type: 'session', sessionId });
}
