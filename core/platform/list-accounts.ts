import { mobileIn } from '@haat/contract/accounts/address';
import {
  type AccountList,
  type AccountSort,
  type Direction,
  firstDirection,
} from '@haat/contract/platform/operator-lists';
import { database, many, one, sql } from '../db/database.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { containing, EXPORT_PAGE, IN_DAYS, type ListDays, type ListFile, operatorList } from './operator-list.ts';

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

/** The days: of their creation. */
type AccountFilter = ListDays & { search?: string | undefined; list?: AccountList | undefined };
type AccountSorting = { sort?: AccountSort | undefined; direction?: Direction | undefined };
type Page = { limit?: number | undefined; after?: number | undefined };

/**
 * The accounts of the list whose name, email or confirmed mobile number contains `search`. Without a list: all matches of a
 * search, or else the accounts that need attention.
 *
 * `attention`: accounts that the limits refused in the last week, accounts with many orders that expired unpaid or none of which
 * was delivered, and blocked ones; at most 100 of each, on one page. By default, unblocked accounts come first, with the most
 * refusals and such orders first, then the blocked ones, the last blocked first. `blocked` and `all`: newest first unless
 * another sort is given, in pages of 100 after the account `after`.
 */
export async function listAccounts(request: AccountFilter & AccountSorting & Page = {}): Promise<ListedAccount[]> {
  const { sort, direction = firstDirection(sort ?? 'created'), limit = MOST_ACCOUNTS, after } = request;
  const { list, params } = readFilter(request);
  if (list !== 'attention') return listedAccounts.list({ ...request, limit });
  return after === undefined ? many(attentionSql(sort, direction), params) : [];
}

/** The accounts that match the filter as CSV. It contains personal data, so the activity of the operators records who downloaded it. */
export async function exportAccounts(request: AccountFilter & AccountSorting & { actorId: number }): Promise<ListFile> {
  const { actorId, ...filter } = request;
  await recordActivity(database().pool, { shopId: null, actorId, action: 'account.exported' });
  const isAttention = readFilter(filter).list === 'attention';
  return listedAccounts.exportFile(filter, isAttention ? await listAccounts(filter) : undefined);
}

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
  ), recent AS (
    SELECT o.user_id, count(*)::int AS count, max(o.created_at) AS last_at FROM shops shop JOIN orders o ON o.shop_id = shop.id
    WHERE o.created_at > now() - interval '7 days' GROUP BY o.user_id
  )`;

/** `orders`, `expired` and `refusals`: of the last week. */
type AccountSums = { accounts: number; blocked: number; orders: number; expired: number; refusals: number };

export const listedAccounts = operatorList<ListedAccount, AccountFilter, AccountSort, AccountSums>({
  table: 'users',
  as: 'u',
  keys: {
    created: 'u.id',
    orders: 'coalesce(recent.count, 0)',
    expired: 'coalesce(unpaid.count, 0)',
    refusals: 'coalesce(refused.count, 0)',
    last_seen: `coalesce(greatest(refused.last_at, recent.last_at, seen.last_at), '-infinity')`,
  },
  joins: {
    orders: 'LEFT JOIN recent ON recent.user_id = u.id',
    expired: 'LEFT JOIN unpaid ON unpaid.user_id = u.id',
    refusals: 'LEFT JOIN refused ON refused.user_id = u.id',
    last_seen: `LEFT JOIN refused ON refused.user_id = u.id LEFT JOIN recent ON recent.user_id = u.id
      LEFT JOIN (SELECT user_id, max(created_at) AS last_at FROM sessions GROUP BY user_id) seen ON seen.user_id = u.id`,
  },
  begin: `WITH ${WEEK}`,
  match: (filter) => {
    const { list, params } = readFilter(filter);
    const ofList = `${MATCHES} AND (NOT :isBlockedOnly::boolean OR u.blocked_at IS NOT NULL)`;
    const where = list === 'attention' ? `u.id IN (${OF_ATTENTION})` : ofList;
    return { where, params: { ...params, isBlockedOnly: list === 'blocked' } };
  },
  rows: (ids, { sort, direction }) => listSql(ids, orderBy(sort, direction), EXPORT_PAGE),
  sums: `
    SELECT count(*) AS accounts, count(u.blocked_at) AS blocked, coalesce(sum(recent.count), 0)::int AS orders,
      coalesce(sum(unpaid.count), 0)::int AS expired, coalesce(sum(refused.count), 0)::int AS refusals
    FROM users u LEFT JOIN recent ON recent.user_id = u.id LEFT JOIN unpaid ON unpaid.user_id = u.id
    LEFT JOIN refused ON refused.user_id = u.id`,
  most: MOST_ACCOUNTS,
  file: {
    name: 'accounts',
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
  },
  declare: (text) => sql(text, { prepare: false }),
});

type FilterParams = { pattern: string; from: string | undefined; to: string | undefined };

function readFilter({ search = '', list, from, to }: AccountFilter): { list: AccountList; params: FilterParams } {
  const text = mobileIn(search) ?? search.trim();
  return { list: list ?? (text === '' ? 'attention' : 'all'), params: { pattern: containing(text), from, to } };
}

const MATCHES = `(:pattern = '%%' OR u.email ILIKE :pattern OR u.login_mobile LIKE :pattern OR u.name ILIKE :pattern)
      AND u.deleted_at IS NULL AND ${IN_DAYS('u.created_at')}`;

const OF_ATTENTION = `
    SELECT u.id FROM users u WHERE u.id IN (
      SELECT user_id FROM refused
      UNION SELECT user_id FROM unpaid WHERE count >= ${MANY_EXPIRED}
      UNION SELECT user_id FROM undelivered
      UNION SELECT id FROM users WHERE blocked_at IS NOT NULL
    ) AND ${MATCHES}`;

/**
 * The accounts of the statement `listed`, which selects their ids. The counts are of so few accounts that each may read the
 * indexes of its orders.
 */
const listSql = (listed: string, order = 'ranked.is_blocked, ranked.place', most = MOST_ACCOUNTS) => `
  WITH ${WEEK}, listed AS (${listed}), ranked AS (
    SELECT u.id, u.name, u.email, u.login_mobile AS mobile, u.is_platform_admin AS is_operator, u.blocked_at, u.created_at,
      u.blocked_at IS NOT NULL AS is_blocked,
      coalesce(refused.count, 0) AS refusals, coalesce(unpaid.count, 0) AS expired, refused.last_at AS refused_at,
      row_number() OVER (
        PARTITION BY u.blocked_at IS NOT NULL
        ORDER BY u.blocked_at DESC,
          coalesce(refused.count, 0) + coalesce(unpaid.count, 0) + coalesce(undelivered.count, 0) DESC, u.id DESC
      ) AS place
    FROM listed JOIN users u ON u.id = listed.id AND u.deleted_at IS NULL
    LEFT JOIN refused ON refused.user_id = u.id
    LEFT JOIN unpaid ON unpaid.user_id = u.id
    LEFT JOIN undelivered ON undelivered.user_id = u.id
  )
  SELECT ranked.id, ranked.name, ranked.email, ranked.mobile, ranked.is_operator, ranked.blocked_at, ranked.created_at,
    ranked.refusals, ranked.expired, latest.count AS orders,
    (SELECT count(*)::int FROM orders o WHERE o.user_id = ranked.id AND o.status = 'Delivered') AS delivered,
    greatest(ranked.refused_at, latest.last_at,
      (SELECT max(created_at) FROM sessions s WHERE s.user_id = ranked.id)) AS last_seen_at
  FROM ranked CROSS JOIN LATERAL (
    SELECT count(*)::int, max(o.created_at) AS last_at FROM orders o
    WHERE o.user_id = ranked.id AND o.created_at > now() - interval '7 days'
  ) latest
  WHERE ranked.place <= ${most}
  ORDER BY ${order}`;

const orderBy = (sort: AccountSort, direction: Direction): string => {
  const order = direction === 'asc' ? 'ASC NULLS FIRST' : 'DESC NULLS LAST';
  if (sort === 'created') return `id ${order}`;
  return `${sort === 'last_seen' ? 'last_seen_at' : sort} ${order}, id ${order}`;
};

const attentionSql = (sort: AccountSort | undefined, direction: Direction) =>
  sql<FilterParams, ListedAccount>(listSql(OF_ATTENTION, sort && orderBy(sort, direction)), { prepare: false });

/** Undefined when there is no such account. */
export const findListedAccount = ({ userId }: { userId: number }): Promise<ListedAccount | undefined> =>
  one(FIND, { userId });

const FIND = sql<{ userId: number }, ListedAccount>(listSql('SELECT :userId::bigint AS id'));
