import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { signalSessions } from '../auth/session.ts';

/**
 * An account that needs the attention of an operator, with its counts of the last week: requests that the limits refused
 * (`refusals`), orders that `expired` unpaid, and all `orders`. `delivered`: the delivered orders of all time.
 */
export type ListedAccount = {
  id: number;
  email: string;
  isOperator: boolean;
  blockedAt: Date | null;
  refusals: number;
  expired: number;
  orders: number;
  delivered: number;
  /** The last sign-in, order or refusal. */
  lastSeenAt: Date | null;
};

/** An account with so many orders that expired unpaid in a week is listed. */
const MANY_EXPIRED = 5;
const MOST_ACCOUNTS = 100;

/**
 * The accounts that the limits have refused in the last week, those with many orders that expired unpaid, and the blocked
 * ones: at most 100, those that are not blocked and have the most refusals and unpaid orders first.
 */
export const listAccounts = (): Promise<ListedAccount[]> => many(LIST, { id: null });

// Few accounts are listed, so the orders of each are counted through their index.
const LIST = sql<{ id: number | null }, ListedAccount>(
  `
  WITH refused AS (
    SELECT user_id, sum(count)::int AS count, max(last_at) AS last_at FROM limit_refusals
    WHERE day > current_date - 7 GROUP BY user_id
  ), unpaid AS (
    SELECT user_id, count(*)::int AS count FROM orders
    WHERE payment_status = 'expired' AND created_at > now() - interval '7 days' GROUP BY user_id
  ), listed AS (
    SELECT user_id FROM refused
    UNION SELECT user_id FROM unpaid WHERE count >= ${MANY_EXPIRED}
    UNION SELECT id FROM users WHERE blocked_at IS NOT NULL
    UNION SELECT :id::bigint
  )
  SELECT u.id, u.email, u.is_platform_admin AS is_operator, u.blocked_at,
    coalesce(refused.count, 0) AS refusals, coalesce(unpaid.count, 0) AS expired,
    recent.count AS orders,
    (SELECT count(*)::int FROM orders o WHERE o.user_id = u.id AND o.status = 'Delivered') AS delivered,
    greatest(refused.last_at, recent.last_at, (SELECT max(created_at) FROM sessions s WHERE s.user_id = u.id)) AS last_seen_at
  FROM listed JOIN users u ON u.id = listed.user_id
  LEFT JOIN refused ON refused.user_id = u.id
  LEFT JOIN unpaid ON unpaid.user_id = u.id
  CROSS JOIN LATERAL (
    SELECT count(*)::int, max(o.created_at) AS last_at FROM orders o
    WHERE o.user_id = u.id AND o.created_at > now() - interval '7 days'
  ) recent
  WHERE :id::bigint IS NULL OR u.id = :id
  ORDER BY u.blocked_at IS NOT NULL, coalesce(refused.count, 0) + coalesce(unpaid.count, 0) DESC, u.id DESC
  LIMIT ${MOST_ACCOUNTS}`,
  'list-accounts',
);

type Blocking = { userId: number; actorId: number; isBlocked: boolean };

/**
 * Blocks an account, or unblocks it. A blocked one is signed out everywhere at once and cannot sign in; its orders stay.
 * Throws `not_found`, and `invalid_input` for an operator.
 */
export async function blockAccount({ userId, actorId, isBlocked }: Blocking): Promise<ListedAccount> {
  const ended = await inTransaction(async (client) => {
    const account = await lockAccount(client, userId);
    if (account.isOperator) throw new DomainError('invalid_input', 'An operator cannot be blocked.');
    if ((account.blockedAt !== null) === isBlocked) return [];
    await run(BLOCK, { userId, isBlocked }, client);
    const action = isBlocked ? 'account.blocked' : 'account.unblocked';
    await recordActivity(client, { shopId: null, actorId, action, subject: account.email });
    return isBlocked ? many(END_SESSIONS, { userId }, client) : [];
  });
  signalSessions(ended.map(({ id }) => id));
  const account = await one(LIST, { id: userId });
  if (!account) throw accountNotFound();
  return account;
}

async function lockAccount(client: PoolClient, userId: number): Promise<LockedAccount> {
  const account = await one(LOCK, { userId }, client);
  if (!account) throw accountNotFound();
  return account;
}

const accountNotFound = () => new DomainError('not_found', 'Account not found');

type LockedAccount = Pick<ListedAccount, 'email' | 'isOperator' | 'blockedAt'>;

const LOCK = sql<{ userId: number }, LockedAccount>(
  'SELECT email, is_platform_admin AS is_operator, blocked_at FROM users WHERE id = :userId FOR NO KEY UPDATE',
);

const BLOCK = sql<{ userId: number; isBlocked: boolean }>(
  'UPDATE users SET blocked_at = CASE WHEN :isBlocked::boolean THEN now() END WHERE id = :userId',
);

const END_SESSIONS = sql<{ userId: number }, { id: string }>(
  `UPDATE sessions SET revoked_at = now() WHERE user_id = :userId AND revoked_at IS NULL AND expires_at > now()
   RETURNING id`,
);
