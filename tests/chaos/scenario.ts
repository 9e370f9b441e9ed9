import { parseArgs } from 'node:util';
import type { FaultPlan } from './faults.ts';

/** A scenario: which programs run, who acts, what is killed how often. */
export type Scenario = Pick<FaultPlan, 'targets' | 'apartMs' | 'calmMs'> & {
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

/** All programs and stores, all of which are killed. */
export function fullScenario({ ms, hasRedis, isTimed }: { ms: number; hasRedis: boolean; isTimed: boolean }): Scenario {
  const redis = { redis: 1, 'redis, its data lost': 1 };
  return {
    title: `Chaos with the queues in ${hasRedis ? 'Redis' : 'PostgreSQL'}`,
    replicas: 2,
    workers: 2,
    hasRedis,
    payers: 3,
    customers: 6,
    targets: { api: 3, worker: 3, postgres: 1, ...(hasRedis && redis) },
    apartMs: [2 * SECOND, 6 * SECOND],
    calmMs: { first: 5 * SECOND, last: Math.min(10 * SECOND, ms / 4) },
    // Where time is not judged, the machine may have much else to do.
    quietWithinMs: (isTimed ? 60 : 180) * SECOND,
    isTimed,
  };
}

/** Payments only: one api and one worker, which are killed all the time. */
export const PAYMENTS_SCENARIO: Scenario = {
  title: 'Payments under faults',
  replicas: 1,
  workers: 1,
  hasRedis: false,
  payers: 6,
  customers: 0,
  targets: { api: 1, worker: 1 },
  apartMs: [SECOND / 2, 3.5 * SECOND],
  calmMs: { first: SECOND, last: SECOND },
  quietWithinMs: 120 * SECOND,
  isTimed: false,
};

/** The primary of a PostgreSQL cluster is lost, see `failovers.ts`; nothing else is killed. */
export const failoverScenario = ({ isTimed }: { isTimed: boolean }): Scenario => ({
  ...fullScenario({ ms: 0, hasRedis: false, isTimed }),
  title: 'Failovers of PostgreSQL',
  targets: {},
});

const UNITS = { s: 1_000, m: 60_000 };
// The access tokens of the run are good for fifteen minutes.
const LONGEST_MS = 12 * 60_000;

/** `isTimed`: being slow for long is wrong, too. */
type RunSettings = { ms: number; seed: number; isOnPostgres: boolean; isTimed: boolean };

const OPTIONS = { postgres: { type: 'boolean' }, untimed: { type: 'boolean' } } as const;

/** How long ("20s", "10m") and with which seed, another one each time when none is given. Throws Error on anything else. */
export function runSettings(args: string[], { usualMs }: { usualMs: number }): RunSettings {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [time, seed] = positionals;
  const ms = time === undefined ? usualMs : msOf(time);
  if (ms > LONGEST_MS) throw new Error('A run takes twelve minutes at most');
  const isOnPostgres = values.postgres ?? false;
  return { ms, seed: Number(seed) || Date.now() % 1_000_000, isOnPostgres, isTimed: !values.untimed };
}

function msOf(time: string): number {
  const [, count, unit] = /^(\d+)([sm])$/.exec(time) ?? [];
  if (!count) throw new Error(`"${time}" is no duration; try 90s or 5m`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
