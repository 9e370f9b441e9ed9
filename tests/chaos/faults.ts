import { seededRandom } from '../fixtures/payments/providers.ts';
import type { When } from './crash-points.ts';

/** What happens, by group, and how often each comes in one round of all. A Redis comes back with its data or without. */
export const FAULTS = {
  kills: { api: 3, worker: 3, postgres: 1, redis: 1, 'redis, its data lost': 1 },
  freezes: { 'frozen worker': 1 },
  network: { 'slow network': 1, 'one-way network': 2, 'lost answers': 2 },
  disks: { 'full disk of the database': 1, 'full disk of the pictures': 1 },
  clocks: { 'api, its clock ahead': 1, 'worker, its clock behind': 1, 'worker, its clock ahead': 1 },
} as const;

export type FaultGroup = keyof typeof FAULTS;
export const FAULT_GROUPS = Object.keys(FAULTS) as FaultGroup[];

export type Target = { [Group in FaultGroup]: keyof (typeof FAULTS)[Group] }[FaultGroup];

/**
 * `atMs` of the run at the earliest, `nth` of those there are of the kind, away for `pauseMs` before it is started again. `when`: a
 * program is killed or frozen before or after one of its effects; at that very moment if missing.
 */
export type Fault = { atMs: number; target: Target; nth: number; when: When | undefined; pauseMs: number };

/** The share of faults that do not wait for an effect. */
const AT_ONCE = 0.2;

export type FaultPlan = {
  ms: number;
  seed: number;
  /** How often each comes in one round of all. */
  targets: Partial<Record<Target, number>>;
  /** The shortest and the longest time from one to the next. */
  apartMs: [number, number];
  /** Nothing happens in the beginning, to be measured, nor in the end, so that the last one heals under load. */
  calmMs: { first: number; last: number };
};

/** What happens when, the same for the same plan. In each round everybody has their turn, in another order. */
export function planFaults({ ms, seed, targets, apartMs: [shortest, longest], calmMs }: FaultPlan): Fault[] {
  const chance = seededRandom(seed);
  const faults: Fault[] = [];
  let round: Target[] = [];
  for (let at = calmMs.first; at <= ms - calmMs.last; at += shortest + chance() * (longest - shortest)) {
    if (round.length === 0) round = roundOf(targets);
    const [target] = round.splice(Math.floor(chance() * round.length), 1);
    if (!target) return faults;
    faults.push({
      atMs: Math.round(at),
      target,
      nth: Math.floor(chance() * 100),
      when: chance() < AT_ONCE ? undefined : chance() < 0.5 ? 'before' : 'after',
      pauseMs: Math.round(100 + chance() * 1_400),
    });
  }
  return faults;
}

function roundOf(targets: FaultPlan['targets']): Target[] {
  return (Object.entries(targets) as [Target, number][]).flatMap(([target, times]) => Array(times).fill(target));
}
