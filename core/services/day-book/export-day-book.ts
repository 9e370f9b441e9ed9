import type { Readable } from 'node:stream';
import { toRupees } from '@haat/contract/rules/rupees';
import { writeCsv } from '../../csv/write-csv.ts';
import { type CashOrder, type DayBook, readDayBook } from './read-day-book.ts';

const COLUMNS = ['order', 'day', 'delivered_at', 'delivered_by', 'customer', 'type', 'amount'] as const;

/** The cash of a day as CSV, a line for each order, named after shop and day; for those who may read the day book. */
export async function exportDayBook(
  request: Parameters<typeof readDayBook>[0],
): Promise<{ csv: Readable; fileName: string }> {
  const book = await readDayBook(request);
  const lines = book.cash.map((order) => lineOf(order, book));
  return { csv: writeCsv(COLUMNS, lines), fileName: `${book.slug}-day-book-${book.day}.csv` };
}

const lineOf = ({ orderNumber, time, by, customerName, takeaway, totalPaise }: CashOrder, { day }: DayBook) => [
  orderNumber,
  day,
  time,
  by,
  customerName,
  takeaway ? 'takeaway' : 'delivery',
  toRupees(totalPaise).toFixed(2),
];
