import { seededChance } from '@haat/sandbox/world/chance';

/** Who is killed with -9; a Redis comes back with its data or without. */
export type Victim = 'api' | 'worker' | 'postgres' | 'redis' | 'redis, its data lost';

/** `atMs` of the run at the earliest, `nth` of those there are of the kind, away for `pauseMs` before it is started again. */
export type Fault = { atMs: number; victim: Victim; nth: number; pauseMs: number };

export type FaultPlan = {
  ms: number;
  seed: number;
  /** How often each comes in one round of all. */
  victims: Partial<Record<Victim, number>>;
  /** The shortest and the longest time from one to the next. */
  apartMs: [number, number];
  /** Nothing happens in the beginning, to be measured, nor in the end, so that the last one heals under load. */
  calmMs: { first: number; last: number };
};

/** What happens when, the same for the same plan. In each round everybody has their turn, in another order. */
export function planFaults({ ms, seed, victims, apartMs: [shortest, longest], calmMs }: FaultPlan): Fault[] {
  const chance = seededChance(seed);
  const faults: Fault[] = [];
  let round: Victim[] = [];
  for (let at = calmMs.first; at <= ms - calmMs.last; at += shortest + chance() * (longest - shortest)) {
    if (round.length === 0) round = roundOf(victims);
    const [victim] = round.splice(Math.floor(chance() * round.length), 1);
    if (!victim) return faults;
    faults.push({
      atMs: Math.round(at),
      victim,
      nth: Math.floor(chance() * 100),
      pauseMs: Math.round(100 + chance() * 1_400),
    });
  }
  return faults;
}

function roundOf(victims: FaultPlan['victims']): Victim[] {
  return (Object.entries(victims) as [Victim, number][]).flatMap(([victim, times]) => Array(times).fill(victim));
}
