import { expect, it } from 'vitest';
import { outageIn, planFailovers } from './failovers.ts';

it('plans six failovers in five minutes, of every kind, the same for the same seed', () => {
  const plan = planFailovers({ ms: 300_000, seed: 7 });
  expect(plan.toSorted()).toEqual(['cut off', 'cut off', 'frozen', 'frozen', 'killed', 'powered off']);
  expect(planFailovers({ ms: 300_000, seed: 7 })).toEqual(plan);
});

it('plans one in a short run', () => {
  expect(planFailovers({ ms: 20_000, seed: 7 })).toHaveLength(1);
});

it('finds the end of the longest time in which nothing was served, and counts what failed', () => {
  const served = [900, 1_010, 1_020, 9_000, 9_100, 9_900].map((at) => ({ at, ms: 50 }));
  const failed = [500, 2_000, 5_000].map((at) => ({ at, ms: Infinity }));
  expect(outageIn([...served, ...failed], 1_000)).toEqual({ backAfterMs: 8_050, failed: 2 });
});

it('has no end when nothing is served again', () => {
  expect(outageIn([{ at: 900, ms: 50 }], 1_000)).toEqual({ backAfterMs: Infinity, failed: 0 });
});
