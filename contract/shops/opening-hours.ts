export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

export const FULFILMENTS = ['delivery', 'takeaway'] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];
/** What an order is to be, from what it says of itself. */
export const fulfilmentOf = (takeaway: boolean): Fulfilment => (takeaway ? 'takeaway' : 'delivery');

/** `HH:MM`, 24 h. Closing at or before opening means the next day; equal times are a whole day. */
export type TimeRange = [opens: string, closes: string];
/** Seven days, Monday first. */
export type Week = TimeRange[][];
type ByFulfilment<Value> = Record<Fulfilment, Value>;
/** The hours of one date, with the name of a holiday. */
export type DateHours = ByFulfilment<TimeRange[]> & { name?: string | undefined };
/** `dates`: the days that differ from their week, by `YYYY-MM-DD`. */
export type ShopHours = ByFulfilment<Week> & { dates: Record<string, DateHours> };

/**
 * When a shop is open, by the clock of its own zone: `hours`, or the same two times every day. A missing time counts as always
 * open.
 */
export type OpeningHours = {
  open_time?: string | null;
  close_time?: string | null;
  time_zone?: string;
  hours?: ShopHours | null | undefined;
};

const MINUTES_A_DAY = 24 * 60;
const MS_A_MINUTE = 60_000;
const MS_A_DAY = MINUTES_A_DAY * MS_A_MINUTE;
/** How far ahead an opening is searched for: a shop may be closed for a year but for one date. */
const HORIZON_DAYS = 370;

/** Minutes after midnight of `HH:MM`; undefined for any other text. */
export function minutesOf(time: string | null | undefined): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time ?? '');
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

/** Whether the shop is open at that moment: for this fulfilment or, without one, for either of the two. */
export function isOpenAt(shop: OpeningHours, at: Date, fulfilment?: Fulfilment): boolean {
  if (isAlwaysOpen(shop)) return true;
  const [day, minute] = clockAt(shop, at);
  const isWithin = (on: number, time: number) =>
    rangesOn(shop, on, fulfilment).some(([opens, closes]) => opens <= time && time < closes);
  return isWithin(day, minute) || isWithin(day - 1, minute + MINUTES_A_DAY);
}

/** The moment the shop opens next, to the minute; undefined while it is open, or if it does not open within a year. */
export function opensAt(shop: OpeningHours, at: Date, fulfilment?: Fulfilment): Date | undefined {
  if (isOpenAt(shop, at, fulfilment)) return undefined;
  for (const { start } of openSpans(shop, at.getTime(), fulfilment)) return new Date(start);
  return undefined;
}

/**
 * The moment when the shop has been open for so many minutes, counted from `from`. A shop that does not open within a year counts
 * as open.
 */
export function addOpenMinutes(
  shop: OpeningHours,
  { from, minutes, fulfilment }: { from: Date; minutes: number; fulfilment?: Fulfilment },
): Date {
  let left = minutes * MS_A_MINUTE;
  for (const { start, end } of openSpans(shop, from.getTime(), fulfilment)) {
    if (left <= end - start) return new Date(start + left);
    left -= end - start;
  }
  return new Date(from.getTime() + left);
}

/** The ranges of the shop's present day, `HH:MM` each; undefined if it never closes. */
export function rangesToday(shop: OpeningHours, at: Date, fulfilment: Fulfilment): TimeRange[] | undefined {
  if (isAlwaysOpen(shop)) return undefined;
  return rangesOn(shop, clockAt(shop, at)[0], fulfilment).map(([opens, closes]) => [
    clockTime(opens),
    clockTime(closes),
  ]);
}

/** `days`: how many days ahead, 0 for today; `date`: `YYYY-MM-DD`. */
export type Opening = { time: string; days: number; date: string };

/** When the shop, which is closed, opens next, by its own clock; undefined if it is open, or does not open within a year. */
export function nextOpening(shop: OpeningHours, at: Date, fulfilment?: Fulfilment): Opening | undefined {
  if (isOpenAt(shop, at, fulfilment)) return undefined;
  const [today, now] = clockAt(shop, at);
  for (let days = 0; days <= HORIZON_DAYS; days += 1) {
    const openings = rangesOn(shop, today + days, fulfilment).map(([opens]) => opens);
    const first = Math.min(...openings.filter((opens) => days > 0 || opens > now));
    if (first < Infinity) return { time: clockTime(first), days, date: dateOf(today + days) };
  }
  return undefined;
}

/** The minutes since midnight there. */
export const minutesInZone = (at: Date, timeZone?: string): number => clockAt({ time_zone: timeZone }, at)[1];

/** The day there, counted from 1970, and the minutes since its midnight. */
function clockAt({ time_zone: timeZone }: { time_zone?: string | undefined }, at: Date): [day: number, minute: number] {
  const local = localTime(at.getTime(), timeZone);
  return [Math.floor(local / MS_A_DAY), Math.floor((local % MS_A_DAY) / MS_A_MINUTE)];
}

function isAlwaysOpen({ hours, open_time, close_time }: OpeningHours): boolean {
  return (
    !hours && (minutesOf(open_time) === undefined || minutesOf(close_time) === undefined || open_time === close_time)
  );
}

type Minutes = readonly [opens: number, closes: number];

/** The ranges that begin on this day, which counts from 1970, in minutes after its midnight. */
function rangesOn(shop: OpeningHours, day: number, fulfilment?: Fulfilment): Minutes[] {
  const { hours, open_time: opens, close_time: closes } = shop;
  if (!hours) return [toMinutes([opens ?? '', closes ?? ''])];
  const date = hours.dates[dateOf(day)];
  // 1 January 1970 was a Thursday.
  const on = (each: Fulfilment) => (date ? date[each] : hours[each][(day + 3) % 7]) ?? [];
  return (fulfilment ? on(fulfilment) : FULFILMENTS.flatMap(on)).map(toMinutes);
}

function toMinutes([opens, closes]: TimeRange): Minutes {
  const [from = 0, to = 0] = [minutesOf(opens), minutesOf(closes)];
  return [from, to <= from ? to + MINUTES_A_DAY : to];
}

const clockTime = (minutes: number): string =>
  [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

const dateOf = (day: number): string => new Date(day * MS_A_DAY).toISOString().slice(0, 10);

type Span = { start: number; end: number };

/** When the shop is open from that moment on, in ms since 1970. Spans do not overlap; two days may meet. */
function* openSpans(shop: OpeningHours, from: number, fulfilment?: Fulfilment): Generator<Span> {
  if (isAlwaysOpen(shop)) {
    yield { start: from, end: Infinity };
    return;
  }
  let covered = from;
  const today = Math.floor(localTime(from, shop.time_zone) / MS_A_DAY);
  for (let day = today - 1; day <= today + HORIZON_DAYS; day += 1) {
    const spans = rangesOn(shop, day, fulfilment).flatMap(([opens, closes]) =>
      spansOf(day * MS_A_DAY + opens * MS_A_MINUTE, day * MS_A_DAY + closes * MS_A_MINUTE, shop.time_zone),
    );
    for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
      if (end <= covered) continue;
      yield { start: Math.max(start, covered), end };
      covered = end;
    }
  }
}

/** The moments at which the clock there reads from `opens` up to `closes`: two spans where it is put back in between. */
function spansOf(opens: number, closes: number, timeZone?: string): Span[] {
  const [before, after] = [offsetAt(opens - MS_A_DAY, timeZone), offsetAt(closes + MS_A_DAY, timeZone)];
  if (before === after) return [{ start: opens - before, end: closes - before }];
  const change = findChange(opens - MS_A_DAY, closes + MS_A_DAY, timeZone);
  const spans = [
    { start: opens - before, end: Math.min(closes - before, change) },
    { start: Math.max(opens - after, change), end: closes - after },
  ];
  return spans.filter(({ start, end }) => start < end);
}

/** The minute at which the clock there is changed, between two moments with different offsets. */
function findChange(from: number, to: number, timeZone?: string): number {
  const before = offsetAt(from, timeZone);
  let [low, high] = [Math.floor(from / MS_A_MINUTE), Math.ceil(to / MS_A_MINUTE)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle * MS_A_MINUTE, timeZone) === before) low = middle;
    else high = middle;
  }
  return high * MS_A_MINUTE;
}

/** The clock there, in ms as if it were UTC. */
const localTime = (at: number, timeZone?: string): number => at + offsetAt(at, timeZone);

// India has no daylight saving time; computing it here avoids a slow Intl call on cheap phones.
const INDIA_AHEAD = (5 * 60 + 30) * MS_A_MINUTE;
/** Clocks are changed at full quarters of an hour. */
const QUARTER = 15 * MS_A_MINUTE;

/** How far the clock there is ahead of UTC, in ms. */
function offsetAt(at: number, timeZone = DEFAULT_TIME_ZONE): number {
  if (timeZone === DEFAULT_TIME_ZONE) return INDIA_AHEAD;
  const zone = zoneOf(timeZone);
  const quarter = Math.floor(at / QUARTER);
  if (zone.quarter !== quarter) {
    const parts = zone.clock.formatToParts(quarter * QUARTER);
    const [year = 0, month = 1, day, hour, minute] = ['year', 'month', 'day', 'hour', 'minute'].map((type) =>
      Number(parts.find((each) => each.type === type)?.value),
    );
    [zone.quarter, zone.offset] = [quarter, Date.UTC(year, month - 1, day, hour, minute) - quarter * QUARTER];
  }
  return zone.offset;
}

/** With the last offset: lists of shops ask for one moment again and again. */
type Zone = { clock: Intl.DateTimeFormat; quarter: number; offset: number };
const zones = new Map<string, Zone>();

// Creating a formatter costs a hundred times as much as using one.
function zoneOf(timeZone: string): Zone {
  let zone = zones.get(timeZone);
  if (!zone) {
    const [digits, hourCycle] = ['2-digit', 'h23'] as const;
    const fields = { year: 'numeric', month: digits, day: digits, hour: digits, minute: digits, hourCycle } as const;
    zone = { clock: new Intl.DateTimeFormat('en-GB', { timeZone, ...fields }), quarter: NaN, offset: 0 };
    zones.set(timeZone, zone);
  }
  return zone;
}
