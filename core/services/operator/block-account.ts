import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { endActing } from '../auth/end-acting.ts';
import { signalSessions } from '../auth/session.ts';
import { findListedAccount, type ListedAccount } from './list-accounts.ts';

type Blocking = { userId: number; actorId: number; isBlocked: boolean };

/**
 * Blocks an account, or unblocks it. A blocked one is logged out everywhere at once and cannot log in; its orders stay.
 * Throws `not_found`, and `invalid_input` when an operator is to be blocked.
 */
export async function blockAccount({ userId, actorId, isBlocked }: Blocking): Promise<ListedAccount> {
  const ended = await inTransaction(async (client) => {
    const account = await lockAccount(client, userId);
    if (isBlocked && account.isOperator) throw new DomainError('invalid_input', 'An operator cannot be blocked.');
    if ((account.blockedAt !== null) === isBlocked) return [];
    await run(BLOCK, { userId, isBlocked }, client);
    const action = isBlocked ? 'account.blocked' : 'account.unblocked';
    await recordActivity(client, { shopId: null, actorId, action, subject: account.email ?? `+91${account.mobile}` });
    if (!isBlocked) return [];
    const sessions = await many(END_SESSIONS, { userId }, client);
    return [...sessions.map(({ id }) => id), ...(await endActing(client, { userId }))];
  });
  signalSessions(ended);
  const account = await findListedAccount({ userId });
  if (!account) throw accountNotFound();
  return account;
}

async function lockAccount(client: PoolClient, userId: number): Promise<LockedAccount> {
  const account = await one(LOCK, { userId }, client);
  if (!account) throw accountNotFound();
  return account;
}

const accountNotFound = () => new DomainError('not_found', 'Account not found');

type LockedAccount = Pick<ListedAccount, 'email' | 'mobile' | 'isOperator' | 'blockedAt'>;

const LOCK = sql<{ userId: number }, LockedAccount>(
  `SELECT email, login_mobile AS mobile, is_platform_admin AS is_operator, blocked_at FROM users
   WHERE id = :userId AND deleted_at IS NULL FOR NO KEY UPDATE`,
);

const BLOCK = sql<{ userId: number; isBlocked: boolean }>(
  'UPDATE users SET blocked_at = CASE WHEN :isBlocked::boolean THEN now() END WHERE id = :userId',
);

const END_SESSIONS = sql<{ userId: number }, { id: string }>(
  `WITH ended AS (
     UPDATE sessions SET revoked_at = now() WHERE user_id = :userId AND revoked_at IS NULL AND expires_at > now()
     RETURNING id
   ), devices AS (
     DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
   )
   SELECT id FROM ended`,
);
