import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { OwnRedisServer } from '../test/own-redis-server.ts';

// The settings are read when these are loaded.
const server = await OwnRedisServer.at();
process.env.REDIS_URL = server.url;
const { connectDatabase, database } = await import('../db/database.ts');
const { log } = await import('../ops/log.ts');
const { clearLimits } = await import('../test/limits.ts');
const { stopServices } = await import('../test/stop-services.ts');
const { countUse, resetLimit, uncountUse } = await import('./limit.ts');

const WITHIN = { timeout: 30_000, interval: 50 };
const limit = { name: 'guesses', points: 3, seconds: 3600 };

beforeAll(() => void connectDatabase());
beforeEach(async () => {
  server.thaw();
  await server.kill();
  await server.start();
  await countingInRedis();
  await clearLimits();
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  server.thaw();
  await stopServices();
  await server.stop();
});

/** Resolves when uses are counted in Redis, also again after an outage. */
const countingInRedis = () =>
  vi.waitFor(async () => {
    await countUse({ name: 'probe', points: 1_000, seconds: 60 }, 'key');
    if (!(await keys()).some((key) => key.startsWith('{haat}:limit:probe:'))) throw new Error('Not yet');
  }, WITHIN);

const keys = () => server.ask((redis) => redis.keys('*'));
const rows = async () => (await database().pool.query('SELECT key, points FROM rate_limits')).rows;
const uses = async (count: number) =>
  (await Promise.allSettled(Array.from({ length: count }, () => countUse(limit, 'key')))).map(({ status }) => status);
const allowed = async (count: number) => (await uses(count)).filter((status) => status === 'fulfilled').length;

// First, because the log of failures is throttled.
it('limits in PostgreSQL, and logs why, when Redis refuses to count', async () => {
  const warn = vi.spyOn(log, 'warn');
  await server.ask((redis) => redis.config('SET', 'maxmemory', '1'));
  expect(await allowed(20)).toBe(3);
  expect(await rows()).toHaveLength(1);
  expect(warn).toHaveBeenCalledWith(
    expect.objectContaining({ source: 'rate limits', reason: expect.stringContaining('OOM') }),
    'Connection error',
  );
  await server.ask((redis) => redis.config('SET', 'maxmemory', '0'));
});

it('counts in Redis for the period of the limit, and not in PostgreSQL', async () => {
  expect(await allowed(5)).toBe(3);
  expect(await keys()).toEqual([expect.stringMatching(/^\{haat\}:limit:guesses:[\w-]{43}$/)]);
  const [key = ''] = await keys();
  const seconds = await server.ask((redis) => redis.ttl(key));
  expect(seconds).toBeGreaterThan(3000);
  expect(seconds).toBeLessThanOrEqual(3600);
  expect(await rows()).toEqual([]);
});

it('limits in PostgreSQL while Redis is down, and in Redis again once it is back', async () => {
  await server.kill();
  expect(await allowed(20)).toBe(3);
  await uncountUse(limit, 'key');
  await resetLimit(limit, 'key');
  expect(await allowed(20)).toBe(3);
  expect(await rows()).toHaveLength(1);
  await server.start();
  await countingInRedis();
  expect(await allowed(20)).toBe(3);
});

it('limits while Redis hangs, and waits for it once only', async () => {
  server.freeze();
  expect(await allowed(20)).toBe(3);
  // By then the connection has timed out.
  await vi.waitFor(async () => {
    const from = performance.now();
    await countUse({ name: 'another', points: 1_000, seconds: 60 }, 'key');
    expect(performance.now() - from).toBeLessThan(900);
  }, WITHIN);
});
