import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { database } from '../../db/database.ts';

/** How many visits of one address are counted in an hour; a whole office may share an address. */
export const VISITS_PER_HOUR = 120;

// Kept in memory, per process: a robot that inflates the count must not cost the database a write for each attempt.
const budget = new RateLimiterMemory({ points: VISITS_PER_HOUR, duration: 3600 });

const COUNT_VISIT = `
  INSERT INTO visits (day, count) VALUES ((now() AT TIME ZONE 'Asia/Kolkata')::date, 1)
  ON CONFLICT (day) DO UPDATE SET count = visits.count + 1`;

/**
 * Counts one more visit of the landing dashboard, on the day it is in India. What a visitor (a network address) does
 * beyond its budget is silently not counted. Spec section 7.
 */
export async function countVisit({ visitor }: { visitor: string }): Promise<void> {
  if (!(await isWithinBudget(visitor))) return;
  await database().pool.query({ name: 'count-visit', text: COUNT_VISIT });
}

async function isWithinBudget(visitor: string): Promise<boolean> {
  try {
    await budget.consume(visitor);
    return true;
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return false;
    throw refusal;
  }
}
