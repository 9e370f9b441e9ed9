import type { Pool, PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import { hashRefreshToken, newRefreshToken } from './tokens.ts';

export const REFRESH_DAYS = 30;

type Opening = { userId: number; shopId: number; otpCodeId?: number };

/** A new session of a user at a shop with its first refresh token. `on`: the pool, or the transaction that it is part of. */
export async function openSession(
  on: Pool | PoolClient,
  { userId, shopId, otpCodeId }: Opening,
): Promise<{ sessionId: string; refreshToken: string }> {
  const refreshToken = newRefreshToken();
  const values = [userId, shopId, otpCodeId, hashRefreshToken(refreshToken), REFRESH_DAYS];
  const { rows } = await on.query<{ id: string }>({ name: 'open-session', text: OPEN_SESSION, values });
  const session = rows[0];
  if (!session) throw new DomainError('internal', 'The session was not stored');
  return { sessionId: session.id, refreshToken };
}

const OPEN_SESSION = `
  WITH session AS (
    INSERT INTO sessions (user_id, shop_id, otp_code_id, expires_at)
    VALUES ($1, $2, $3, now() + make_interval(days => $5))
    RETURNING id
  ), token AS (
    INSERT INTO refresh_tokens (session_id, token_hash) SELECT id, $4 FROM session
  )
  SELECT id FROM session`;
