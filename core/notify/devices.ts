import { inTransaction, run, sql } from '../db/database.ts';
import { hasPermission } from '../accounts/member-rights.sql.ts';
import { isTurnedOn } from '../accounts/message-preferences.ts';

const MAX_DEVICES = 10;

type Device = { token: string; kind: 'token' | 'fid'; userId: number; sessionId: string };

/**
 * Registers a device for push messages until its session ends. A token moves to the user who registered it last. A user keeps
 * ten devices: beyond that, dead ones and the longest unseen are deleted. Saving a device again counts as seeing it. Does
 * nothing for a session that has ended.
 */
export async function saveDevice({ token, kind, userId, sessionId }: Device): Promise<void> {
  await inTransaction(async (client) => {
    // Two devices registering concurrently must not both count nine others.
    await run(LOCK_USER, { userId }, client);
    await run(SAVE_DEVICE, { token, kind, userId, sessionId }, client);
    await run(DELETE_EXCESS, { userId, max: MAX_DEVICES }, client);
  });
}

const LOCK_USER = sql<{ userId: number }>('SELECT FROM users WHERE id = :userId FOR NO KEY UPDATE');

const SAVE_DEVICE = sql<Device>(
  `
  INSERT INTO push_tokens (token, kind, user_id, session_id)
  SELECT :token::text, :kind::text, :userId::bigint, s.id FROM sessions s
  WHERE s.id = :sessionId AND s.revoked_at IS NULL FOR SHARE
  ON CONFLICT (token_hash) DO UPDATE SET kind = excluded.kind, user_id = excluded.user_id,
    session_id = excluded.session_id, seen_at = now(), dead_at = NULL`,
);

const DELETE_EXCESS = sql<{ userId: number; max: number }>(
  `
  DELETE FROM push_tokens WHERE token_hash IN (
    SELECT token_hash FROM push_tokens WHERE user_id = :userId
    ORDER BY dead_at IS NOT NULL, seen_at DESC, token_hash OFFSET :max
  )`,
);

/**
 * Subquery: the devices that a notification is sent to, given the aliases of its row and of its order. In a shop's feed, devices
 * of the members who may see its orders, otherwise the customer's; with a valid session and the kind enabled in the preferences.
 */
export const devicesOf = (n: string, o: string): string => `(
  SELECT t.token_hash, t.token, t.kind, u.language
  FROM (
    SELECT m.user_id FROM shop_members m WHERE ${n}.feed LIKE 'shop:%' AND m.shop_id = ${o}.shop_id
      AND ${hasPermission('m', 'orders')}
    UNION ALL SELECT ${o}.user_id WHERE ${n}.feed NOT LIKE 'shop:%'
  ) recipient
  JOIN push_tokens t ON t.user_id = recipient.user_id AND t.dead_at IS NULL
  JOIN sessions s ON s.id = t.session_id AND s.revoked_at IS NULL AND s.expires_at > now()
  JOIN users u ON u.id = t.user_id AND u.blocked_at IS NULL
  WHERE ${isTurnedOn({ channel: 'push', notification: n, userId: 't.user_id' })}
)`;
