import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '../db/database.ts';
import { type Limit, resetLimit, useLimit } from './limit.ts';

beforeAll(() => connectDatabase());
afterAll(() => closeDatabase());

const limit: Limit = { name: 'test', points: 3, seconds: 3600 };

it('allows as many as it says, also when they come at once, and tells how long to wait', async () => {
  const uses = await Promise.allSettled(Array.from({ length: 20 }, () => useLimit(limit, 'asha@haat.example')));
  expect(uses.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(useLimit(limit, 'asha@haat.example')).rejects.toMatchObject({
    code: 'rate_limited',
    message: 'Too many attempts. Please try again in 60 minutes.',
    details: { retry_after: expect.any(Number) },
  });
});

it('counts each key by itself, and anew once it is reset', async () => {
  await useLimit(limit, 'another');
  await resetLimit(limit, 'asha@haat.example');
  await useLimit(limit, 'asha@haat.example');
});

it('counts anew when its time is over', async () => {
  const short: Limit = { name: 'short', points: 1, seconds: 1 };
  await useLimit(short, 'key');
  await database().pool.query(`UPDATE rate_limits SET expire = expire - 1000 WHERE key LIKE 'short:%'`);
  await useLimit(short, 'key');
});

it('is none with zero seconds', async () => {
  const none: Limit = { name: 'none', points: 1, seconds: 0 };
  await useLimit(none, 'key');
  await useLimit(none, 'key');
});

it('stores nobody’s address', async () => {
  const { rows } = await database().pool.query('SELECT key FROM rate_limits');
  expect(JSON.stringify(rows)).not.toContain('asha');
});
