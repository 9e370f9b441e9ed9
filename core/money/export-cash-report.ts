import type { Readable } from 'node:stream';
import { MAX_CASH_REPORT_ORDERS } from '@haat/contract/money/reports.calls';
import { expectedPaise } from '@haat/contract/money/cash-close';
import { toRupees } from '@haat/contract/rupees';
import { writeCsv } from '../lib/csv/csv.ts';
import { many, sql } from '../db/database.ts';
import type { Session } from '../accounts/session.ts';
import { readMoneyPeriod } from './money-period.ts';
import { MONEY_ENTRIES, type MoneyParams } from './money.sql.ts';
import { nameForShop } from '../accounts/person-name.sql.ts';
import { type CashEntry, type CashReport, MONEY_METHODS, type MoneyMethod, readCashReport } from './cash-report.ts';
import { type Cash, listCashCloses } from './close-cash.ts';

type Request = { by: Session; shopId: number; day?: string | undefined; now?: Date };

const COLUMNS = ['order', 'day', 'time', 'person', 'customer', 'type', 'method', 'kind', 'amount'] as const;
type Column = (typeof COLUMNS)[number];

/**
 * The money of a day as CSV, in a file named after shop and day: each amount that came in or went back, whatever its method,
 * then the sums by method (`total`) and the counts of the drawer (`count`). Outgoing amounts are negative. Throws like
 * `readCashReport`.
 */
export async function exportCashReport(request: Request): Promise<{ csv: Readable; fileName: string }> {
  const { by, shopId, now } = request;
  const report = await readCashReport(request);
  const { day, slug } = report;
  const { params } = await readMoneyPeriod({ by, shopId, from: day, to: day, now });
  const entries = await many(DAY_ENTRIES, { ...params, limit: MAX_CASH_REPORT_ORDERS });
  const { all, people } = await listCashCloses({ by, shopId, day, ...(now && { now }) });
  const rows = [...entries.map(entryRow), ...totalRows(report), ...[all, ...people].flatMap(countRows)];
  const csv = writeCsv(
    COLUMNS,
    rows.map((row) => COLUMNS.map((column) => ({ day, ...row })[column] ?? '')),
  );
  return { csv, fileName: `${slug}-cash-report-${day}.csv` };
}

type Row = Partial<Record<Column, string | null>>;

const amountOf = (paise: number): string => toRupees(paise).toFixed(2);

const entryRow = ({ orderNumber, time, by, customerName, paise, kind, method, ...entry }: Entry): Row => ({
  order: orderNumber,
  time,
  person: by,
  customer: customerName,
  type: entry.channel === 'counter' ? 'counter' : entry.takeaway ? 'takeaway' : 'delivery',
  method,
  kind,
  amount: amountOf(kind === 'refunded' ? -paise : paise),
});

const totalRows = ({ received, refunded }: CashReport): Row[] =>
  MONEY_METHODS.flatMap((method) => [
    { type: 'total', method, kind: 'received', amount: amountOf(received[method].paise) },
    { type: 'total', method, kind: 'refunded', amount: amountOf(-refunded[method].paise) },
  ]);

/** `person` is empty where all cash of the shop was counted. */
function countRows({ name, close }: Cash): Row[] {
  if (!close) return [];
  const expected = expectedPaise(close);
  const amounts = {
    opening: close.openingPaise,
    'taken out': -close.paidOutPaise,
    expected,
    counted: close.countedPaise,
    difference: close.countedPaise - expected,
  };
  const count = { person: name, type: 'count', method: 'cash' };
  return Object.entries(amounts).map(([kind, paise]) => ({ ...count, kind, amount: amountOf(paise) }));
}

type Entry = CashEntry & { method: MoneyMethod };

const DAY_ENTRIES = sql<MoneyParams & { limit: number }, Entry>(
  `
  WITH ${MONEY_ENTRIES}
  SELECT money.kind, money.method, o.id, o.order_number, money.at,
    to_char(money.at AT TIME ZONE :timeZone, 'HH24:MI') AS time, ${nameForShop(':shopId')} AS by, o.customer_name,
    o.takeaway, o.channel, money.paise
  FROM entries money JOIN orders o ON o.id = money.order_id LEFT JOIN users u ON u.id = money.person_id
  WHERE money.kind <> 'ordered'
  ORDER BY money.at, o.id LIMIT :limit`,
);
