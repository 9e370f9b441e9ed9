import {
  FULFILMENTS,
  type OpeningHours,
  opensAt,
  rangesToday,
  type TimeRange,
} from '@haat/contract/shops/opening-hours';
import type { ShopCard } from '@haat/contract/shops/shops.calls';

/**
 * When a shop is open. With hours by day and date, `open_time` and `close_time` are today's or, on a day off, the next open day's.
 */
export function presentHours(opening: OpeningHours, now: Date): Pick<ShopCard, keyof OpeningHours> {
  const { open_time = null, close_time = null, time_zone = '', hours } = opening;
  if (!hours) return { open_time, close_time, time_zone };
  const rangesAt = (at: Date) => FULFILMENTS.flatMap((each) => rangesToday(opening, at, each) ?? []);
  const ofToday = rangesAt(now);
  const next = ofToday.length > 0 ? ofToday : rangesAt(opensAt(opening, now) ?? now);
  const first = next.toSorted(([one], [other]) => one.localeCompare(other))[0];
  const last = next.toSorted((one, other) => endOf(one).localeCompare(endOf(other))).at(-1);
  return { open_time: first?.[0] ?? null, close_time: last?.[1] ?? null, time_zone, hours };
}

/** For the order of closing times: one on the next day is later. */
const endOf = ([opens, closes]: TimeRange): string => (closes <= opens ? `next day ${closes}` : closes);
