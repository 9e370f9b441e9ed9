import type { Readable } from 'node:stream';
import { MAX_CASH_REPORT_ORDERS } from '@haat/contract/api/reports';
import { toRupees } from '@haat/contract/rules/rupees';
import { writeCsv } from '../../csv/csv.ts';
import { many, one, sql } from '../../db/database.ts';
import { ERASED_NAME } from '../../db/user.model.ts';
import { DomainError } from '../../errors.ts';
import type { Session } from '../auth/session.ts';
import { requireShopOrders } from '../orders/list-orders.ts';
import { IS_VISIBLE_TO_SHOP } from '../orders/order-record.ts';

type Sums = {
  slug: string;
  day: string;
  today: string;
  cashOrders: number;
  cashPaise: number;
  onlineOrders: number;
  onlinePaise: number;
  paidOutOrders: number;
  paidOutPaise: number;
  dueOrders: number;
  duePaise: number;
};

/** An order that was paid in cash on delivery; `time` and `by`: when, in the shop's time zone, and who delivered it. */
type CashOrder = {
  id: number;
  orderNumber: string;
  deliveredAt: Date;
  time: string;
  by: string | null;
  customerName: string;
  takeaway: boolean;
  totalPaise: number;
};

/** Cash that went back to a customer; `time` and `by`: when, in the shop's time zone, and who recorded it. */
type Payout = Pick<CashOrder, 'id' | 'orderNumber' | 'time' | 'by' | 'customerName'> & {
  paidAt: Date;
  amountPaise: number;
};

export type CashReport = Sums & { cash: CashOrder[]; payouts: Payout[] };

type Request = { by: Session; shopId: number; day?: string | undefined; now?: Date };

/**
 * What a shop collected on a day of its own calendar, by default today: cash order by order, online payments, the cash that
 * went back to customers, and the cash that is still to be collected now. For its members and the platform operator: throws `forbidden` for others, and
 * `not_found` when the operator asks for a shop that does not exist.
 */
export async function readCashReport({ by, shopId, day, now = new Date() }: Request): Promise<CashReport> {
  requireShopOrders(by, shopId);
  const sums = await one(DAY_SUMS, { shopId, now, day });
  if (!sums) throw new DomainError('not_found', 'Shop Not Found');
  const cash = await many(DAY_CASH, { shopId, now, day, limit: MAX_CASH_REPORT_ORDERS });
  const payouts = await many(DAY_PAYOUTS, { shopId, now, day, limit: MAX_CASH_REPORT_ORDERS });
  return { ...sums, cash, payouts };
}

const COLUMNS = ['order', 'day', 'delivered_at', 'delivered_by', 'customer', 'type', 'amount'] as const;

/** The cash orders of a report as CSV, in a file named after shop and day. Throws like `readCashReport`. */
export async function exportCashReport(request: Request): Promise<{ csv: Readable; fileName: string }> {
  const { cash, payouts, day, slug } = await readCashReport(request);
  const rows = [...cash.map((order) => toCsvRow(order, day)), ...payouts.map((payout) => toPayoutRow(payout, day))];
  return { csv: writeCsv(COLUMNS, rows), fileName: `${slug}-cash-report-${day}.csv` };
}

const toCsvRow = ({ orderNumber, time, by, customerName, takeaway, totalPaise }: CashOrder, day: string) => [
  orderNumber,
  day,
  time,
  by,
  customerName,
  takeaway ? 'takeaway' : 'delivery',
  toRupees(totalPaise).toFixed(2),
];

const toPayoutRow = ({ orderNumber, time, by, customerName, amountPaise }: Payout, day: string) => [
  orderNumber,
  day,
  time,
  by,
  customerName,
  'refund',
  toRupees(-amountPaise).toFixed(2),
];

/** Without a `day` it is today. */
type DayParams = { shopId: number; now: Date; day: string | undefined };

/** The shop with its day, which begins at midnight in its time zone. */
const SHOP_DAY = `
  shop AS MATERIALIZED (
    SELECT id, slug, time_zone, today, day, day::timestamp AT TIME ZONE time_zone AS begins,
      (day + 1)::timestamp AT TIME ZONE time_zone AS ends
    FROM (SELECT id, slug, time_zone, (:now::timestamptz AT TIME ZONE time_zone)::date AS today,
      coalesce(:day::date, (:now::timestamptz AT TIME ZONE time_zone)::date) AS day FROM shops WHERE id = :shopId) shop
  )`;

/** What of order o was paid out in cash, which is counted as such: what is left online is more by that much. */
const PAID_OUT = '(SELECT coalesce(sum(c.amount_paise), 0) FROM cash_payouts c WHERE c.order_id = o.id)';

/** One row; none when the shop does not exist. */
export const DAY_SUMS = sql<DayParams, Sums>(
  `
  WITH ${SHOP_DAY}
  SELECT slug, to_char(day, 'YYYY-MM-DD') AS day, to_char(today, 'YYYY-MM-DD') AS today,
    cash.orders + extra.orders AS cash_orders, cash.paise + extra.paise AS cash_paise, online.orders AS online_orders, online.paise AS online_paise,
    paid_out.orders AS paid_out_orders, paid_out.paise AS paid_out_paise, due.orders + due_extra.orders AS due_orders, due.paise + due_extra.paise AS due_paise
  FROM shop
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.total_paise), 0)::bigint AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.payment_status = 'collected' AND o.payment_method = 'cod' AND o.collected_at >= begins AND o.collected_at < ends
  ) cash
  -- What customers paid in cash at delivery beside their online payment, for dearer items.
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.cash_extra_paise), 0)::bigint AS paise
    FROM orders o JOIN order_events e ON e.order_id = o.id AND e.to_status = 'Delivered'
    WHERE o.shop_id = shop.id AND o.cash_extra_paise > 0 AND e.at >= begins AND e.at < ends
  ) extra
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.total_paise - o.cash_extra_paise - o.refunded_paise
      + CASE WHEN o.refunded_paise = 0 THEN 0 ELSE ${PAID_OUT} END), 0)::bigint AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.payment_status = 'paid' AND o.created_at >= begins AND o.created_at < ends
  ) online
  CROSS JOIN LATERAL (
    SELECT count(DISTINCT o.id)::int AS orders, coalesce(sum(c.amount_paise), 0)::bigint AS paise
    FROM cash_payouts c JOIN orders o ON o.id = c.order_id
    WHERE c.at >= begins AND c.at < ends AND o.shop_id = shop.id
  ) paid_out
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.total_paise), 0)::bigint AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.status <> 'Delivered' AND ${IS_VISIBLE_TO_SHOP} AND o.payment_status = 'due'
  ) due
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.cash_extra_paise), 0)::bigint AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.cash_extra_paise > 0 AND o.status IN ('Accepted', 'Ready', 'In Transit')
  ) due_extra`,
  'cash-report-sums',
);

// A user without a name is shown by the local part of the email address.
const NAME = `coalesce(nullif(u.name, ''), split_part(u.email, '@', 1), u.login_mobile, '${ERASED_NAME}')`;

export const DAY_CASH = sql<DayParams & { limit: number }, CashOrder>(
  `
  WITH ${SHOP_DAY}
  SELECT paid.id, o.order_number, paid.at AS delivered_at,
    to_char(paid.at AT TIME ZONE shop.time_zone, 'HH24:MI') AS time,
    (SELECT ${NAME} FROM order_events e JOIN users u ON u.id = e.actor_id
      WHERE e.order_id = paid.id AND e.to_status = 'Delivered') AS by,
    o.customer_name, o.takeaway, paid.paise AS total_paise
  FROM shop CROSS JOIN LATERAL (
    SELECT o.id, o.collected_at AS at, o.total_paise AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.payment_status = 'collected' AND o.payment_method = 'cod'
      AND o.collected_at >= shop.begins AND o.collected_at < shop.ends
    UNION ALL
    SELECT o.id, e.at, o.cash_extra_paise FROM orders o JOIN order_events e ON e.order_id = o.id AND e.to_status = 'Delivered'
    WHERE o.shop_id = shop.id AND o.cash_extra_paise > 0 AND e.at >= shop.begins AND e.at < shop.ends
  ) paid JOIN orders o ON o.id = paid.id
  ORDER BY paid.at, paid.id LIMIT :limit`,
  'cash-report-cash',
);

export const DAY_PAYOUTS = sql<DayParams & { limit: number }, Payout>(
  `
  WITH ${SHOP_DAY}
  SELECT o.id, o.order_number, c.at AS paid_at, to_char(c.at AT TIME ZONE shop.time_zone, 'HH24:MI') AS time,
    (SELECT ${NAME} FROM users u WHERE u.id = c.actor_id) AS by, o.customer_name, c.amount_paise
  FROM shop JOIN cash_payouts c ON c.at >= shop.begins AND c.at < shop.ends
  JOIN orders o ON o.id = c.order_id AND o.shop_id = shop.id
  ORDER BY c.at, c.id LIMIT :limit`,
  'cash-report-payouts',
);
