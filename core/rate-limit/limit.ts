import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { database } from '../db/database.ts';
import { DomainError } from '../errors.ts';

/** At most `points` in `seconds`, counted from the first one. Zero seconds: no limit. */
export type Limit = { name: string; points: number; seconds: number };

/**
 * Counts one use under the limit, in the database, so that limits hold across replicas and restarts. Throws DomainError
 * `rate_limited` with `retry_after` seconds when it was one too many.
 */
export async function countUse(limit: Limit, key: string): Promise<void> {
  if (limit.seconds === 0) return;
  try {
    await limiterOf(limit).consume(hashed(key));
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new DomainError('rate_limited', `Too many attempts. Please try again in ${inWords(seconds)}.`, {
      retry_after: seconds,
    });
  }
}

/** Forgets what was counted for the key. */
export async function resetLimit(limit: Limit, key: string): Promise<void> {
  await limiterOf(limit).delete(hashed(key));
}

function limiterOf({ name, points, seconds }: Limit): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: database().pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    // Upkeep removes old rows; a timer of the library would keep this process alive.
    clearExpiredByTimeout: false,
    keyPrefix: name,
    points,
    duration: seconds,
  });
}

// Keys are addresses of people, and their column is shorter than an email may be.
const hashed = (key: string): string => createHash('sha256').update(key).digest('base64url');

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
