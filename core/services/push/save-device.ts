import { inTransaction } from '../../db/transaction.ts';

const MOST_DEVICES = 10;

type Device = { token: string; kind: 'token' | 'fid'; userId: number; sessionId: string };

/**
 * Has push messages sent to a device until its session ends. A token that another user had is theirs no more, and beyond
 * ten devices of one user those go that are dead, or were seen longest ago. Saved again, it counts as seen now. A session that
 * ended meanwhile has none. Spec section 4.
 */
export async function saveDevice({ token, kind, userId, sessionId }: Device): Promise<void> {
  await inTransaction(async (client) => {
    // Two devices at once must not both count nine others.
    await client.query({ name: 'lock-devices', text: LOCK, values: [userId] });
    await client.query({ name: 'save-device', text: SAVE, values: [token, kind, userId, sessionId] });
    await client.query({ name: 'forget-devices', text: FORGET_OTHERS, values: [userId, MOST_DEVICES] });
  });
}

const LOCK = 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE';

const SAVE = `
  INSERT INTO push_tokens (token, kind, user_id, session_id)
  SELECT $1::text, $2::text, $3::bigint, s.id FROM sessions s WHERE s.id = $4 AND s.revoked_at IS NULL FOR SHARE
  ON CONFLICT (token_hash) DO UPDATE SET kind = excluded.kind, user_id = excluded.user_id,
    session_id = excluded.session_id, seen_at = now(), dead_at = NULL`;

const FORGET_OTHERS = `
  DELETE FROM push_tokens WHERE token_hash IN (
    SELECT token_hash FROM push_tokens WHERE user_id = $1
    ORDER BY dead_at IS NOT NULL, seen_at DESC, token_hash OFFSET $2
  )`;
