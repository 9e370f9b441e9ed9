import { DatabaseError } from 'pg';
import { one, run, sql } from '../db/database.ts';
import { env } from '../env.ts';
import { DomainError } from '../errors.ts';
import { hashed, inWords } from './limit.ts';

/** What is limited per account and hour. */
type LimitedAction = 'order' | 'payment';

/** Who makes the request. `clientAddress`: the network address of the request, where there is one. */
export type Requester = { userId: number; clientAddress?: string | undefined };

/** An order may take more than one attempt to pay, at more than one provider. */
const PAYMENTS_PER_ORDER = 2;

/** `known`: for accounts with a delivered order; `unknown`: for the others, which share `address`. 0: no limit. */
const orders = { known: env.ORDERS_PER_HOUR, unknown: env.ORDERS_PER_HOUR_NEW, address: env.ORDERS_PER_IP_PER_HOUR };
const LIMITS: Record<LimitedAction, typeof orders> = {
  order: orders,
  payment: {
    known: orders.known * PAYMENTS_PER_ORDER,
    unknown: orders.unknown * PAYMENTS_PER_ORDER,
    address: orders.address * PAYMENTS_PER_ORDER,
  },
};

/** The parameters of `countUsesSql`. */
export type CountedParams = { userId: number; addressKey: string | null };

export const toCountedParams = ({ userId, clientAddress }: Requester): CountedParams => ({
  userId,
  addressKey: clientAddress === undefined ? null : hashed(clientAddress),
});

const NOW_MS = '(extract(epoch FROM now()) * 1000)::bigint';
const HOUR_MS = 3_600_000;

/**
 * The CTE `counted`, which counts a use for the user, and for the address of a new account, if `source` has its one row. It is
 * part of the statement that stores what is counted, so that concurrent requests cannot exceed a limit, and repeated ones do
 * not count. Above the limit the statement fails, see `isLimitExceeded`. The rows are locked in the order of their keys.
 */
export function countUsesSql(action: LimitedAction, source: string): string {
  const { known, unknown, address } = LIMITS[action];
  return `counted AS (
    INSERT INTO rate_limits AS used (key, points, max, expire)
    SELECT allowed.key, 1, allowed.max, ${NOW_MS} + ${HOUR_MS}
    FROM ${source},
      (SELECT EXISTS (SELECT FROM orders WHERE user_id = :userId::bigint AND status = 'Delivered') AS is_known) account,
      LATERAL (VALUES
        ('${action}:' || :userId::bigint, CASE WHEN account.is_known THEN ${known} ELSE ${unknown} END),
        ('${action}-address:' || :addressKey::text, CASE WHEN account.is_known THEN 0 ELSE ${address} END)
      ) AS allowed (key, max)
    WHERE allowed.key IS NOT NULL AND allowed.max > 0
    ORDER BY allowed.key
    ON CONFLICT (key) DO UPDATE SET max = excluded.max,
      points = CASE WHEN used.expire <= ${NOW_MS} THEN 1 ELSE used.points + 1 END,
      expire = CASE WHEN used.expire <= ${NOW_MS} THEN excluded.expire ELSE used.expire END
    RETURNING used.key
  )`;
}

const CHECK_VIOLATION = '23514';

/** Whether a statement with `countUsesSql` failed because a limit was reached. Then it has changed and counted nothing. */
export const isLimitExceeded = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === CHECK_VIOLATION && error.constraint === 'rate_limits_max';

const TEXTS: Record<LimitedAction, (wait: string) => string> = {
  order: (wait) =>
    `Too many orders were placed from your account or network. Please try again in ${wait}, or call the shop.`,
  payment: (wait) =>
    `Too many payments were started from your account or network. Please try again in ${wait}, or choose cash on delivery.`,
};

/** Records the refusal, for the operator's list of accounts, and returns the error `rate_limited` with its `retry_after`. */
export async function refuseForLimit(action: LimitedAction, requester: Requester): Promise<DomainError> {
  const { userId, addressKey } = toCountedParams(requester);
  const keys = [`${action}:${userId}`, ...(addressKey === null ? [] : [`${action}-address:${addressKey}`])];
  const [reached] = await Promise.all([one(REACHED_UNTIL, { keys }), run(RECORD_REFUSAL, { userId })]);
  const seconds = Math.max(1, Math.ceil(((reached?.until ?? 0) - Date.now()) / 1000));
  return new DomainError('rate_limited', TEXTS[action](inWords(seconds)), { retry_after: seconds });
}

const REACHED_UNTIL = sql<{ keys: string[] }, { until: number | null }>(
  'SELECT max(expire) AS until FROM rate_limits WHERE key = ANY(:keys::text[]) AND points >= max',
  'limit-reached-until',
);

const RECORD_REFUSAL = sql<{ userId: number }>(
  `INSERT INTO limit_refusals AS refused (user_id) VALUES (:userId)
   ON CONFLICT (user_id, day) DO UPDATE SET count = refused.count + 1, last_at = now()`,
  'record-limit-refusal',
);
