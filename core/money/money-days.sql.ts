import { sql } from '../db/database.ts';
import { MONEY_ENTRIES, MONEY_SUMS, type MoneyParams, type MoneySums } from './money.sql.ts';

export type MoneyDay = MoneySums & { day: string };

/** A row for each day, oldest first, including days without money. */
export const MONEY_DAYS = sql<MoneyParams & { from: string; to: string }, MoneyDay>(
  `
  WITH ${MONEY_ENTRIES}
  SELECT to_char(each.day, 'YYYY-MM-DD') AS day, ${MONEY_SUMS}
  FROM generate_series(:from::date, :to::date, interval '1 day') AS each (day) LEFT JOIN entries ON entries.day = each.day::date
  GROUP BY each.day ORDER BY each.day`,
  { readFrom: 'replica' },
);
