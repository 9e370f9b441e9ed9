import { one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Session } from '../accounts/session.ts';
import { requireRight } from '../accounts/shop-rights.ts';
import type { MoneyParams } from './money.sql.ts';

/** Days of a shop's own calendar, as YYYY-MM-DD: `from` to `to`, both included. */
export type MoneyPeriod = { slug: string; today: string; from: string; to: string; params: MoneyParams };

type Days = {
  by: Session;
  shopId: number;
  now?: Date | undefined;
  /** By default today; `lastDays` counts back from `to`. */
  from?: string | undefined;
  to?: string | undefined;
  lastDays?: number | undefined;
};

/**
 * The days of a shop whose money is read. A day begins at midnight in its time zone. Every read of a shop's sums starts here:
 * throws `forbidden` without the permission `money` in the shop, and `not_found` for a shop that does not exist.
 */
export async function readMoneyPeriod(days: Days): Promise<MoneyPeriod> {
  const { by, shopId, now = new Date(), from, to, lastDays = 1 } = days;
  requireRight('money', by, shopId);
  const found = await one(FIND_PERIOD, { shopId, now, from, to, lastDays });
  if (!found) throw new DomainError('not_found', 'Shop Not Found');
  const { slug, today, firstDay, lastDay, begins, ends, timeZone } = found;
  return { slug, today, from: firstDay, to: lastDay, params: { shopId, begins, ends, timeZone } };
}

type Found = {
  slug: string;
  timeZone: string;
  today: string;
  firstDay: string;
  lastDay: string;
  begins: Date;
  ends: Date;
};
type Params = { shopId: number; now: Date; from: string | undefined; to: string | undefined; lastDays: number };

const FIND_PERIOD = sql<Params, Found>(
  `
  SELECT slug, time_zone, to_char(today, 'YYYY-MM-DD') AS today, to_char(first_day, 'YYYY-MM-DD') AS first_day,
    to_char(last_day, 'YYYY-MM-DD') AS last_day, first_day::timestamp AT TIME ZONE time_zone AS begins,
    (last_day + 1)::timestamp AT TIME ZONE time_zone AS ends
  FROM (
    SELECT slug, time_zone, today, last_day, coalesce(:from::date, last_day - :lastDays::int + 1) AS first_day FROM (
      SELECT slug, time_zone, (:now::timestamptz AT TIME ZONE time_zone)::date AS today,
        coalesce(:to::date, (:now::timestamptz AT TIME ZONE time_zone)::date) AS last_day
      FROM shops WHERE id = :shopId
    ) shop
  ) shop`,
);
