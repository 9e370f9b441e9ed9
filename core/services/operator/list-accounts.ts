import type { AccountList } from '@haat/contract/rules/operator-lists';
import { database, many, one, sql } from '../../db/database.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { exportList, type ListFile } from './export-list.ts';

/**
 * An account with its counts of the last week: requests that the limits refused (`refusals`), orders that `expired` unpaid, and all
 * `orders`. `delivered`: the delivered orders of all time.
 */
export type ListedAccount = {
  id: number;
  name: string | null;
  /** Null for an account that logs in with a mobile number only. */
  email: string | null;
  mobile: string | null;
  isOperator: boolean;
  blockedAt: Date | null;
  createdAt: Date;
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

export type AccountFilter = { search?: string | undefined; list?: AccountList | undefined };
type Page = { limit?: number | undefined; after?: number | undefined };

/**
 * The accounts of the list, of those whose name, email or confirmed mobile number contains `search`; without a list, all that match a
 * search, else those that need attention.
 *
 * `attention`: those that the limits have refused in the last week, those with many orders that expired unpaid or of which none was
 * delivered, and the blocked ones. First those that are not blocked, with the most refusals and such orders first, then the blocked
 * ones, the last blocked first: at most 100 of each, on one page. `blocked` and `all`: the newest first, in pages of 100, those after the account
 * `after`.
 */
export function listAccounts(request: AccountFilter & Page = {}): Promise<ListedAccount[]> {
  const { limit = MOST_ACCOUNTS, after } = request;
  const { list, params } = readFilter(request);
  if (list === 'attention') return after === undefined ? many(ATTENTION, params) : Promise.resolve([]);
  return many(PAGE, { ...params, isBlockedOnly: list === 'blocked', after, limit: Math.min(limit, MOST_ACCOUNTS) });
}

export type AccountSums = { accounts: number; blocked: number };

/** How many accounts match the filter. */
export async function summarizeAccounts(filter: AccountFilter): Promise<AccountSums> {
  const { list, params } = readFilter(filter);
  const isBlockedOnly = list === 'blocked';
  const sums = await (list === 'attention' ? one(COUNT_ATTENTION, params) : one(COUNT, { ...params, isBlockedOnly }));
  if (!sums) throw new Error('A count has one row');
  return sums;
}

/** The accounts that match the filter as CSV. It contains personal data, so the activity of the operators records who downloaded it. */
export async function exportAccounts({ actorId, ...filter }: AccountFilter & { actorId: number }): Promise<ListFile> {
  await recordActivity(database().pool, { shopId: null, actorId, action: 'account.exported' });
  return exportList<ListedAccount>({
    name: 'accounts',
    // More than a page of `attention` can have, which is the only one.
    perPage: readFilter(filter).list === 'attention' ? 2 * MOST_ACCOUNTS + 1 : MOST_ACCOUNTS,
    load: (page) => listAccounts({ ...filter, ...page }),
    columns: {
      account: ({ id }) => id,
      email: ({ email }) => email,
      mobile: ({ mobile }) => mobile,
      created: ({ createdAt }) => createdAt,
      blocked: ({ blockedAt }) => blockedAt,
      refusals: ({ refusals }) => refusals,
      expired: ({ expired }) => expired,
      orders: ({ orders }) => orders,
      delivered: ({ delivered }) => delivered,
      last_seen: ({ lastSeenAt }) => lastSeenAt,
    },
  });
}

type FilterParams = { pattern: string };

function readFilter({ search = '', list }: AccountFilter): { list: AccountList; params: FilterParams } {
  const text = search.trim();
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return { list: list ?? (text === '' ? 'attention' : 'all'), params: { pattern } };
}

const MATCHES = `(:pattern = '%%' OR email ILIKE :pattern OR login_mobile LIKE :pattern OR name ILIKE :pattern)
      AND deleted_at IS NULL`;

/** The counts that decide about the attention of an operator. */
const WEEK = `
  refused AS (
    SELECT user_id, sum(count)::int AS count, max(last_at) AS last_at FROM limit_refusals
    WHERE day > current_date - 7 GROUP BY user_id
  ), unpaid AS (
    SELECT user_id, count(*)::int AS count FROM orders
    WHERE payment_status = 'expired' AND created_at > now() - interval '7 days' GROUP BY user_id
  ), undelivered AS (
    SELECT o.user_id, count(*)::int AS count FROM shops shop JOIN orders o ON o.shop_id = shop.id
    WHERE o.created_at > now() - interval '7 days'
    GROUP BY o.user_id HAVING count(*) >= ${MANY_UNDELIVERED} AND NOT bool_or(o.status = 'Delivered')
  )`;

const OF_ATTENTION = `
    SELECT id AS user_id FROM users WHERE id IN (
      SELECT user_id FROM refused
      UNION SELECT user_id FROM unpaid WHERE count >= ${MANY_EXPIRED}
      UNION SELECT user_id FROM undelivered
      UNION SELECT id FROM users WHERE blocked_at IS NOT NULL
    ) AND ${MATCHES}`;

/**
 * The accounts of the statement `listed`, which selects a `user_id`. The counts are of so few accounts that each may read the
 * indexes of its orders.
 */
const listSql = (listed: string, order = 'ranked.is_blocked, ranked.place') => `
  WITH ${WEEK}, listed AS (${listed}), ranked AS (
    SELECT u.id, u.name, u.email, u.login_mobile AS mobile, u.is_platform_admin AS is_operator, u.blocked_at, u.created_at,
      u.blocked_at IS NOT NULL AS is_blocked,
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
  SELECT ranked.id, ranked.name, ranked.email, ranked.mobile, ranked.is_operator, ranked.blocked_at, ranked.created_at,
    ranked.refusals, ranked.expired, recent.count AS orders,
    (SELECT count(*)::int FROM orders o WHERE o.user_id = ranked.id AND o.status = 'Delivered') AS delivered,
    greatest(ranked.refused_at, recent.last_at,
      (SELECT max(created_at) FROM sessions s WHERE s.user_id = ranked.id)) AS last_seen_at
  FROM ranked CROSS JOIN LATERAL (
    SELECT count(*)::int, max(o.created_at) AS last_at FROM orders o
    WHERE o.user_id = ranked.id AND o.created_at > now() - interval '7 days'
  ) recent
  WHERE ranked.place <= ${MOST_ACCOUNTS}
  ORDER BY ${order}`;

const ATTENTION = sql<FilterParams, ListedAccount>(listSql(OF_ATTENTION), 'list-accounts');

const OF_LIST = `${MATCHES} AND (NOT :isBlockedOnly::boolean OR blocked_at IS NOT NULL)`;

const PAGE = sql<FilterParams & { isBlockedOnly: boolean; after: number | undefined; limit: number }, ListedAccount>(
  listSql(
    `SELECT id AS user_id FROM users WHERE ${OF_LIST} AND (:after::bigint IS NULL OR id < :after)
     ORDER BY id DESC LIMIT :limit`,
    'ranked.id DESC',
  ),
  'page-of-accounts',
);

const COUNTS = 'count(*) AS accounts, count(blocked_at) AS blocked FROM users';
const COUNT = sql<FilterParams & { isBlockedOnly: boolean }, AccountSums>(
  `SELECT ${COUNTS} WHERE ${OF_LIST}`,
  'count-accounts',
);
const COUNT_ATTENTION = sql<FilterParams, AccountSums>(
  `WITH ${WEEK} SELECT ${COUNTS} WHERE id IN (${OF_ATTENTION})`,
  'count-accounts-of-attention',
);

/** Undefined when there is no such account. */
export const findListedAccount = ({ userId }: { userId: number }): Promise<ListedAccount | undefined> =>
  one(FIND, { userId });

const FIND = sql<{ userId: number }, ListedAccount>(
  listSql('SELECT id AS user_id FROM users WHERE id = :userId'),
  'find-listed-account',
);
