import { database } from '../../db/database.ts';

const FRESH_MS = 10_000;

let last: { count: Promise<number>; readAt: number } | undefined;

/** How many visits were counted so far, at most 10 s ago. Spec section 2, landing dashboard. */
export async function readVisitCount(): Promise<number> {
  if (!last || performance.now() - last.readAt >= FRESH_MS) last = { count: sumOfVisits(), readAt: performance.now() };
  const { count } = last;
  try {
    return await count;
  } catch (error) {
    if (last?.count === count) last = undefined;
    throw error;
  }
}

async function sumOfVisits(): Promise<number> {
  const { rows } = await database().pool.query<{ count: number }>({
    name: 'visit-count',
    text: 'SELECT coalesce(sum(count), 0)::bigint AS count FROM visits',
  });
  return rows[0]?.count ?? 0;
}
