import type { Readable } from 'node:stream';
import { MAX_REPORT_ROWS } from '@haat/contract/money/money-reports.calls';
import { daysOfPeriod, GROUP_SUMS, type ReportGroup, type ReportPeriod } from '@haat/contract/money/report-period';
import { toRupees } from '@haat/contract/rupees';
import { writeCsv } from '../lib/csv/csv.ts';
import { many, one, type Sql, sql } from '../db/database.ts';
import type { Session } from '../accounts/session.ts';
import { LINE_PAISE } from '../orders/order-record.ts';
import { type MoneyDay, MONEY_DAYS } from './money-days.sql.ts';
import { type MoneyPeriod, readMoneyPeriod } from './money-period.ts';
import {
  MONEY_ENTRIES,
  MONEY_SUMS,
  type MoneyParams,
  type MoneySums,
  ORDERED_ORDERS,
  TO_COLLECT,
} from './money.sql.ts';
import { nameForShop } from '../accounts/person-name.sql.ts';

/** A group of a report; sums that it does not have are null (`GROUP_SUMS`). */
export type ReportRow = {
  key: string;
  name: string | null;
  orders: number;
  items: number | null;
  orderedPaise: number | null;
  receivedPaise: number | null;
  refundedPaise: number | null;
};

export type MoneyReport = {
  from: string;
  to: string;
  today: string;
  by: ReportGroup;
  total: MoneySums;
  toCollect: { orders: number; paise: number };
  days: MoneyDay[];
  rows: ReportRow[];
  rowCount: number;
};

/** `from` and `to` together, or `period`; today without them. At most 366 days, which the caller has checked. */
export type ReportDays = {
  by: Session;
  shopId: number;
  period?: ReportPeriod | undefined;
  from?: string | undefined;
  to?: string | undefined;
  now?: Date | undefined;
};
type Request = ReportDays & { group: ReportGroup };

/** The days that a report is of. Throws like `readMoneyPeriod`. */
export async function readReportDays({ period, ...days }: ReportDays): Promise<MoneyPeriod> {
  const found = await readMoneyPeriod(days);
  if (period === undefined || days.from !== undefined) return found;
  return readMoneyPeriod({ ...days, ...daysOfPeriod(period, found.today) });
}

/** The amounts ordered, received and refunded in a period, by day and by group. Throws like `readMoneyPeriod`. */
export async function readMoneyReport({ group, ...days }: Request): Promise<MoneyReport> {
  const period = await readReportDays(days);
  const { from, to, today, params } = period;
  const byDay = await many(MONEY_DAYS, { ...params, from, to });
  const toCollect = await one(CASH_TO_COLLECT, { shopId: params.shopId });
  const all = await readRows(period, group, byDay);
  return {
    from,
    to,
    today,
    by: group,
    total: sumOf(byDay),
    toCollect: toCollect ?? { orders: 0, paise: 0 },
    days: byDay,
    rows: group === 'day' ? all : all.slice(0, MAX_REPORT_ROWS),
    rowCount: all.length,
  };
}

const sumOf = (days: MoneyDay[]): MoneySums => ({
  orders: days.reduce((sum, { orders }) => sum + orders, 0),
  orderedPaise: days.reduce((sum, { orderedPaise }) => sum + orderedPaise, 0),
  receivedPaise: days.reduce((sum, { receivedPaise }) => sum + receivedPaise, 0),
  refundedPaise: days.reduce((sum, { refundedPaise }) => sum + refundedPaise, 0),
});

async function readRows({ params }: MoneyPeriod, group: ReportGroup, days: MoneyDay[]): Promise<ReportRow[]> {
  if (group === 'day') return days.map(({ day, ...sums }) => ({ key: day, name: null, items: null, ...sums }));
  const rows = await many(REPORT_ROWS[group], params);
  return rows.map((row) => ({ ...row, ...absentSums(group) }));
}

const absentSums = (group: ReportGroup): Partial<ReportRow> => ({
  ...(!GROUP_SUMS[group].includes('items') && { items: null }),
  ...(!GROUP_SUMS[group].includes('ordered') && { orderedPaise: null }),
  ...(!GROUP_SUMS[group].includes('received') && { receivedPaise: null }),
  ...(!GROUP_SUMS[group].includes('refunded') && { refundedPaise: null }),
});

/** A report as CSV with all its rows and the total, in a file named after shop, group and days. Throws like `readMoneyPeriod`. */
export async function exportMoneyReport({ group, ...days }: Request): Promise<{ csv: Readable; fileName: string }> {
  const period = await readReportDays(days);
  const { slug, from, to, params } = period;
  const byDay = await many(MONEY_DAYS, { ...params, from, to });
  const rows = await readRows(period, group, byDay);
  const total = sumOf(byDay);
  const sums = GROUP_SUMS[group];
  const cells = (row: Omit<ReportRow, 'key' | 'name'>) => [
    String(row.orders),
    ...sums.map((sum) => (sum === 'items' ? String(row.items) : inRupees(row[`${sum}Paise`]))),
  ];
  const items = rows.reduce((count, row) => count + (row.items ?? 0), 0);
  const last = ['total', ...cells({ ...total, orders: groupOrders(group, rows, total), items })];
  const csv = writeCsv([group, 'orders', ...sums], [...rows.map((row) => [row.name ?? row.key, ...cells(row)]), last]);
  return { csv, fileName: `${slug}-${group}-${from}-${to}.csv` };
}

/** An order has several products: their numbers of orders do not add up. Persons have the orders they were paid for. */
const groupOrders = (group: ReportGroup, rows: ReportRow[], { orders }: MoneySums): number =>
  group === 'person' ? rows.reduce((sum, row) => sum + row.orders, 0) : orders;

const inRupees = (paise: number | null): string => toRupees(paise ?? 0).toFixed(2);

const CASH_TO_COLLECT = sql<{ shopId: number }, { orders: number; paise: number }>(TO_COLLECT, { readFrom: 'replica' });

const ofEntries = (key: string): Sql<MoneyParams, ReportRow> =>
  sql(
    `
  WITH ${MONEY_ENTRIES}
  SELECT ${key} AS key, NULL::text AS name, NULL::int AS items, ${MONEY_SUMS}
  FROM entries GROUP BY 1 ORDER BY received_paise DESC, ordered_paise DESC, 1`,
    { readFrom: 'replica' },
  );

const BY_PERSON = sql<MoneyParams, ReportRow>(
  `
  WITH ${MONEY_ENTRIES}
  SELECT coalesce(person_id::text, '') AS key, ${nameForShop(':shopId')} AS name, NULL::int AS items, sums.* FROM (
    SELECT person_id, count(DISTINCT order_id)::int AS orders,
      0::bigint AS ordered_paise,
      coalesce(sum(paise) FILTER (WHERE kind = 'received'), 0)::bigint AS received_paise,
      coalesce(sum(paise) FILTER (WHERE kind = 'refunded'), 0)::bigint AS refunded_paise
    FROM entries WHERE kind <> 'ordered' GROUP BY person_id
  ) sums LEFT JOIN users u ON u.id = sums.person_id
  ORDER BY received_paise DESC, person_id`,
  { readFrom: 'replica' },
);

const SUMS_OF_LINES = `count(DISTINCT ordered.order_id)::int AS orders, sum(i.quantity)::int AS items,
      sum(${LINE_PAISE})::bigint AS ordered_paise, 0::bigint AS received_paise, 0::bigint AS refunded_paise`;

const BY_PRODUCT = sql<MoneyParams, ReportRow>(
  `
  WITH ${ORDERED_ORDERS}
  SELECT sums.product_id::text AS key, p.name, sums.* FROM (
    SELECT i.product_id, ${SUMS_OF_LINES}
    FROM ordered JOIN order_items i ON i.order_id = ordered.order_id GROUP BY i.product_id
  ) sums JOIN products p ON p.id = sums.product_id
  ORDER BY sums.ordered_paise DESC, p.id`,
  { readFrom: 'replica' },
);

/** By the categories that the products have now. */
const BY_CATEGORY = sql<MoneyParams, ReportRow>(
  `
  WITH ${ORDERED_ORDERS}
  SELECT coalesce(sums.category_id::text, '') AS key, concat_ws(' › ', parent.name, c.name) AS name, sums.* FROM (
    SELECT p.category_id, ${SUMS_OF_LINES}
    FROM ordered JOIN order_items i ON i.order_id = ordered.order_id JOIN products p ON p.id = i.product_id
    GROUP BY p.category_id
  ) sums LEFT JOIN categories c ON c.id = sums.category_id LEFT JOIN categories parent ON parent.id = c.parent_id
  ORDER BY sums.ordered_paise DESC, sums.category_id`,
  { readFrom: 'replica' },
);

export const REPORT_ROWS: Record<Exclude<ReportGroup, 'day'>, Sql<MoneyParams, ReportRow>> = {
  product: BY_PRODUCT,
  category: BY_CATEGORY,
  payment: ofEntries('method'),
  person: BY_PERSON,
  channel: ofEntries('channel'),
};
