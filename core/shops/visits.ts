import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { one, run, sql } from '../db/database.ts';

/** How many visits of one address are counted in an hour; a whole office may share an address. */
export const VISITS_PER_HOUR = 120;

// In memory, per process: a bot that inflates the count must not cost a database write for each attempt.
const budget = new RateLimiterMemory({ points: VISITS_PER_HOUR, duration: 3600 });

/** Counts a visit of the landing page on the current day in India. Visits of an address beyond its budget are ignored. */
export async function countVisit({ visitor }: { visitor: string }): Promise<void> {
  if (await isWithinBudget(visitor)) await run(COUNT_VISIT, {});
}

async function isWithinBudget(visitor: string): Promise<boolean> {
  try {
    await budget.consume(visitor);
    return true;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return false;
    throw rejection;
  }
}

const FRESH_MS = 10_000;

let last: { count: Promise<number>; readAt: number } | undefined;

/** The number of all visits, at most 10 s old. */
export async function readVisitCount(): Promise<number> {
  if (!last || performance.now() - last.readAt >= FRESH_MS) last = { count: sumVisits(), readAt: performance.now() };
  const { count } = last;
  try {
    return await count;
  } catch (error) {
    if (last?.count === count) last = undefined;
    throw error;
  }
}

const sumVisits = async (): Promise<number> => (await one(SUM_VISITS, {}))?.count ?? 0;

const COUNT_VISIT = sql<object>(
  `
  INSERT INTO visits (day, count) VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date, 1)
  ON CONFLICT (day) DO UPDATE SET count = visits.count + 1`,
);

const SUM_VISITS = sql<object, { count: number }>('SELECT coalesce(sum(count), 0)::bigint AS count FROM visits');
