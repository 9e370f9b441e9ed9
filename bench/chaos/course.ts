import type { FaultPlan } from './fault-plan.ts';

/** How a run goes: who there is, who acts, who is killed how often. */
export type Course = Pick<FaultPlan, 'victims' | 'apartMs' | 'calmMs'> & {
  title: string;
  replicas: number;
  workers: number;
  hasRedis: boolean;
  /** Customers who pay online, and those who pay cash; without the latter nobody looks around. */
  payers: number;
  customers: number;
  quietWithinMs: number;
  /** Whether being slow for long after a fault is wrong. */
  isTimed: boolean;
};

const SECOND = 1_000;

/** Everything there is, and everything dies. */
export function wholeCourse({ ms, hasRedis, isTimed }: { ms: number; hasRedis: boolean; isTimed: boolean }): Course {
  const redis = { redis: 1, 'redis, its data lost': 1 };
  return {
    title: `Chaos with the queues in ${hasRedis ? 'Redis' : 'PostgreSQL'}`,
    replicas: 2,
    workers: 2,
    hasRedis,
    payers: 3,
    customers: 6,
    victims: { api: 2, worker: 2, postgres: 1, ...(hasRedis && redis) },
    apartMs: [2 * SECOND, 6 * SECOND],
    calmMs: { first: 5 * SECOND, last: Math.min(10 * SECOND, ms / 4) },
    // Where time is not judged, the machine may have much else to do.
    quietWithinMs: (isTimed ? 60 : 180) * SECOND,
    isTimed,
  };
}

/** Only money, and more of it: one api and one worker, which die all the time. */
export const PAYMENTS_COURSE: Course = {
  title: 'Payments in chaos',
  replicas: 1,
  workers: 1,
  hasRedis: false,
  payers: 6,
  customers: 0,
  victims: { api: 1, worker: 1 },
  apartMs: [SECOND / 2, 3.5 * SECOND],
  calmMs: { first: SECOND, last: SECOND },
  quietWithinMs: 120 * SECOND,
  isTimed: false,
};
