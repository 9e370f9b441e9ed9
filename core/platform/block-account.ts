import type { PoolClient } from 'pg';
import { inTransaction, many, one, sql } from '../db/database.ts';
import { User } from '../db/accounts.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError } from '../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { endActing } from '../accounts/end-acting.ts';
import { signalSessions } from '../accounts/session.ts';
import { findListedAccount, type ListedAccount } from './list-accounts.ts';

/** `actorId`: null for a command on the server itself. */
type Blocking = { userId: number; actorId: number | null; isBlocked: boolean };

/**
 * Blocks or unblocks an account. A blocked account is immediately logged out everywhere and cannot log in. Its orders stay, but
 * orders that await payment no longer reach the shop, and payments for them are refunded. Throws `not_found`, and
 * `invalid_input` for blocking an operator.
 */
export async function blockAccount({ userId, actorId, isBlocked }: Blocking): Promise<ListedAccount> {
  const ended = await inTransaction(async (client) => {
    const account = await lockAccount(client, userId);
    if (isBlocked && account.isOperator) throw new DomainError('invalid_input', 'An operator cannot be blocked.');
    if ((account.blockedAt !== null) === isBlocked) return [];
    await User.query(client)
      .findById(userId)
      .patch({ blockedAt: isBlocked ? NOW : null });
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

/** Immediately logs out an account, or all accounts, on all devices in every process. Returns the number of ended sessions. */
export async function logOutEverywhere({ userId }: { userId: number | undefined }): Promise<number> {
  const ended = await inTransaction(async (client) => {
    const sessions = await many(END_SESSIONS, { userId: userId ?? null }, client);
    return sessions.map(({ id }) => id);
  });
  signalSessions(ended);
  return ended.length;
}

/** The id of the account that logs in with that email address or mobile number. Throws `not_found`. */
export async function findAccountId(contact: { email?: string; mobile?: string }): Promise<number> {
  const account = await one(FIND, { email: contact.email ?? null, mobile: contact.mobile ?? null });
  if (!account) throw accountNotFound();
  return account.id;
}

const FIND = sql<{ email: string | null; mobile: string | null }, { id: number }>(
  'SELECT id FROM users WHERE (email = lower(:email) OR login_mobile = :mobile) AND deleted_at IS NULL',
);

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

const END_SESSIONS = sql<{ userId: number | null }, { id: string }>(
  `WITH ended AS (
     UPDATE sessions SET revoked_at = now() WHERE user_id = coalesce(:userId::bigint, user_id) AND revoked_at IS NULL AND expires_at > now()
     RETURNING id
   ), devices AS (
     DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
   )
   SELECT id FROM ended`,
);
