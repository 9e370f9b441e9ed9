import { expect, it } from 'vitest';
import { retryDelay } from './deliveries.ts';

const HOUR = 3_600_000;
const hours = 6;

it('waits ten seconds, then twice as long each time, up to 15 minutes', () => {
  const waits = [1, 2, 3, 7, 8, 30].map((attempt) => retryDelay({ attempt, ageMs: 0, hours }, 0));
  expect(waits).toEqual([10_000, 20_000, 40_000, 640_000, 900_000, 900_000]);
});

it('adds jitter to the delay, and never shortens it', () => {
  expect(retryDelay({ attempt: 1, ageMs: 0, hours }, 0.999)).toBeCloseTo(12_500, -2);
  for (let nr = 0; nr < 100; nr += 1)
    expect(retryDelay({ attempt: 1, ageMs: 0, hours })).toBeGreaterThanOrEqual(10_000);
});

it('waits as long as the service requests, and at least its own delay', () => {
  expect(retryDelay({ attempt: 1, ageMs: 0, afterMs: 60_000, hours }, 0)).toBe(60_000);
  expect(retryDelay({ attempt: 4, ageMs: 0, afterMs: 1_000, hours }, 0)).toBe(80_000);
});

it('gives up a message that would be older than its channel allows', () => {
  expect(retryDelay({ attempt: 1, ageMs: 6 * HOUR - 10_000, hours }, 0)).toBe(10_000);
  expect(retryDelay({ attempt: 1, ageMs: 6 * HOUR - 9_999, hours }, 0)).toBeUndefined();
  expect(retryDelay({ attempt: 1, ageMs: 0, afterMs: 7 * HOUR, hours }, 0)).toBeUndefined();
});
