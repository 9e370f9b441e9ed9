import { parseArgs } from 'node:util';
import { type FaultGroup, FAULT_GROUPS, type FaultPlan, FAULTS } from './faults.ts';

/** A scenario: the programs that run, the users, and how often each target is killed. `hasSmallDisks`: disks can be full. */
export type Scenario = Pick<FaultPlan, 'targets' | 'apartMs' | 'calmMs'> & {
  title: string;
  replicas: number;
  workers: number;
  hasRedis: boolean;
  hasSmallDisks: boolean;
  /** `payers`: customers who pay online; `customers`: customers who pay cash. Without the latter, no customer browses. */
  payers: number;
  customers: number;
  quietWithinMs: number;
  /** Whether being slow for long after a fault is wrong. */
  isTimed: boolean;
};

const SECOND = 1_000;

type Choice = { ms: number; hasRedis: boolean; isTimed: boolean; groups?: FaultGroup[] };

/** All programs and stores, and all faults of the groups. */
export function fullScenario({ ms, hasRedis, isTimed, groups = FAULT_GROUPS }: Choice): Scenario {
  const targets: FaultPlan['targets'] = Object.assign({}, ...groups.map((group) => FAULTS[group]));
  if (!hasRedis) for (const target of ['redis', 'redis, its data lost'] as const) delete targets[target];
  return {
    title: `Chaos with the queues in ${hasRedis ? 'Redis' : 'PostgreSQL'}`,
    replicas: 2,
    workers: 2,
    hasRedis,
    hasSmallDisks: groups.includes('disks'),
    payers: 3,
    customers: 6,
    targets,
    apartMs: [2 * SECOND, 6 * SECOND],
    calmMs: { first: 5 * SECOND, last: Math.min(10 * SECOND, ms / 4) },
    // Where time is not judged, the machine may have much else to do.
    quietWithinMs: (isTimed ? 60 : 180) * SECOND,
    isTimed,
  };
}

/** A backup is restored in the middle; nothing else happens to the stores. */
export const restoreScenario = (choice: Choice): Scenario => ({
  ...fullScenario({ ...choice, groups: [] }),
  title: 'A restore in the middle',
  isTimed: false,
});

/** Payments only: one api and one worker, which are killed all the time. */
export const PAYMENTS_SCENARIO: Scenario = {
  title: 'Payments under faults',
  replicas: 1,
  workers: 1,
  hasRedis: false,
  hasSmallDisks: false,
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
  ...fullScenario({ ms: 0, hasRedis: false, isTimed, groups: [] }),
  title: 'Failovers of PostgreSQL',
});

const UNITS = { s: 1_000, m: 60_000 };
// The access tokens of the run are good for fifteen minutes.
const LONGEST_MS = 12 * 60_000;

/** `isTimed`: being slow for long is wrong, too. `groups`: which faults. */
type RunSettings = { ms: number; seed: number; isOnPostgres: boolean; isTimed: boolean; groups: FaultGroup[] };

const OPTIONS = { postgres: { type: 'boolean' }, untimed: { type: 'boolean' }, faults: { type: 'string' } } as const;

/** How long ("20s", "10m") and with which seed, in any order; the seed is another one each time when none is given. Throws Error on anything else. */
export function runSettings(args: string[], { usualMs }: { usualMs: number }): RunSettings {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const isSeed = (text: string): boolean => /^\d+$/.test(text);
  const time = positionals.find((text) => !isSeed(text));
  const seed = positionals.find(isSeed);
  const ms = time === undefined ? usualMs : msOf(time);
  if (ms > LONGEST_MS) throw new Error('A run takes twelve minutes at most');
  const isOnPostgres = values.postgres ?? false;
  const groups = groupsOf(values.faults);
  return { ms, seed: Number(seed) || Date.now() % 1_000_000, isOnPostgres, isTimed: !values.untimed, groups };
}

function groupsOf(text: string | undefined): FaultGroup[] {
  const groups = text === undefined ? FAULT_GROUPS : (text.split(',') as FaultGroup[]);
  const unknown = groups.filter((group) => !FAULT_GROUPS.includes(group));
  if (unknown.length > 0) throw new Error(`No faults "${unknown.join()}"; there are ${FAULT_GROUPS.join(', ')}`);
  return groups;
}

function msOf(time: string): number {
  const [, count, unit] = /^(\d+)([sm])$/.exec(time) ?? [];
  if (!count) throw new Error(`"${time}" is no duration; try 90s or 5m`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
