import { database } from '../../db/database.ts';
import type { Session } from './session.ts';

type Row = {
  id: string;
  user_id: number;
  email: string;
  is_platform_admin: boolean;
  shop_id: number;
  slug: string;
  role: 'vendor' | 'admin' | null;
  suspended_for: string | null;
};

/** Those of the sessions (UUIDs) that stand: not revoked, not over, their users not blocked. By id. */
export async function findSessions(ids: string[]): Promise<Map<string, Session>> {
  const { rows } = await database().pool.query<Row>({ name: 'find-sessions', text: FIND_SESSIONS, values: [ids] });
  return new Map(rows.map((row) => [row.id, sessionOf(row)]));
}

function sessionOf({ id, user_id, email, is_platform_admin, shop_id, slug, role, suspended_for }: Row): Session {
  return {
    userId: user_id,
    sessionId: id,
    email,
    shopId: shop_id,
    shopSlug: slug,
    role: role ?? undefined,
    isPlatformAdmin: is_platform_admin,
    ...(suspended_for !== null && { shopSuspendedFor: suspended_for }),
  };
}

const FIND_SESSIONS = `
  SELECT s.id, u.id AS user_id, u.email, u.is_platform_admin, h.id AS shop_id, h.slug, m.role,
    CASE WHEN h.suspended_at IS NOT NULL THEN coalesce(h.suspended_reason, '') END AS suspended_for
  FROM sessions s
  JOIN users u ON u.id = s.user_id
  JOIN shops h ON h.id = s.shop_id
  LEFT JOIN shop_members m ON m.user_id = u.id AND m.shop_id = h.id
  WHERE s.id = ANY($1::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > now() AND u.blocked_at IS NULL`;
