import type { TokenClaims } from '@haat/contract/rules/decode-token';
import type { PoolClient } from 'pg';
import { publishSoon } from '../../bus/connect-bus.ts';
import { Shop } from '../../db/shop.model.ts';
import { many, sql } from '../../db/sql.ts';
import { DomainError } from '../../errors.ts';
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

/** What decides the rights to a shop. */
export type Manager = Pick<Session, 'role' | 'shopId' | 'isPlatformAdmin'>;

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

/** An access token of 15 minutes. Its role and shop only drive menus, so they are present for members only. */
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

/** Whether the session belongs to a member of the shop. Its shop alone is not enough: a customer's session has one, too. */
export const worksFor = ({ role, shopId }: Pick<Session, 'role' | 'shopId'>, shop: number): boolean =>
  role !== undefined && shopId === shop;

/** Whether the session may see what concerns the shop it is for: as a member, or as the platform's operator. */
export const isMember = ({ role, isPlatformAdmin }: Pick<Session, 'role' | 'isPlatformAdmin'>): boolean =>
  role !== undefined || isPlatformAdmin;

/** Whether the session may change what belongs to the shop: as a member, or as the platform's operator. */
export const managesShop = (by: Manager, shop: number): boolean => worksFor(by, shop) || by.isPlatformAdmin;

/** Whether the session may change the settings and the team of the shop it is for: as its admin, or as the operator. */
export const isAdmin = ({ role, isPlatformAdmin }: Pick<Session, 'role' | 'isPlatformAdmin'>): boolean =>
  role === 'admin' || isPlatformAdmin;

/**
 * The shop that a request changes: their own for a member, whether or not it is named, and the named one for the
 * platform's operator. Throws DomainError `forbidden` for a shop that is not theirs, `invalid_input` when an operator
 * names none, `not_found` when there is no such shop.
 */
export async function findActingShop(by: Manager, named?: number): Promise<number> {
  const shopId = named ?? (by.role && by.shopId);
  if (shopId === undefined) throw new DomainError('invalid_input', 'shop_id is required');
  if (worksFor(by, shopId)) return shopId;
  if (!by.isPlatformAdmin) throw new DomainError('forbidden', 'You do not have access to this shop.');
  if (!(await Shop.query().findById(shopId).select('id'))) throw new DomainError('not_found', 'Shop Not Found');
  return shopId;
}

/**
 * The shop whose own categories and units the caller sees beside the common ones: their own as a member, the named one as
 * the operator; undefined for none. Throws what `findActingShop` does for a shop that is named.
 */
export async function findReadingShop(by: Manager, named: number | undefined): Promise<number | undefined> {
  return named === undefined ? by.role && by.shopId : findActingShop(by, named);
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
