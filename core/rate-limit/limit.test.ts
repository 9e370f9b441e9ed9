import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { stopServices } from '../test/stop-services.ts';
import { countUse, countUseHere, type Limit, resetLimit, uncountUse } from './limit.ts';

beforeAll(() => connectDatabase());
afterAll(stopServices);

const limit: Limit = { name: 'test', points: 3, seconds: 3600 };

it('allows exactly its points, also for concurrent uses, and returns how long to wait', async () => {
  const uses = await Promise.allSettled(Array.from({ length: 20 }, () => countUse(limit, 'asha@haat.example')));
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(countUse(limit, 'asha@haat.example')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts. Please try again in 60 minutes.',
    details: { retry_after: expect.any(Number) },
  });
});

it('reports the first refused use of a period only, also of concurrent ones', async () => {
  let reported = 0;
  const report = () => void (reported += 1);
  await Promise.allSettled(Array.from({ length: 20 }, () => countUse(limit, 'reported', report)));
  expect(reported).toBe(1);
});

it('returns the number of uses, without the removed ones', async () => {
  expect([await countUse(limit, 'uncounted'), await countUse(limit, 'uncounted')]).toEqual([1, 2]);
  await uncountUse(limit, 'uncounted');
  expect(await countUse(limit, 'uncounted')).toBe(2);
});

it('names hours from two on', async () => {
  const day: Limit = { name: 'day', points: 1, seconds: 86_400 };
  await countUse(day, 'key');
  await expect(countUse(day, 'key')).rejects.toThrow('Please try again in 24 hours.');
});

it('counts each key separately, and from zero after a reset', async () => {
  await countUse(limit, 'another');
  await resetLimit(limit, 'asha@haat.example');
  await expect(countUse(limit, 'asha@haat.example')).resolves.toBe(1);
});

it('counts from zero after its period', async () => {
  const short: Limit = { name: 'short', points: 1, seconds: 3600 };
  await countUse(short, 'key');
  await expect(countUse(short, 'key')).rejects.toMatchObject({ code: 'rate_limited' });
  await endPeriods();
  await expect(countUse(short, 'key')).resolves.toBe(1);
});

it('does not limit with zero seconds', async () => {
  const none: Limit = { name: 'none', points: 1, seconds: 0 };
  await countUse(none, 'key');
  await expect(countUse(none, 'key')).resolves.toBe(0);
});

it('counts uses in the memory of this process', async () => {
  const here: Limit = { name: 'here', points: 3, seconds: 60 };
  const uses = await Promise.allSettled(Array.from({ length: 20 }, () => countUseHere(here, '203.0.113.1')));
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(countUseHere(here, '203.0.113.1')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts. Please try again in 60 seconds.',
    details: { retry_after: 60 },
  });
  await countUseHere(here, '203.0.113.2');
  expect((await storedKeys()).filter((key) => key.includes('here'))).toEqual([]);
});

it('has no limit in this process with zero points', async () => {
  const none: Limit = { name: 'none-here', points: 0, seconds: 60 };
  await countUseHere(none, 'key');
  await expect(countUseHere(none, 'key')).resolves.toBeUndefined();
});

it('stores no addresses', async () => {
  const keys = await storedKeys();
  expect(keys.length).toBeGreaterThan(0);
  expect(keys.join()).not.toContain('asha');
});

async function storedKeys(): Promise<string[]> {
  if (env.REDIS_URL) return withRedis(env.REDIS_URL, (redis) => redis.keys('*'));
  const { rows } = await database().pool.query<{ key: string }>('SELECT key FROM rate_limits');
  return rows.map(({ key }) => key);
}

/** Ends the periods of all limits now. */
async function endPeriods(): Promise<void> {
  if (env.REDIS_URL)
    await withRedis(env.REDIS_URL, async (redis) =>
      Promise.all((await redis.keys('*')).map((key) => redis.pexpire(key, 0))),
    );
  else await database().pool.query('UPDATE rate_limits SET expire = 0');
}

async function withRedis<Result>(url: string, work: (redis: Redis) => Promise<Result>): Promise<Result> {
  const redis = new Redis(url);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
