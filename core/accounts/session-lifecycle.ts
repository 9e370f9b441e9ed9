import type { PoolClient } from 'pg';
import { type Connection, inTransaction, many, one, run, sql } from '../db/database.ts';
import { RefreshToken } from '../db/accounts.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError } from '../errors.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';
import { recordEndedHelp } from './end-help.ts';
import { addNotice, recordSecurityEvent } from './security-events.ts';
import { findSession, hashRefreshToken, newRefreshToken, signAccessToken, signalSessions } from './session.ts';

const REFRESH_DAYS = 30;

/** `device`: browser and operating system. */
type Opening = { userId: number; shopId: number; otpCodeId?: number; device?: string };
export type OpenedSession = { sessionId: string; refreshToken: string };

/** Opens a session of a user at a shop with its first refresh token. `on`: the pool, or the caller's transaction. */
export async function openSession(
  on: Connection,
  { userId, shopId, otpCodeId, device }: Opening,
): Promise<OpenedSession> {
  const refreshToken = newRefreshToken();
  const tokenHash = hashRefreshToken(refreshToken);
  const session = await one(OPEN, { userId, shopId, otpCodeId, device, tokenHash, days: REFRESH_DAYS }, on);
  if (!session) throw new DomainError('internal', 'The session was not stored');
  return { sessionId: session.id, refreshToken };
}

type OpenParams = Opening & {
  otpCodeId: number | undefined;
  device: string | undefined;
  tokenHash: string;
  days: number;
};

const OPEN = sql<OpenParams, { id: string }>(
  `WITH session AS (
     INSERT INTO sessions (user_id, shop_id, otp_code_id, device, expires_at)
     VALUES (:userId, :shopId, :otpCodeId, :device, now() + make_interval(days => :days))
     RETURNING id
   ), token AS (
     INSERT INTO refresh_tokens (session_id, token_hash) SELECT id, :tokenHash FROM session
   )
   SELECT id FROM session`,
);

/**
 * Exchanges a refresh token for a new access token and a new refresh token. The old one stays valid until a successor was
 * used once, so a lost response, a second tab or a client that never stores the new one does no harm. After that, a
 * predecessor or another successor may be stolen: presenting one ends the session. `address`: the network address of the
 * request. Throws DomainError `unauthenticated`, and `rate_limited` after too many refreshes of one session, or too many
 * unknown tokens from one address.
 */
export async function refreshSession({
  refreshToken,
  address,
}: {
  refreshToken: string;
  address: string;
}): Promise<{ token: string; refreshToken: string }> {
  await countRefresh(hashRefreshToken(refreshToken), address);
  const successor = newRefreshToken();
  const outcome = await inTransaction((client) => rotate(client, refreshToken, successor));
  if (outcome.kind === 'reused') {
    recordSecurityEvent('refresh_reused', { sessionId: outcome.sessionId });
    signalSessions([outcome.sessionId]);
    // After the transaction: a change of email locks the user before the sessions, and a notice refers to the user.
    await addNotice({ kind: 'refresh_reused', userId: outcome.userId });
  }
  const session = outcome.kind === 'refreshed' ? await findSession(outcome.sessionId) : undefined;
  if (!session) throw new DomainError('unauthenticated', 'Please log in again');
  return { token: await signAccessToken(session), refreshToken: successor };
}

// Only unknown tokens count against an address: many customers may share one.
async function countRefresh(tokenHash: string, address: string): Promise<void> {
  // Whether or not the session is still active.
  const owner = await RefreshToken.query().findOne({ tokenHash });
  await (owner ? countUse(REFRESH_LIMIT, owner.sessionId) : countUse(UNKNOWN_LIMIT, address));
}

const QUARTER_HOUR = 15 * 60;
const REFRESH_LIMIT: Limit = { name: 'refresh', points: 60, seconds: QUARTER_HOUR };
const UNKNOWN_LIMIT: Limit = { name: 'refresh-unknown', points: 120, seconds: QUARTER_HOUR };

type Outcome =
  | { kind: 'refreshed'; sessionId: string }
  | { kind: 'reused'; sessionId: string; userId: number }
  | { kind: 'unknown' };

async function rotate(client: PoolClient, presented: string, successor: string): Promise<Outcome> {
  const tokenHash = hashRefreshToken(presented);
  if ((await run(LOCK_SESSION, { tokenHash }, client)) === 0) return { kind: 'unknown' };
  const token = await one(FIND_TOKEN, { tokenHash }, client);
  if (!token) return { kind: 'unknown' };
  const { id, sessionId, userId, predecessorId } = token;
  if (token.isRetired) {
    await run(REVOKE, { sessionId }, client);
    return { kind: 'reused', sessionId, userId };
  }
  if (!token.isUsed) {
    // Its first use proves that it arrived: its predecessor and its siblings are no longer needed.
    await RefreshToken.query(client).findById(id).patch({ usedAt: NOW });
    if (predecessorId !== null) await run(RETIRE_RELATIVES, { id, predecessorId }, client);
  }
  await run(PRUNE_UNUSED, { id }, client);
  await RefreshToken.query(client).insert({ sessionId, tokenHash: hashRefreshToken(successor), predecessorId: id });
  await run(EXTEND_SESSION, { sessionId, days: REFRESH_DAYS }, client);
  return { kind: 'refreshed', sessionId };
}

type Token = {
  id: number;
  sessionId: string;
  userId: number;
  predecessorId: number | null;
  isUsed: boolean;
  isRetired: boolean;
};

// Serializes the refreshes of one session.
const LOCK_SESSION = sql<{ tokenHash: string }>(
  `SELECT s.id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
   WHERE t.token_hash = :tokenHash AND s.revoked_at IS NULL AND s.expires_at > now()
   FOR UPDATE OF s`,
);

// A separate statement, so that it sees what the previous holder of the lock committed.
const FIND_TOKEN = sql<{ tokenHash: string }, Token>(
  `SELECT t.id, t.session_id, s.user_id, t.predecessor_id, t.used_at IS NOT NULL AS is_used,
     t.retired_at IS NOT NULL AS is_retired
   FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.token_hash = :tokenHash`,
);

// The predecessor of the token and its other successors.
const RETIRE_RELATIVES = sql<{ id: number; predecessorId: number }>(
  `UPDATE refresh_tokens SET retired_at = now()
   WHERE (id = :predecessorId OR predecessor_id = :predecessorId) AND id <> :id AND retired_at IS NULL`,
);

// A client that does not store tokens would request more and more. Keeps the newest nine and all younger than a minute, which
// their clients may be about to use: at most 60, by REFRESH_LIMIT.
const PRUNE_UNUSED = sql<{ id: number }>(
  `WITH unused AS (
     SELECT id, created_at FROM refresh_tokens WHERE predecessor_id = :id AND used_at IS NULL AND retired_at IS NULL
     ORDER BY id DESC OFFSET 9
   )
   DELETE FROM refresh_tokens WHERE id IN (SELECT id FROM unused WHERE created_at < now() - interval '1 minute')`,
);

// Thirty days from now, but at most half a year after logging in.
const EXTEND_SESSION = sql<{ sessionId: string; days: number }>(
  `UPDATE sessions SET used_at = now(), expires_at = least(now() + make_interval(days => :days), created_at + interval '180 days')
   WHERE id = :sessionId`,
);

const REVOKE = sql<{ sessionId: string }>(
  `WITH ended AS (UPDATE sessions SET revoked_at = now() WHERE id = :sessionId AND revoked_at IS NULL RETURNING id)
   DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)`,
);

type Credentials = { sessionId?: string | undefined; refreshToken?: string | undefined };

/**
 * Logs out on the server: the session's tokens become invalid immediately, its streams and sockets close, and its device
 * receives no more push messages. A refresh token is enough when the access token has expired. Throws DomainError
 * `unauthenticated` when neither names an active session.
 */
export async function endSession({ sessionId, refreshToken }: Credentials): Promise<void> {
  const tokenHash = refreshToken === undefined ? undefined : hashRefreshToken(refreshToken);
  const ended = await many(END, { sessionId, tokenHash });
  if (ended.length === 0) throw new DomainError('unauthenticated', 'Please log in');
  for (const { id } of ended) {
    signalSessions([id]);
    await recordEndedHelp({ sessionId: id });
  }
}

const END = sql<{ sessionId: string | undefined; tokenHash: string | undefined }, { id: string }>(
  `WITH ended AS (
     UPDATE sessions SET revoked_at = now()
     WHERE revoked_at IS NULL
       AND id = coalesce(:sessionId::uuid, (SELECT session_id FROM refresh_tokens WHERE token_hash = :tokenHash))
     RETURNING id
   ), devices AS (
     DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
   )
   SELECT id FROM ended`,
);
