/** `HH:MM`, 24 h, in the shop's own zone. A missing time counts as always open. */
export type OpeningHours = { open_time?: string | null; close_time?: string | null; time_zone?: string };

export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

const MINUTES_A_DAY = 24 * 60;
const MS_A_MINUTE = 60_000;

/** Minutes after midnight of `HH:MM`; undefined for any other text. */
export function minutesOf(time: string | null | undefined): number | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time ?? '');
  return match ? Number(match[1]) * 60 + Number(match[2]) : undefined;
}

/** Whether the shop is open at that moment. Closing before opening means past midnight; equal times mean always. */
export function isOpenAt(hours: OpeningHours, at: Date): boolean {
  const open = minutesOf(hours.open_time);
  const close = minutesOf(hours.close_time);
  if (open === undefined || close === undefined || open === close) return true;
  const now = minutesInZone(at, hours.time_zone);
  return open < close ? open <= now && now < close : open <= now || now < close;
}

/** How many minutes until the shop opens; 0 while it is open. */
export function minutesUntilOpen(hours: OpeningHours, at: Date): number {
  if (isOpenAt(hours, at)) return 0;
  const open = minutesOf(hours.open_time) ?? 0;
  return (open - minutesInZone(at, hours.time_zone) + MINUTES_A_DAY) % MINUTES_A_DAY;
}

/** The moment the shop opens next, to the minute; undefined while it is open. */
export function opensAt(hours: OpeningHours, at: Date): Date | undefined {
  const wait = minutesUntilOpen(hours, at);
  return wait === 0 ? undefined : new Date((Math.floor(at.getTime() / 60_000) + wait) * 60_000);
}

/** The moment when the shop has been open for so many minutes, counted from `from`. */
export function addOpenMinutes(hours: OpeningHours, from: Date, minutes: number): Date {
  const start = opensAt(hours, from) ?? from;
  const left = minutesUntilClose(hours, start);
  const end = new Date(start.getTime() + Math.min(left, minutes) * MS_A_MINUTE);
  return minutes <= left ? end : addOpenMinutes(hours, end, minutes - left);
}

/** How many minutes the shop, which is open, stays open; infinity when it never closes. */
function minutesUntilClose(hours: OpeningHours, at: Date): number {
  const open = minutesOf(hours.open_time);
  const close = minutesOf(hours.close_time);
  if (open === undefined || close === undefined || open === close) return Infinity;
  const secondsIntoMinute = (at.getTime() % MS_A_MINUTE) / MS_A_MINUTE;
  return ((close - minutesInZone(at, hours.time_zone) + MINUTES_A_DAY) % MINUTES_A_DAY) - secondsIntoMinute;
}

// India has no daylight saving time; computing it here avoids a slow Intl call on cheap phones.
const INDIA_AHEAD = 5 * 60 + 30;

/** The minutes since midnight there. */
export function minutesInZone(at: Date, timeZone = DEFAULT_TIME_ZONE): number {
  if (timeZone === DEFAULT_TIME_ZONE) return (Math.floor(at.getTime() / 60_000) + INDIA_AHEAD) % MINUTES_A_DAY;
  const parts = clockOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

// Creating a formatter costs a hundred times as much as using one.
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clocks.set(timeZone, clock);
  }
  return clock;
}
