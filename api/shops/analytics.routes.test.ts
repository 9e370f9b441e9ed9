import { database } from '@haat/core/db/database';
import { countVisit, VISITS_PER_HOUR } from '@haat/core/shops/visits';
import { afterEach, expect, it, vi } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();
afterEach(() => vi.restoreAllMocks());

const counted = async () =>
  (await database().pool.query<{ count: number }>('SELECT coalesce(sum(count), 0)::bigint AS count FROM visits'))
    .rows[0]?.count ?? 0;

it('returns 204 even when the database fails', async () => {
  const query = vi.spyOn(database().pool, 'query').mockImplementation(() => Promise.reject(new Error('away')));
  const { status } = await api.as().post('/api/analytics/visit');
  expect([status, query.mock.calls.length]).toEqual([204, 1]);
});

it('counts concurrent visits up to the rate limit of an address, and always returns 204', async () => {
  const answers = await Promise.all(Array.from({ length: 300 }, () => api.as().post('/api/analytics/visit')));
  expect(new Set(answers.map(({ status, text }) => `${status}${text}`))).toEqual(new Set(['204']));
  // One visit of the hourly limit was used above.
  expect(await counted()).toBe(VISITS_PER_HOUR - 1);
  await countVisit({ visitor: '198.51.100.7' });
  expect(await counted()).toBe(VISITS_PER_HOUR);
});

it('returns the sum of all days, ten seconds old at most', async () => {
  // A whole number, because the difference of two fractions may be a little too small.
  const start = Math.ceil(performance.now());
  const clock = vi.spyOn(performance, 'now').mockReturnValue(start + 60_000);
  await database().pool.query(`INSERT INTO visits (day, count) VALUES ('2026-01-01', 1000)`);
  const first = await api.as().get('/api/analytics/visit-count');
  expect(first.body).toEqual({ count: await counted() });
  expect(first.headers.get('cache-control')).toBe('public, max-age=10');
  await countVisit({ visitor: '198.51.100.8' });
  expect((await api.as().get('/api/analytics/visit-count')).body).toEqual(first.body);
  clock.mockReturnValue(start + 70_000);
  expect((await api.as().get('/api/analytics/visit-count')).body).toEqual({ count: first.body.count + 1 });
});
