import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { countUse, giveBackUse, type Limit, resetLimit } from './limit.ts';

beforeAll(() => connectDatabase());
afterAll(() => closeDatabase());

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

it('returns how many uses there were, without those given back', async () => {
  expect([await countUse(limit, 'given back'), await countUse(limit, 'given back')]).toEqual([1, 2]);
  await giveBackUse(limit, 'given back');
  expect(await countUse(limit, 'given back')).toBe(2);
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
  const short: Limit = { name: 'short', points: 1, seconds: 1 };
  await countUse(short, 'key');
  await database().pool.query(`UPDATE rate_limits SET expire = expire - 1000 WHERE key LIKE 'short:%'`);
  await expect(countUse(short, 'key')).resolves.toBe(1);
});

it('does not limit with zero seconds', async () => {
  const none: Limit = { name: 'none', points: 1, seconds: 0 };
  await countUse(none, 'key');
  await expect(countUse(none, 'key')).resolves.toBe(0);
});

it('stores no addresses', async () => {
  const { rows } = await database().pool.query('SELECT key FROM rate_limits');
  expect(JSON.stringify(rows)).not.toContain('asha');
});
