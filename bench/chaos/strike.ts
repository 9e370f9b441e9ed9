import { setTimeout as pause } from 'node:timers/promises';
import type { Fault, Victim } from './fault-plan.ts';
import type { KeptPrograms } from './kept-programs.ts';
import type { Kept } from './kept-program.ts';
import type { KeptRedis } from './kept-redis.ts';

/** What came of a fault; the times are ms since the epoch. */
export type Struck = { fault: Fault; name: string; struckAt: number; healedAt: number };

export type Victims = { programs: KeptPrograms; postgres: Pick<Kept, 'kill'>; redis: KeptRedis | undefined };

// What has just come back is let alone for so long: nobody dies while they are being born.
const BREATH_MS = 1_000;

type Striking = Victims & { plan: Fault[]; untilMs: number };

/** Kills one after the other as planned, each when the one before is back; those that would come too late are let be. */
export async function strike({ plan, untilMs, ...victims }: Striking): Promise<Struck[]> {
  const begun = Date.now();
  const struck: Struck[] = [];
  for (const fault of plan) {
    await pause(Math.max(begun + fault.atMs - Date.now(), struck.length > 0 ? BREATH_MS : 0));
    if (Date.now() > begun + untilMs) break;
    const { name, kept } = chosen(fault, victims);
    const struckAt = Date.now();
    if (fault.victim === 'redis, its data lost') victims.redis?.loseData();
    await kept.kill(fault.pauseMs);
    struck.push({ fault, name, struckAt, healedAt: Date.now() });
  }
  return struck;
}

function chosen(
  { victim, nth }: Fault,
  { programs, postgres, redis }: Victims,
): { name: string; kept: Pick<Kept, 'kill'> } {
  if (victim === 'api') return one(programs.apis, { victim, nth });
  if (victim === 'worker') return one(programs.workers, { victim, nth });
  if (victim === 'postgres') return { name: victim, kept: postgres };
  if (!redis) throw new Error('There is no Redis to kill');
  return { name: victim, kept: redis };
}

function one(all: Kept[], { victim, nth }: { victim: Victim; nth: number }): { name: string; kept: Kept } {
  const at = nth % all.length;
  const kept = all[at];
  if (!kept) throw new Error(`There is no ${victim} to kill`);
  return { name: `${victim} ${at}`, kept };
}
