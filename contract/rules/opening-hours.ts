/** `HH:MM`, 24 h, in the shop's own zone. A missing time counts as always open. */
export type OpeningHours = { open_time?: string | null; close_time?: string | null; time_zone?: string };

export const DEFAULT_TIME_ZONE = 'Asia/Kolkata';

const MINUTES_A_DAY = 24 * 60;

/** Minutes after midnight of `HH:MM`; undefined when it is none. */
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

/** `17:00` as `5:00 PM`; an unreadable time as it came. */
export function displayTime(time: string): string {
  const minutes = minutesOf(time);
  if (minutes === undefined) return time;
  const hour = Math.floor(minutes / 60);
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** `9:00 AM – 9:30 PM`; undefined when the shop names no hours or never closes. */
export function displayHours({ open_time, close_time }: OpeningHours): string | undefined {
  if (!open_time || !close_time || open_time === close_time) return undefined;
  return `${displayTime(open_time)} – ${displayTime(close_time)}`;
}

// India has no daylight saving time; computing it here avoids a slow Intl call on cheap phones.
const INDIA_AHEAD = 5 * 60 + 30;

function minutesInZone(at: Date, timeZone = DEFAULT_TIME_ZONE): number {
  if (timeZone === DEFAULT_TIME_ZONE) return (Math.floor(at.getTime() / 60_000) + INDIA_AHEAD) % MINUTES_A_DAY;
  const parts = clockOf(timeZone).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  return part('hour') * 60 + part('minute');
}

const clocks = new Map<string, Intl.DateTimeFormat>();

// Building a formatter costs a hundred times what using one does.
function clockOf(timeZone: string): Intl.DateTimeFormat {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
    clocks.set(timeZone, clock);
  }
  return clock;
}
