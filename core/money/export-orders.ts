import type { Readable } from 'node:stream';
import { toRupees } from '@haat/contract/rupees';
import { writeCsv } from '../lib/csv/csv.ts';
import { many, sql } from '../db/database.ts';
import { withPermission } from '../db/replica-reads.ts';
import { JOIN_PARTS, PART_METHOD, PART_ORDER, PART_PAISE } from '../payments/paid-parts.sql.ts';
import { IS_VISIBLE_TO_SHOP } from '../orders/order-record.ts';
import { type ReportDays, readReportDays } from './money-report.ts';
import { IS_ORDERED, type MoneyParams } from './money.sql.ts';

const COLUMNS = [
  'order',
  'day',
  'time',
  'status',
  'type',
  'payment',
  'payment_status',
  'customer',
  'items',
  'total',
  'ordered',
  'refunded',
] as const;

type ExportedOrder = {
  id: number;
  createdAt: Date;
  orderNumber: string;
  day: string;
  time: string;
  status: string;
  type: string;
  payment: string;
  paymentStatus: string;
  customerName: string;
  items: number;
  totalPaise: number;
  orderedPaise: number;
  refundedPaise: number;
};

/**
 * The orders placed in a period as CSV, oldest first, in a file named after shop and days. `ordered`: what of the total is part of
 * the sum of that name, nothing for orders that ended before their delivery. Throws like `readMoneyPeriod`.
 */
export async function exportOrders(days: ReportDays): Promise<{ csv: Readable; fileName: string }> {
  const { slug, from, to, params } = await readReportDays(days);
  return { csv: writeCsv(COLUMNS, withPermission(readLines(params))), fileName: `${slug}-orders-${from}-${to}.csv` };
}

const PAGE = 1_000;

async function* readLines(params: MoneyParams): AsyncGenerator<string[]> {
  let after = { afterAt: params.begins, afterId: 0 };
  for (;;) {
    const orders = await many(EXPORTED_ORDERS, { ...params, ...after, limit: PAGE });
    for (const order of orders) yield toLine(order);
    const last = orders.at(-1);
    if (!last || orders.length < PAGE) return;
    after = { afterAt: last.createdAt, afterId: last.id };
  }
}

const toLine = (order: ExportedOrder): string[] => [
  order.orderNumber,
  order.day,
  order.time,
  order.status,
  order.type,
  order.payment,
  order.paymentStatus,
  order.customerName,
  String(order.items),
  ...[order.totalPaise, order.orderedPaise, order.refundedPaise].map((paise) => toRupees(paise).toFixed(2)),
];

type Params = MoneyParams & { afterAt: Date; afterId: number; limit: number };

// A time that comes back has milliseconds, and the index is by microseconds: the page is cut by milliseconds, too.
export const EXPORTED_ORDERS = sql<Params, ExportedOrder>(
  `
  SELECT o.id, o.at AS created_at, o.order_number, to_char(o.created_at AT TIME ZONE :timeZone, 'YYYY-MM-DD') AS day,
    to_char(o.created_at AT TIME ZONE :timeZone, 'HH24:MI') AS time, o.status,
    CASE WHEN o.channel = 'counter' THEN 'counter' WHEN o.takeaway THEN 'takeaway' ELSE 'delivery' END AS type,
    (SELECT string_agg(${PART_METHOD} || CASE WHEN part.method IS NULL THEN '' ELSE ' ' || (${PART_PAISE} / 100.0)::numeric(12, 2) END,
      ' + ' ORDER BY ${PART_ORDER}) FROM (VALUES (o.id)) sale (id) ${JOIN_PARTS}) AS payment, o.payment_status, o.customer_name,
    (SELECT coalesce(sum(i.quantity), 0)::int FROM order_items i WHERE i.order_id = o.id) AS items,
    o.total_paise, CASE WHEN ${IS_ORDERED} THEN o.total_paise ELSE 0 END AS ordered_paise, o.refunded_paise
  FROM (
    SELECT *, date_trunc('milliseconds', o.created_at) AS at FROM orders o
    WHERE o.shop_id = :shopId AND o.created_at >= :afterAt AND o.created_at < :ends AND ${IS_VISIBLE_TO_SHOP}
  ) o
  WHERE (o.at, o.id) > (:afterAt::timestamptz, :afterId::bigint)
  ORDER BY o.at, o.id LIMIT :limit`,
  { readFrom: 'replica' },
);
