import { publishSoon } from '../../bus/connect-bus.ts';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { hashRefreshToken } from './tokens.ts';

type Who = { sessionId?: string | undefined; refreshToken?: string | undefined };

/**
 * Signs out on the server: access and refresh tokens of the session are void at once, its streams and sockets end, its
 * device gets no more push messages. A refresh token is as good as the session, for whose access token has expired.
 * Throws DomainError `unauthenticated` when there is neither. Spec section 2, layout.
 */
export async function endSession({ sessionId, refreshToken }: Who): Promise<void> {
  const hash = refreshToken === undefined ? null : hashRefreshToken(refreshToken);
  const { rows } = await database().pool.query<{ id: string }>({
    name: 'end-session',
    text: END_SESSION,
    values: [sessionId ?? null, hash],
  });
  if (rows.length === 0) throw new DomainError('unauthenticated', 'Please sign in');
  for (const { id } of rows) publishSoon({ type: 'session', sessionId: id });
}

const END_SESSION = `
  WITH ended AS (
    UPDATE sessions SET revoked_at = now()
    WHERE revoked_at IS NULL
      AND id = coalesce($1::uuid, (SELECT session_id FROM refresh_tokens WHERE token_hash = $2))
    RETURNING id
  ), devices AS (
    DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
  )
  SELECT id FROM ended`;
