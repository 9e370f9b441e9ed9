import { inTransaction, many, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { endActing } from './end-acting.ts';
import { signalSessions } from './session.ts';

/** `device`: browser and operating system; null for a session of an earlier version. */
export type OwnSession = {
  id: string;
  device: string | null;
  shopSlug: string;
  createdAt: Date;
  usedAt: Date;
};

/** The active sessions of a user, the last used first. At most 100. */
export const listOwnSessions = ({ userId }: { userId: number }): Promise<OwnSession[]> => many(LIST, { userId });

const LIST = sql<{ userId: number }, OwnSession>(
  `SELECT s.id, s.device, h.slug AS shop_slug, s.created_at, s.used_at
   FROM sessions s JOIN shops h ON h.id = s.shop_id
   WHERE s.user_id = :userId AND s.revoked_at IS NULL AND s.expires_at > now()
   ORDER BY s.used_at DESC, s.id LIMIT 100`,
);

type Ending = { userId: number; sessionId: string };

/** Ends one of the user's sessions immediately on every replica. Throws DomainError `not_found` for any other session. */
export async function endOwnSession({ userId, sessionId }: Ending): Promise<void> {
  const ended = await many(END, { userId, sessionId, isExcept: false });
  if (ended.length === 0) throw new DomainError('not_found', 'Session not found');
  signalSessions(ended.map(({ id }) => id));
}

/** Immediately ends the user's other sessions and locks the shared devices where they act. Returns the number of sessions. */
export async function endOtherSessions({ userId, sessionId }: Ending): Promise<number> {
  const { ended, locked } = await inTransaction(async (client) => ({
    ended: await many(END, { userId, sessionId, isExcept: true }, client),
    locked: await endActing(client, { userId }),
  }));
  signalSessions([...ended.map(({ id }) => id), ...locked]);
  return ended.length;
}

const END = sql<Ending & { isExcept: boolean }, { id: string }>(
  `WITH ended AS (
     UPDATE sessions SET revoked_at = now()
     WHERE user_id = :userId AND (id <> :sessionId::uuid) = :isExcept::boolean AND revoked_at IS NULL
       AND expires_at > now()
     RETURNING id
   ), devices AS (
     DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
   )
   SELECT id FROM ended`,
);
