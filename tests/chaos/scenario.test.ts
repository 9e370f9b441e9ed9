import { expect, it } from 'vitest';
import { runSettings } from './scenario.ts';

const usual = { usualMs: 90_000 };

it('reads duration, seed and mode', () => {
  expect(runSettings(['20s', '7', '--faults', 'freezes'], usual)).toEqual({
    ms: 20_000,
    seed: 7,
    isOnPostgres: false,
    isTimed: true,
    groups: ['freezes'],
  });
  expect(runSettings(['2m', '--postgres', '--untimed'], usual)).toMatchObject({
    ms: 120_000,
    isOnPostgres: true,
    isTimed: false,
  });
  expect(runSettings(['4711'], usual)).toMatchObject({ ms: 90_000, seed: 4711 });
  expect(runSettings([], usual)).toMatchObject({ ms: 90_000, seed: expect.any(Number) });
});

it.each([['soon'], ['13m'], ['20s', '--redis'], ['20s', '--faults', 'floods']])('refuses %s', (...args) => {
  expect(() => runSettings(args, usual)).toThrow(Error);
});
