import {
  type DateHours,
  type Fulfilment,
  FULFILMENTS,
  isOpenAt,
  type ShopHours,
  type TimeRange,
} from '@haat/contract/shops/opening-hours';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { isOpen } from './opening-hours.sql.ts';

/** 10,000 take six minutes. */
const SCHEDULES = Number(process.env.SCHEDULES ?? 200);
const MINUTES_A_DAY = 24 * 60;
const DAYS = 14;
const MS_A_MINUTE = 60_000;
/** Two weeks with the end of summer time in Europe and in America. */
const START = Date.parse('2026-10-22T00:00Z');
const ZONES = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York'];

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

// A failure prints its schedule and its moment, so that the numbers need not be the same each time.
const random = Math.random;
const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!;

const clockTime = (minutes: number) => new Date(minutes * MS_A_MINUTE).toISOString().slice(11, 16);
const randomRanges = (): TimeRange[] =>
  Array.from({ length: pick([0, 1, 1, 1, 2, 3]) }, () => {
    const [opens, closes] = [0, 0].map(() => clockTime(Math.floor(random() * 288) * 5));
    return [opens!, closes!];
  });
const randomDay = (): DateHours => ({ delivery: randomRanges(), takeaway: randomRanges() });

function randomHours(): ShopHours {
  const week = Array.from({ length: 7 }, randomDay);
  const dates = Array.from({ length: pick([0, 0, 1, 3]) }, () => {
    const day = new Date(START + Math.floor(random() * DAYS) * MINUTES_A_DAY * MS_A_MINUTE).toISOString().slice(0, 10);
    return [day, randomDay()];
  });
  const of = (fulfilment: Fulfilment) => week.map((day) => day[fulfilment]);
  return { delivery: of('delivery'), takeaway: of('takeaway'), dates: Object.fromEntries(dates) };
}

/** What the wall clock of a zone shows at each minute, by Intl. */
const wallClockOf = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return Array.from({ length: DAYS * MINUTES_A_DAY }, (_, nth) => {
    const [date, time] = format.format(START + nth * MS_A_MINUTE).split(', ') as [string, string];
    return { date, minute: Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) };
  });
};
const wallClocks = new Map(ZONES.map((zone) => [zone, wallClockOf(zone)]));

const MS_A_DAY = MINUTES_A_DAY * MS_A_MINUTE;

/** The reference: for each date, the minutes in which the shop is open, filled in one by one. */
class Calendar {
  readonly #hours: ShopHours;
  readonly #fulfilment: Fulfilment;
  readonly #days = new Map<string, Uint8Array>();

  constructor(hours: ShopHours, fulfilment: Fulfilment) {
    this.#hours = hours;
    this.#fulfilment = fulfilment;
  }

  isOpen({ date, minute }: { date: string; minute: number }): boolean {
    let minutes = this.#days.get(date);
    if (!minutes) {
      minutes = new Uint8Array(MINUTES_A_DAY);
      for (const [from, to] of this.#rangesOf(date)) minutes.fill(1, from, Math.min(to, MINUTES_A_DAY));
      const before = new Date(Date.parse(date) - MS_A_DAY).toISOString().slice(0, 10);
      for (const [, to] of this.#rangesOf(before)) minutes.fill(1, 0, Math.max(0, to - MINUTES_A_DAY));
      this.#days.set(date, minutes);
    }
    return minutes[minute] === 1;
  }

  #rangesOf(date: string): [number, number][] {
    const sundayFirst = new Date(date).getUTCDay();
    const weekday = sundayFirst === 0 ? 6 : sundayFirst - 1;
    const ranges = this.#hours.dates[date]?.[this.#fulfilment] ?? this.#hours[this.#fulfilment][weekday] ?? [];
    return ranges.map(([opens, closes]) => {
      const [from, to] = [opens, closes].map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
      return [from!, to! > from! ? to! : to! + MINUTES_A_DAY];
    });
  }
}

it(`agrees on ${SCHEDULES} schedules at every minute of two weeks, and the database at some`, async () => {
  const shops = Array.from({ length: SCHEDULES }, () => ({ hours: randomHours(), time_zone: pick(ZONES) }));
  const { pool } = database();
  await pool.query('ALTER TABLE shops DISABLE TRIGGER USER');
  await pool.query(
    `INSERT INTO shops (slug, hours, time_zone)
     SELECT 'hours-' || nr, shop -> 'hours', shop ->> 'time_zone'
     FROM jsonb_array_elements($1::jsonb) WITH ORDINALITY shops(shop, nr)`,
    [JSON.stringify(shops)],
  );
  const calendars = shops.map(({ hours }) => FULFILMENTS.map((each) => new Calendar(hours, each)));

  let checked = 0;
  shops.forEach((shop, nr) => {
    FULFILMENTS.forEach((fulfilment, of) => {
      const calendar = calendars[nr]![of]!;
      wallClocks.get(shop.time_zone)!.forEach((now, nth) => {
        const at = new Date(START + nth * MS_A_MINUTE);
        checked += 1;
        if (isOpenAt(shop, at, fulfilment) !== calendar.isOpen(now))
          throw new Error(`${fulfilment} at ${at.toISOString()}: ${JSON.stringify(shop)}`);
      });
    });
  });
  expect(checked).toBe(SCHEDULES * FULFILMENTS.length * DAYS * MINUTES_A_DAY);

  for (let times = 0; times < 50; times += 1) {
    const nth = Math.floor(random() * DAYS * MINUTES_A_DAY);
    const { rows } = await pool.query<{ nr: number; open: boolean }>(
      `SELECT substr(slug, 7)::int - 1 AS nr, ${isOpen('($1::timestamptz AT TIME ZONE time_zone)')} AS open
       FROM shops WHERE slug LIKE 'hours-%'`,
      [new Date(START + nth * MS_A_MINUTE)],
    );
    const wrong = rows.filter(({ nr, open }) => {
      const now = wallClocks.get(shops[nr]!.time_zone)![nth]!;
      return open !== calendars[nr]!.some((calendar) => calendar.isOpen(now));
    });
    expect(rows).toHaveLength(SCHEDULES);
    expect(wrong.map(({ nr }) => shops[nr])).toEqual([]);
  }
});
