import { isOutage } from '../db/outage.ts';
import { inTime } from '../in-time.ts';

/**
 * What one thing that a process depends on is like. `ok`: as it should be. `degraded`: something is slower or later than it
 * should be, and nothing is refused for it. `down`: without it the process cannot serve.
 */
export type HealthState = 'ok' | 'degraded' | 'down';

/** `says`: what is wrong, in words that anybody may read: no address, no version, no secret. */
export type HealthCheck = { name: string; state: HealthState; says?: string };

const WITHIN_MS = 2_000;
const LATE = 'No answer in time';

/** Asks what a process cannot do without, for two seconds at most: `ask` answers what is wrong, if anything is. Never rejects. */
export async function check(name: string, ask: () => Promise<string | undefined>): Promise<HealthCheck> {
  try {
    const says = await inTime(ask(), WITHIN_MS, LATE);
    return says === undefined ? { name, state: 'ok' } : { name, state: 'down', says };
  } catch (error) {
    return { name, state: 'down', says: whyNot(error) };
  }
}

function whyNot(error: unknown): string {
  if (error instanceof Error && error.message === LATE) return 'does not answer in time';
  return isOutage(error) ? 'does not answer' : 'refuses what it is asked';
}
