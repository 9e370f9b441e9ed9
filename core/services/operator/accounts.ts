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
  /** Null for an account that logs in with a mobile number only. */
  email: string | null;
  mobile: string | null;
  isOperator: boolean;
  blockedAt: Date | null;
  refusals: number;
  expired: number;
  orders: number;
  delivered: number;
  /** The last login, order or refusal. */
  lastSeenAt: Date | null;
};

/** An account with so many orders in a week is listed: of orders that expired unpaid, or of which none was delivered. */
const MANY_EXPIRED = 5;
const MANY_UNDELIVERED = 10;
const MOST_ACCOUNTS = 100;

/**
 * The accounts whose email or confirmed mobile number contains `search`. Without it, those that the limits have refused in the last week, those with many
 * orders that expired unpaid or of which none was delivered, and the blocked ones. First those that are not blocked, with the
 * most refusals and such orders first, then the blocked ones, the last blocked first: at most 100 of each.
 */
export function listAccounts({ search = '' }: { search?: string | undefined } = {}): Promise<ListedAccount[]> {
  const text = search.trim();
  if (text === '') return many(LIST, {});
  return many(SEARCH, { pattern: `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` });
}

/**
 * The accounts of the statement `listed`, which selects a `user_id`. The counts are of so few accounts that each may read the
 * indexes of its orders.
 */
const listSql = (listed: string) => `
  WITH refused AS (
    SELECT user_id, sum(count)::int AS count, max(last_at) AS last_at FROM limit_refusals
    WHERE day > current_date - 7 GROUP BY user_id
  ), unpaid AS (
    SELECT user_id, count(*)::int AS count FROM orders
    WHERE payment_status = 'expired' AND created_at > now() - interval '7 days' GROUP BY user_id
  ), undelivered AS (
    SELECT o.user_id, count(*)::int AS count FROM shops shop JOIN orders o ON o.shop_id = shop.id
    WHERE o.created_at > now() - interval '7 days'
    GROUP BY o.user_id HAVING count(*) >= ${MANY_UNDELIVERED} AND NOT bool_or(o.status = 'Delivered')
  ), listed AS (${listed}), ranked AS (
    SELECT u.id, u.email, u.login_mobile AS mobile, u.is_platform_admin AS is_operator, u.blocked_at, u.blocked_at IS NOT NULL AS is_blocked,
      coalesce(refused.count, 0) AS refusals, coalesce(unpaid.count, 0) AS expired, refused.last_at AS refused_at,
      row_number() OVER (
        PARTITION BY u.blocked_at IS NOT NULL
        ORDER BY u.blocked_at DESC,
          coalesce(refused.count, 0) + coalesce(unpaid.count, 0) + coalesce(undelivered.count, 0) DESC, u.id DESC
      ) AS place
    FROM listed JOIN users u ON u.id = listed.user_id AND u.deleted_at IS NULL
    LEFT JOIN refused ON refused.user_id = u.id
    LEFT JOIN unpaid ON unpaid.user_id = u.id
    LEFT JOIN undelivered ON undelivered.user_id = u.id
  )
  SELECT ranked.id, ranked.email, ranked.mobile, ranked.is_operator, ranked.blocked_at, ranked.refusals, ranked.expired,
    recent.count AS orders,
    (SELECT count(*)::int FROM orders o WHERE o.user_id = ranked.id AND o.status = 'Delivered') AS delivered,
    greatest(ranked.refused_at, recent.last_at,
      (SELECT max(created_at) FROM sessions s WHERE s.user_id = ranked.id)) AS last_seen_at
  FROM ranked CROSS JOIN LATERAL (
    SELECT count(*)::int, max(o.created_at) AS last_at FROM orders o
    WHERE o.user_id = ranked.id AND o.created_at > now() - interval '7 days'
  ) recent
  WHERE ranked.place <= ${MOST_ACCOUNTS}
  ORDER BY ranked.is_blocked, ranked.place`;

const LIST = sql<object, ListedAccount>(
  listSql(`
    SELECT user_id FROM refused
    UNION SELECT user_id FROM unpaid WHERE count >= ${MANY_EXPIRED}
    UNION SELECT user_id FROM undelivered
    UNION SELECT id FROM users WHERE blocked_at IS NOT NULL`),
  'list-accounts',
);
const SEARCH = sql<{ pattern: string }, ListedAccount>(
  listSql('SELECT id AS user_id FROM users WHERE email ILIKE :pattern OR login_mobile LIKE :pattern'),
  'search-accounts',
);
const FIND = sql<{ userId: number }, ListedAccount>(
  listSql('SELECT id AS user_id FROM users WHERE id = :userId'),
  'find-listed-account',
);

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
    return isBlocked ? many(END_SESSIONS, { userId }, client) : [];
  });
  signalSessions(ended.map(({ id }) => id));
  const account = await one(FIND, { userId });
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
