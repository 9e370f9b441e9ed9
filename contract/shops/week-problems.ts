import { minutesOf, type TimeRange, type Week } from './opening-hours.ts';

export const MAX_RANGES_A_DAY = 4;
/** A year of holidays, with room. */
export const MAX_DATES = 60;

const MINUTES_A_DAY = 24 * 60;

export type DayProblem = 'overlap' | 'tooMany' | 'notATime';

/** Why the ranges of a day are refused. `before`: of the day before, which may reach past midnight. */
export function dayProblem(ranges: readonly TimeRange[], before: readonly TimeRange[] = []): DayProblem | undefined {
  if (ranges.length > MAX_RANGES_A_DAY) return 'tooMany';
  if (ranges.flat().some((time) => minutesOf(time) === undefined)) return 'notATime';
  const own = ranges.map(minutesOfRange).toSorted(([one], [other]) => one - other);
  const reached = Math.max(0, ...before.map((range) => minutesOfRange(range)[1] - MINUTES_A_DAY));
  const overlaps = own.some(([opens], nth) => opens < (own[nth - 1]?.[1] ?? reached));
  return overlaps ? 'overlap' : undefined;
}

/** The first problem of each day of a week, Monday first. */
export const weekProblems = (week: Week): (DayProblem | undefined)[] =>
  week.map((ranges, day) => dayProblem(ranges, week[(day + 6) % 7]));

function minutesOfRange([opens, closes]: TimeRange): readonly [number, number] {
  const [from = 0, to = 0] = [minutesOf(opens), minutesOf(closes)];
  return [from, to <= from ? to + MINUTES_A_DAY : to];
}
