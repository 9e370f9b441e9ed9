import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../errors.ts';
import { type Counter, counterOf } from './limit-counters.ts';

/** At most `points` in `seconds`, counted from the first one. Zero seconds: no limit. */
export type Limit = { name: string; points: number; seconds: number };

/**
 * Counts one use under the limit and returns the number of uses in this period. The counters are in Redis or PostgreSQL, so
 * that limits hold across replicas and restarts. `onExceeded` is called for the first use of a period that is refused. Throws
 * DomainError `rate_limited` with `retry_after` in seconds when the limit is exceeded.
 */
export async function countUse(limit: Limit, key: string, onExceeded?: () => void): Promise<number> {
  if (limit.seconds === 0) return 0;
  return consume(counterOf(limit), hashed(key), onExceeded);
}

/**
 * Counts one use in the memory of this process: for frequent read requests, whose cost is CPU time of this process, and which
 * must not wait for one more server. Each process allows this many uses. Zero points: no limit.
 */
export async function countUseHere(limit: Limit, key: string): Promise<void> {
  if (limit.points === 0) return;
  const known = limitersHere.get(limit) ?? new RateLimiterMemory({ points: limit.points, duration: limit.seconds });
  limitersHere.set(limit, known);
  await consume(known, key);
}

const limitersHere = new Map<Limit, RateLimiterMemory>();

async function consume(counter: Counter | RateLimiterMemory, key: string, onExceeded?: () => void): Promise<number> {
  try {
    return (await counter.consume(key)).consumedPoints;
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    if (refusal.consumedPoints === counter.points + 1) onExceeded?.();
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new DomainError('rate_limited', `Too many attempts. Please try again in ${inWords(seconds)}.`, {
      retry_after: seconds,
    });
  }
}

/** Removes one counted use, for example of a guess that was right. */
export async function uncountUse(limit: Limit, key: string): Promise<void> {
  if (limit.seconds > 0) await counterOf(limit).reward(hashed(key));
}

/** Resets the counter of the key. */
export async function resetLimit(limit: Limit, key: string): Promise<void> {
  await counterOf(limit).delete(hashed(key));
}

/** The key as it is stored. Keys are email and network addresses, and the column is shorter than an email address may be. */
export const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** A duration: rounded up to minutes from two minutes on, and to hours from two hours on. */
export function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 2 * 3600) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
