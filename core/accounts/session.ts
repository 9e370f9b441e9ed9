import { createHash, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto';
import type { TokenClaims } from '@haat/contract/accounts/decode-token';
import { claimedRole, type ShopRole } from '@haat/contract/accounts/shop-roles';
import { errors, jwtVerify, SignJWT } from 'jose';
import { publishWithRetries } from '../live/connect-bus.ts';
import { many, sql } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { MAY_ACT } from './may-act.sql.ts';
import { sessionCache } from './session-cache.ts';

/** Who is logged in and for which shop, as it was last read from the database. `role` is set for a member of that shop only. */
export type Session = {
  userId: number;
  /**
   * The person who acts for the shop: the session's user or, on a shared device, the member who entered their PIN. The account
   * itself (profile, addresses, own orders, own sessions) always belongs to `userId`.
   */
  actorId: number;
  sessionId: string;
  /** Null for an account that logs in with a mobile number only. */
  email: string | null;
  shopId: number;
  shopSlug: string;
  role: ShopRole | undefined;
  isPlatformAdmin: boolean;
  /** It is the session of an operator who helps the shop, and acts for it like one of its admins. */
  isHelping?: true | undefined;
  /** True on a shared device, at any shop. It has no access to the account or to other shops. */
  isShared?: true | undefined;
  /** True on a shared device without an entered PIN. It only shows that there are new orders. */
  isLocked?: true | undefined;
  /** Why the platform has suspended the session's shop; undefined while it is active. */
  shopSuspendedFor?: string | undefined;
};

/** The session of that id (a UUID); undefined when it was revoked or has expired, or its user is blocked. */
export async function findSession(sessionId: string): Promise<Session | undefined> {
  const found = await findSessions([sessionId]);
  return found.get(sessionId);
}

/** The active sessions with these ids (UUIDs), by id: not revoked, not expired, their users not blocked. */
export async function findSessions(ids: string[]): Promise<Map<string, Session>> {
  const rows = await many(FIND_SESSIONS, { ids });
  return new Map(
    rows.map(({ role, suspendedFor, isHelping, isShared, isLocked, ...session }) => [
      session.sessionId,
      {
        ...session,
        role: role ?? undefined,
        ...(isHelping && { isHelping }),
        ...(isShared && { isShared }),
        ...(isLocked && { isLocked }),
        ...(suspendedFor !== null && { shopSuspendedFor: suspendedFor }),
      },
    ]),
  );
}

type SessionRow = Omit<Session, 'role' | 'shopSuspendedFor' | 'isHelping' | 'isShared' | 'isLocked'> & {
  role: ShopRole | null;
  isHelping: boolean;
  isShared: boolean;
  isLocked: boolean;
  suspendedFor: string | null;
};

// A shared device has the current rights of the member who acts, or a vendor's rights if no one does. It never has operator
// rights, even if an operator's account is logged in, and it has no rights at other shops.
const FIND_SESSIONS = sql<{ ids: string[] }, SessionRow>(
  `SELECT s.id AS session_id, u.id AS user_id, coalesce(actor.user_id, u.id) AS actor_id, u.email,
     u.is_platform_admin AND d.shop_id IS NULL AS is_platform_admin, h.id AS shop_id, h.slug AS shop_slug,
     help.is_helping, d.shop_id IS NOT NULL AS is_shared, d.shop_id IS NOT NULL AND actor.user_id IS NULL AS is_locked,
     CASE WHEN help.is_helping THEN 'admin' WHEN d.shop_id IS NULL THEN m.role WHEN d.shop_id <> h.id THEN NULL ELSE coalesce(actor.role, CASE m.role WHEN 'admin' THEN 'vendor' ELSE m.role END) END AS role,
     CASE WHEN h.suspended_at IS NOT NULL THEN coalesce(h.suspended_reason, '') END AS suspended_for
   FROM sessions s
   JOIN users u ON u.id = s.user_id
   LEFT JOIN LATERAL (
     SELECT shop_id, actor_id, acting_until FROM shared_devices
     WHERE session_id = s.id ORDER BY shop_id <> s.shop_id LIMIT 1
   ) d ON true
   CROSS JOIN LATERAL (SELECT u.is_platform_admin AND d.shop_id IS NULL AND coalesce(s.helps_until > now(), false) AS is_helping) help
   JOIN shops h ON h.id = CASE WHEN help.is_helping THEN s.helped_shop_id ELSE s.shop_id END
   LEFT JOIN shop_members m ON m.user_id = u.id AND m.shop_id = h.id
   LEFT JOIN LATERAL (
     SELECT m.user_id, m.role FROM shop_members m JOIN users person ON person.id = m.user_id
     WHERE m.user_id = d.actor_id AND m.shop_id = h.id AND d.shop_id = h.id AND ${MAY_ACT} AND d.acting_until > now()
       AND person.blocked_at IS NULL
   ) actor ON m.user_id IS NOT NULL
   WHERE s.id = ANY(:ids::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > now() AND u.blocked_at IS NULL`,
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
 * The same, from memory if it was read in the last half minute and no change of it was signaled since. A token that
 * was issued for another shop, or for helping one, never gets the session as it was before the switch, on any replica.
 */
export async function readCachedSession(accessToken: string): Promise<Session | undefined> {
  const token = await verify(accessToken);
  if (!token) return undefined;
  return token.isHelping ? findSession(token.sessionId) : sessionCache.find(token, findSession);
}

const ACCESS_TYPE = 'at+jwt';
const MAX_TOKEN_LENGTH = 4096;

/** The session id in one of our access tokens; undefined for any other text. */
export const verifyAccessToken = async (token: string): Promise<string | undefined> => (await verify(token))?.sessionId;

async function verify(token: string): Promise<Verified | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const known = verified.get(token);
  if (known) return known;
  const claims = await findClaims(token, ACCESS_TYPE);
  if (!claims) return undefined;
  const { sid: sessionId, exp: expiresAt, shop_id: shopId, helping: isHelping = false } = claims;
  verified.set(token, { sessionId, expiresAt, shopId, isHelping });
  return { sessionId, expiresAt, shopId, isHelping };
}

/** The claims of a token. `shopId`: the shop of its session when it was issued. */
type Verified = { sessionId: string; expiresAt: number; shopId: number | undefined; isHelping: boolean };

/**
 * The claims of tokens with a verified signature, each until its token expires (`expiresAt` in seconds since 1970). At most
 * `max` tokens; the oldest are dropped first. They do not say whether the session is active.
 */
export class VerifiedTokens {
  readonly #max: number;
  readonly #known = new Map<string, Verified>();

  constructor(max: number) {
    this.#max = max;
  }

  get(token: string): Verified | undefined {
    const key = digestOf(token);
    const verified = this.#known.get(key);
    if (!verified) return undefined;
    if (Math.floor(Date.now() / 1000) < verified.expiresAt) return verified;
    this.#known.delete(key);
    return undefined;
  }

  set(token: string, verified: Verified): void {
    this.#known.set(digestOf(token), verified);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#max && oldest !== undefined) this.#known.delete(oldest);
  }
}

// Digests, so that a memory dump contains no usable tokens.
const digestOf = (token: string): string => hash('sha256', token, 'base64url');

// The same token comes with every request of a browser, and its signature does not change.
const verified = new VerifiedTokens(10_000);

async function findClaims(token: string, type: string): Promise<TokenClaims | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  for (const key of verifyingKeys) {
    const claims = await claimsIn(token, type, key);
    if (claims) return claims;
  }
  return undefined;
}

async function claimsIn(token: string, type: string, key: KeyObject): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify<TokenClaims>(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: type,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    return UUID.test(payload.sid) ? payload : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

const ISSUER = 'haat';
const AUDIENCE = 'haat-api';
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const keyOf = (secret: string): KeyObject => createSecretKey(Buffer.from(secret));
const signingKey = keyOf(env.JWT_SECRET);

// Tokens of the previous secret still verify, so that changing the secret logs no one out.
const verifyingKeys = [signingKey, ...(env.JWT_SECRET_PREVIOUS ? [keyOf(env.JWT_SECRET_PREVIOUS)] : [])];

const ACCESS_TOKEN_SECONDS = 15 * 60;

/**
 * An access token of 15 minutes. Its claims are for the client, which shows menus by them; the server reads role and shop
 * from the database. Every token names the shop of its session; only members' tokens name a role.
 */
export async function signAccessToken(session: Session): Promise<string> {
  const { userId, sessionId, email, shopId, shopSlug, role, isPlatformAdmin, isHelping } = session;
  const claims: Omit<TokenClaims, 'sub' | 'exp'> = {
    ...(email !== null && { email }),
    sid: sessionId,
    shop_id: shopId,
    shop_slug: shopSlug,
    ...(role && { role: claimedRole(role) }),
    ...(role === 'admin' && { shop_admin: true }),
    ...(isPlatformAdmin && { operator: true }),
    ...(isHelping && { helping: true }),
  };
  return signToken({ claims, subject: String(userId), type: ACCESS_TYPE, seconds: ACCESS_TOKEN_SECONDS });
}

type Signing = { claims: Record<string, unknown>; subject: string; type: string; seconds: number };

/** A signed token of the given type: a token of one type is not accepted as another. */
export async function signToken({ claims, subject, type, seconds }: Signing): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setSubject(subject)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(signingKey);
}

const DASHBOARD_TYPE = 'queue-dashboard+jwt';

/** How long a token for the queue dashboard is valid. */
export const DASHBOARD_SECONDS = 60 * 60;

/** A token that only opens the queue dashboard for an operator's browser. */
export const signDashboardToken = ({ userId, sessionId }: { userId: number; sessionId: string }): Promise<string> =>
  signToken({ claims: { sid: sessionId }, subject: String(userId), type: DASHBOARD_TYPE, seconds: DASHBOARD_SECONDS });

/** The session id in such a token; undefined for any other text. */
export const verifyDashboardToken = async (token: string): Promise<string | undefined> =>
  (await findClaims(token, DASHBOARD_TYPE))?.sid;

/** A refresh token: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a refresh token. Tokens cannot be guessed, so a plain hash is enough. */
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * The active sessions of a user at a shop, including shared devices where they act. Read them after the commit of the change
 * to signal: otherwise a session that comes to the shop in between keeps its old rights.
 */
export async function findSessionsAt(at: { userId: number; shopId: number }): Promise<string[]> {
  const rows = await many(SESSIONS_AT_SHOP, at);
  return rows.map(({ id }) => id);
}

const SESSIONS_AT_SHOP = sql<{ userId: number; shopId: number }, { id: string }>(
  `SELECT id FROM sessions WHERE user_id = :userId AND shop_id = :shopId AND revoked_at IS NULL AND expires_at > now()
   UNION
   SELECT session_id FROM shared_devices WHERE actor_id = :userId AND shop_id = :shopId`,
);

/**
 * Makes every replica read these sessions again and close the streams and sockets that they no longer permit. This process
 * drops them from its cache immediately.
 */
export function signalSessions(sessionIds: string[]): void {
  for (const sessionId of sessionIds) {
    sessionCache.drop(sessionId);
    void publishWithRetries({ type: 'session', sessionId });
  }
}

/** The same for all sessions of a shop; their streams and sockets stay open. */
export function signalSessionsOfShop(shopId: number): void {
  sessionCache.dropOfShop(shopId);
  void publishWithRetries({ type: 'shop-sessions', shopId });
}
