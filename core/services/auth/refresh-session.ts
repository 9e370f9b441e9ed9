import type { PoolClient } from 'pg';
import { publishSoon } from '../../bus/connect-bus.ts';
import { database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { log } from '../../log.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import { findSession } from './find-session.ts';
import { REFRESH_DAYS } from './open-session.ts';
import {
  ADD_TOKEN,
  EXTEND_SESSION,
  FIND_FAMILY,
  FIND_TOKEN,
  LOCK_SESSION,
  MARK_USED,
  PRUNE_UNUSED,
  RETIRE_ELDERS,
  REVOKE,
} from './refresh-session.sql.ts';
import { hashRefreshToken, newRefreshToken, signAccessToken } from './tokens.ts';

type Found = { id: number; session_id: string; predecessor_id: number | null; is_used: boolean; is_retired: boolean };
type Outcome = { kind: 'refreshed' | 'reused'; sessionId: string } | { kind: 'unknown' };

/**
 * A new access token, and a new refresh token for the next time. The given one stays good until a successor was used
 * once: a lost answer, a second tab or a client that never stores the new one does no harm. Once a successor was used,
 * whoever comes with an elder or another successor may be a thief: the session ends for both. `address`: where the request
 * came from. Throws DomainError `unauthenticated`, and `rate_limited` after too many of one session, or too many from one
 * address that are nobody's. Spec section 4.
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
    log.warn({ sessionId: outcome.sessionId }, 'A retired refresh token was used again; its session was ended');
    publishSoon({ type: 'session', sessionId: outcome.sessionId });
  }
  const session = outcome.kind === 'refreshed' ? await findSession(outcome.sessionId) : undefined;
  if (!session) throw new DomainError('unauthenticated', 'Please sign in again');
  return { token: await signAccessToken(session), refreshToken: successor };
}

// Of an address only what is nobody's: a whole quarter of a town may come from one.
async function countRefresh(hash: string, address: string): Promise<void> {
  const query = { name: 'find-family', text: FIND_FAMILY, values: [hash] };
  const { rows } = await database().pool.query<{ session_id: string }>(query);
  await (rows[0] ? countUse(REFRESH_LIMIT, rows[0].session_id) : countUse(UNKNOWN_LIMIT, address));
}

const QUARTER_HOUR = 15 * 60;
const REFRESH_LIMIT: Limit = { name: 'refresh', points: 60, seconds: QUARTER_HOUR };
const UNKNOWN_LIMIT: Limit = { name: 'refresh-unknown', points: 120, seconds: QUARTER_HOUR };

async function rotate(client: PoolClient, presented: string, successor: string): Promise<Outcome> {
  const token = await lockToken(client, hashRefreshToken(presented));
  if (!token) return { kind: 'unknown' };
  const sessionId = token.session_id;
  if (token.is_retired) {
    await client.query({ name: 'revoke-session', text: REVOKE, values: [sessionId] });
    return { kind: 'reused', sessionId };
  }
  if (!token.is_used) await proveReceipt(client, token);
  await client.query({ name: 'prune-unused-tokens', text: PRUNE_UNUSED, values: [token.id] });
  const values = [sessionId, hashRefreshToken(successor), token.id];
  await client.query({ name: 'add-refresh-token', text: ADD_TOKEN, values });
  await client.query({ name: 'extend-session', text: EXTEND_SESSION, values: [sessionId, REFRESH_DAYS] });
  return { kind: 'refreshed', sessionId };
}

async function lockToken(client: PoolClient, hash: string): Promise<Found | undefined> {
  const locked = await client.query({ name: 'lock-session', text: LOCK_SESSION, values: [hash] });
  if (locked.rowCount === 0) return undefined;
  const { rows } = await client.query<Found>({ name: 'find-refresh-token', text: FIND_TOKEN, values: [hash] });
  return rows[0];
}

// Its first use proves that it arrived, so that nobody needs its predecessor or its siblings any more.
async function proveReceipt(client: PoolClient, { id, predecessor_id }: Found): Promise<void> {
  await client.query({ name: 'mark-token-used', text: MARK_USED, values: [id] });
  if (predecessor_id === null) return;
  await client.query({ name: 'retire-elders', text: RETIRE_ELDERS, values: [id, predecessor_id] });
}
