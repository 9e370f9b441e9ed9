import { expect, it } from 'vitest';
import { retryDelay } from './deliveries.ts';

const HOUR = 3_600_000;

it('waits ten seconds, and twice as long each time, up to a quarter of an hour', () => {
  const waits = [1, 2, 3, 7, 8, 30].map((attempt) => retryDelay({ attempt, ageMs: 0 }, 0));
  expect(waits).toEqual([10_000, 20_000, 40_000, 640_000, 900_000, 900_000]);
});

it('comes later by chance, never earlier', () => {
  expect(retryDelay({ attempt: 1, ageMs: 0 }, 0.999)).toBeCloseTo(12_500, -2);
  for (let nr = 0; nr < 100; nr += 1) expect(retryDelay({ attempt: 1, ageMs: 0 })).toBeGreaterThanOrEqual(10_000);
});

it('waits as long as the service wants, but no less than by itself', () => {
  expect(retryDelay({ attempt: 1, ageMs: 0, afterMs: 60_000 }, 0)).toBe(60_000);
  expect(retryDelay({ attempt: 4, ageMs: 0, afterMs: 1_000 }, 0)).toBe(80_000);
});

it('gives up what would be older than six hours', () => {
  expect(retryDelay({ attempt: 1, ageMs: 6 * HOUR - 10_000 }, 0)).toBe(10_000);
  expect(retryDelay({ attempt: 1, ageMs: 6 * HOUR - 9_999 }, 0)).toBeUndefined();
  expect(retryDelay({ attempt: 1, ageMs: 0, afterMs: 7 * HOUR }, 0)).toBeUndefined();
});
