import type { TokenClaims } from '@haat/contract/rules/decode-token';
import type { PoolClient } from 'pg';
import { publishSoon } from '../../bus/connect-bus.ts';
import { many, sql } from '../../db/database.ts';
import { ACCESS_TOKEN_SECONDS, signToken, verifyAccessToken } from './tokens.ts';

/** Who is signed in and for which shop, as the database has it now. `role` is set for a member of that shop only. */
export type Session = {
  userId: number;
  sessionId: string;
  email: string;
  shopId: number;
  shopSlug: string;
  role: 'vendor' | 'admin' | undefined;
  isPlatformAdmin: boolean;
  /** Why the platform has suspended the session's shop; undefined while it is active. */
  shopSuspendedFor?: string | undefined;
};

/** The session of that id (a UUID); undefined when it was revoked or has expired, or its user is blocked. */
export async function findSession(sessionId: string): Promise<Session | undefined> {
  const found = await findSessions([sessionId]);
  return found.get(sessionId);
}

/** The active sessions among those ids (UUIDs), by id: not revoked, not expired, their users not blocked. */
export async function findSessions(ids: string[]): Promise<Map<string, Session>> {
  const rows = await many(FIND_SESSIONS, { ids });
  return new Map(
    rows.map(({ role, suspendedFor, ...session }) => [
      session.sessionId,
      { ...session, role: role ?? undefined, ...(suspendedFor !== null && { shopSuspendedFor: suspendedFor }) },
    ]),
  );
}

type SessionRow = Omit<Session, 'role' | 'shopSuspendedFor'> & {
  role: 'vendor' | 'admin' | null;
  suspendedFor: string | null;
};

const FIND_SESSIONS = sql<{ ids: string[] }, SessionRow>(
  `SELECT s.id AS session_id, u.id AS user_id, u.email, u.is_platform_admin, h.id AS shop_id, h.slug AS shop_slug, m.role,
     CASE WHEN h.suspended_at IS NOT NULL THEN coalesce(h.suspended_reason, '') END AS suspended_for
   FROM sessions s
   JOIN users u ON u.id = s.user_id
   JOIN shops h ON h.id = s.shop_id
   LEFT JOIN shop_members m ON m.user_id = u.id AND m.shop_id = h.id
   WHERE s.id = ANY(:ids::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > now() AND u.blocked_at IS NULL`,
  'find-sessions',
);

/**
 * The session behind an access token; undefined for anything that is not a valid token of an active session. Role and
 * shop come from the database, never from the token's claims.
 */
export async function readSession(accessToken: string): Promise<Session | undefined> {
  const sessionId = await verifyAccessToken(accessToken);
  return sessionId === undefined ? undefined : findSession(sessionId);
}

/**
 * An access token of 15 minutes. Its claims are for the client, which shows menus by them; the server reads role and shop from
 * the database. Every token names the shop of its session, only those of members a role.
 */
export async function signAccessToken(session: Session): Promise<string> {
  const { userId, sessionId, email, shopId, shopSlug, role, isPlatformAdmin } = session;
  const claims: Omit<TokenClaims, 'sub' | 'exp'> = {
    email,
    sid: sessionId,
    shop_id: shopId,
    shop_slug: shopSlug,
    ...(role && { role: 'vendor' as const }),
    ...(role === 'admin' && { shop_admin: true }),
    ...(isPlatformAdmin && { operator: true }),
  };
  return signToken({ claims, subject: String(userId), type: 'at+jwt', seconds: ACCESS_TOKEN_SECONDS });
}

/** The active sessions of a user at a shop. */
export async function findSessionsAt(client: PoolClient, at: { userId: number; shopId: number }): Promise<string[]> {
  const rows = await many(SESSIONS_AT_SHOP, at, client);
  return rows.map(({ id }) => id);
}

const SESSIONS_AT_SHOP = sql<{ userId: number; shopId: number }, { id: string }>(
  'SELECT id FROM sessions WHERE user_id = :userId AND shop_id = :shopId AND revoked_at IS NULL AND expires_at > now()',
  'sessions-at-shop',
);

/** Makes every replica read these sessions again and close the streams and sockets that they no longer permit. */
export function signalSessions(sessionIds: string[]): void {
  for (const sessionId of sessionIds) publishSoon({ type: 'session', sessionId });
}
