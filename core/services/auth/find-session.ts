import { database } from '../../db/database.ts';
import type { Session } from './session.ts';

type Row = {
  user_id: number;
  email: string;
  is_platform_admin: boolean;
  shop_id: number;
  slug: string;
  role: 'vendor' | 'admin' | null;
};

/** The session of that id (a UUID); undefined when it was revoked, is over, or its user is blocked. */
export async function findSession(sessionId: string): Promise<Session | undefined> {
  const { rows } = await database().pool.query<Row>({ name: 'find-session', text: FIND_SESSION, values: [sessionId] });
  const row = rows[0];
  return (
    row && {
      userId: row.user_id,
      sessionId,
      email: row.email,
      shopId: row.shop_id,
      shopSlug: row.slug,
      role: row.role ?? undefined,
      isPlatformAdmin: row.is_platform_admin,
    }
  );
}

const FIND_SESSION = `
  SELECT u.id AS user_id, u.email, u.is_platform_admin, h.id AS shop_id, h.slug, m.role
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  JOIN shops h ON h.id = s.shop_id
  LEFT JOIN shop_members m ON m.user_id = u.id AND m.shop_id = h.id
  WHERE s.id = $1 AND s.revoked_at IS NULL AND s.expires_at > now() AND u.blocked_at IS NULL`;
