import { isCheckViolation, one, run, sql } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { DomainError } from '../errors.ts';
import { hashed, inWords } from './limit.ts';

/** The actions limited per account and hour. `reservation`: an order that reserves its stock until it is paid. */
export type LimitedAction = 'order' | 'reservation' | 'payment';

/** Who makes the request. `clientAddress`: the network address of the request, where there is one. */
export type Requester = { userId: number; clientAddress?: string | undefined };

/** An order may take more than one attempt to pay, at more than one provider. */
const PAYMENTS_PER_ORDER = 2;
/**
 * Of the orders of a new account, one in so many may reserve stock: 3 of 8, which hold it for 30 minutes of the hour after
 * the first one.
 */
const ORDERS_PER_RESERVATION = 3;

/** `known`: for accounts with a delivered order; `unknown`: for the others, which share `address`. 0: no limit. */
type Limits = { known: number; unknown: number; address: number };
const orders: Limits = {
  known: env.ORDERS_PER_HOUR,
  unknown: env.ORDERS_PER_HOUR_NEW,
  address: env.ORDERS_PER_IP_PER_HOUR,
};
const reservations: Limits = { known: 0, unknown: Math.ceil(orders.unknown / ORDERS_PER_RESERVATION), address: 0 };
const payments: Limits = {
  known: orders.known * PAYMENTS_PER_ORDER,
  unknown: orders.unknown * PAYMENTS_PER_ORDER,
  address: orders.address * PAYMENTS_PER_ORDER,
};

/** The counters of each action. One that reserves stock counts as an order too. */
const COUNTERS: Record<LimitedAction, Record<string, Limits>> = {
  order: { order: orders },
  reservation: { order: orders, reservation: reservations },
  payment: { payment: payments },
};

/** The parameters of `countUsesSql`. */
export type CountedParams = { userId: number; addressKey: string | null };

export const toCountedParams = ({ userId, clientAddress }: Requester): CountedParams => ({
  userId,
  addressKey: clientAddress === undefined ? null : hashed(clientAddress),
});

const NOW_MS = '(extract(epoch FROM now()) * 1000)::bigint';
const HOUR_MS = 3_600_000;

/** The rows `allowed`: the keys that a use of the action is counted under, each with the most uses in an hour. */
function allowedSql(action: LimitedAction): string {
  const rows = Object.entries(COUNTERS[action]).flatMap(([name, { known, unknown, address }]) => [
    `('${name}:' || :userId::bigint, CASE WHEN account.is_known THEN ${known} ELSE ${unknown} END)`,
    `('${name}-address:' || :addressKey::text, CASE WHEN account.is_known THEN 0 ELSE ${address} END)`,
  ]);
  return `(
      SELECT EXISTS (SELECT FROM orders WHERE user_id = :userId::bigint AND status = 'Delivered') AS is_known
    ) account, LATERAL (
      SELECT key, max FROM (VALUES ${rows.join(', ')}) AS counter (key, max) WHERE key IS NOT NULL AND max > 0
    ) allowed`;
}

/**
 * The CTE `counted`, which counts a use for the user, and for the address of a new account, if `source` has its one row. It
 * belongs to the statement that stores the counted row, so that concurrent requests cannot exceed a limit, and repeated ones do
 * not count. Above the limit the statement fails, see `isLimitExceeded`. The rows are locked in the order of their keys.
 */
export const countUsesSql = (action: LimitedAction, source: string): string => `counted AS (
    INSERT INTO rate_limits AS used (key, points, max, expire)
    SELECT allowed.key, 1, allowed.max, ${NOW_MS} + ${HOUR_MS}
    FROM ${source}, ${allowedSql(action)}
    ORDER BY allowed.key
    ON CONFLICT (key) DO UPDATE SET max = excluded.max,
      points = CASE WHEN used.expire <= ${NOW_MS} THEN 1 ELSE used.points + 1 END,
      expire = CASE WHEN used.expire <= ${NOW_MS} THEN excluded.expire ELSE used.expire END
    RETURNING used.key
  )`;

/** Whether a statement with `countUsesSql` failed because a limit was reached. Then it has changed and counted nothing. */
export const isLimitExceeded = (error: unknown): boolean =>
  isCheckViolation(error) && error.constraint === 'rate_limits_max';

const TEXTS: Record<LimitedAction, (wait: string) => string> = {
  order: (wait) =>
    `Too many orders were placed from your account or network. Please try again in ${wait}, or call the shop.`,
  reservation: (wait) =>
    `Your account has too many unpaid orders in the last hour. Please try again in ${wait}, or pay in cash.`,
  payment: (wait) =>
    `Too many payments were started from your account or network. Please try again in ${wait}, or pay in cash.`,
};

/**
 * Throws what `refuseForLimit` returns if a use would exceed a limit now. It counts nothing. Used before irreversible steps of a
 * use that might be refused.
 */
export async function requireWithinLimit(action: LimitedAction, requester: Requester): Promise<void> {
  if (await one(REACHED[action], toCountedParams(requester))) throw await refuseForLimit(action, requester);
}

/** Records the refusal, for the operator's list of accounts, and returns the error `rate_limited` with its `retry_after`. */
export async function refuseForLimit(action: LimitedAction, requester: Requester): Promise<DomainError> {
  const params = toCountedParams(requester);
  const [reached] = await Promise.all([
    one(REACHED[action], params),
    run(RECORD_REFUSAL, { userId: requester.userId }),
  ]);
  const seconds = Math.max(1, Math.ceil(((reached?.until ?? 0) - Date.now()) / 1000));
  const text = reached?.isForOrders ? TEXTS.order : TEXTS[action];
  return new DomainError('rate_limited', text(inWords(seconds)), { retry_after: seconds });
}

/** `until`: when the last of the reached limits ends. `isForOrders`: whether orders in cash are refused too. */
type Reached = { until: number; isForOrders: boolean };

// The limits of the settings, which may be below the stored ones, to which the uses were counted.
const reachedSql = (action: LimitedAction) =>
  sql<CountedParams, Reached>(
    `SELECT max(used.expire) AS until, bool_or(used.key LIKE 'order%') AS is_for_orders
     FROM ${allowedSql(action)} JOIN rate_limits used ON used.key = allowed.key
     WHERE used.expire > ${NOW_MS} AND used.points >= allowed.max
     HAVING count(*) > 0`,
  );
const REACHED: Record<LimitedAction, ReturnType<typeof reachedSql>> = {
  order: reachedSql('order'),
  reservation: reachedSql('reservation'),
  payment: reachedSql('payment'),
};

const RECORD_REFUSAL = sql<{ userId: number }>(
  `INSERT INTO limit_refusals AS refused (user_id) VALUES (:userId)
   ON CONFLICT (user_id, day) DO UPDATE SET count = refused.count + 1, last_at = now()`,
);
