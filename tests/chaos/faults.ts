import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../fixtures/payments/providers.ts';
import type { When } from './crash-points.ts';
import type { Supervised, SupervisedProgram, SupervisedPrograms, SupervisedRedis } from './supervised.ts';

/** Who is killed with -9; a Redis comes back with its data or without. */
type Target = 'api' | 'worker' | 'postgres' | 'redis' | 'redis, its data lost';

/**
 * `atMs` of the run at the earliest, `nth` of those there are of the kind, away for `pauseMs` before it is started again. `when`: a
 * program is killed before or after one of its effects; at that very moment if missing.
 */
type Fault = { atMs: number; target: Target; nth: number; when: When | undefined; pauseMs: number };

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

/** An injected fault; the times are ms since the epoch. `point`: the effect before or after which it came. */
export type InjectedFault = { fault: Fault; name: string; point?: string; killedAt: number; recoveredAt: number };

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
    injected.push(await inject(fault, targets));
  }
  return injected;
}

async function inject(fault: Fault, { programs, postgres, redis }: Targets): Promise<InjectedFault> {
  const { target, when, pauseMs } = fault;
  if (target === 'api' || target === 'worker') {
    const { name, program } = chosen(programs, fault);
    const point = when && (await program.crash(when));
    const killedAt = Date.now();
    await program.kill(pauseMs);
    const where = point === undefined ? {} : { point: `${when} ${point}` };
    return { fault, name, ...where, killedAt, recoveredAt: Date.now() };
  }
  if (target !== 'postgres' && !redis) throw new Error('There is no Redis to kill');
  const store = target === 'postgres' ? postgres : (redis as Supervised);
  const killedAt = Date.now();
  if (target === 'redis, its data lost') redis?.loseData();
  await store.kill(pauseMs);
  return { fault, name: target, killedAt, recoveredAt: Date.now() };
}

function chosen(
  { apis, workers }: SupervisedPrograms,
  { target, nth }: Fault,
): { name: string; program: SupervisedProgram } {
  const all = target === 'api' ? apis : workers;
  const at = nth % all.length;
  const program = all[at];
  if (!program) throw new Error(`There is no ${target} to kill`);
  return { name: `${target} ${at}`, program };
}
