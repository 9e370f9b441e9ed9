import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../fixtures/payments/providers.ts';
import type { Supervised, SupervisedPrograms, SupervisedRedis } from './supervised.ts';

/** Who is killed with -9; a Redis comes back with its data or without. */
type Target = 'api' | 'worker' | 'postgres' | 'redis' | 'redis, its data lost';

/** `atMs` of the run at the earliest, `nth` of those there are of the kind, away for `pauseMs` before it is started again. */
type Fault = { atMs: number; target: Target; nth: number; pauseMs: number };

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
      pauseMs: Math.round(100 + chance() * 1_400),
    });
  }
  return faults;
}

function roundOf(targets: FaultPlan['targets']): Target[] {
  return (Object.entries(targets) as [Target, number][]).flatMap(([target, times]) => Array(times).fill(target));
}

/** An injected fault; the times are ms since the epoch. */
export type InjectedFault = { fault: Fault; name: string; killedAt: number; recoveredAt: number };

type Targets = { programs: SupervisedPrograms; postgres: Pick<Supervised, 'kill'>; redis: SupervisedRedis | undefined };

// A program that has just started is not killed for so long.
const GRACE_MS = 1_000;

type FaultInjection = Targets & { plan: Fault[]; untilMs: number };

/** Kills the targets as planned, each after the one before has recovered; skips those that would come too late. */
export async function injectFaults({ plan, untilMs, ...targets }: FaultInjection): Promise<InjectedFault[]> {
  const begun = Date.now();
  const injected: InjectedFault[] = [];
  for (const fault of plan) {
    await pause(Math.max(begun + fault.atMs - Date.now(), injected.length > 0 ? GRACE_MS : 0));
    if (Date.now() > begun + untilMs) break;
    const { name, supervised } = chosen(fault, targets);
    const killedAt = Date.now();
    if (fault.target === 'redis, its data lost') targets.redis?.loseData();
    await supervised.kill(fault.pauseMs);
    injected.push({ fault, name, killedAt, recoveredAt: Date.now() });
  }
  return injected;
}

function chosen(
  { target, nth }: Fault,
  { programs, postgres, redis }: Targets,
): { name: string; supervised: Pick<Supervised, 'kill'> } {
  if (target === 'api') return one(programs.apis, { target, nth });
  if (target === 'worker') return one(programs.workers, { target, nth });
  if (target === 'postgres') return { name: target, supervised: postgres };
  if (!redis) throw new Error('There is no Redis to kill');
  return { name: target, supervised: redis };
}

function one(
  all: Supervised[],
  { target, nth }: { target: Target; nth: number },
): { name: string; supervised: Supervised } {
  const at = nth % all.length;
  const supervised = all[at];
  if (!supervised) throw new Error(`There is no ${target} to kill`);
  return { name: `${target} ${at}`, supervised };
}
