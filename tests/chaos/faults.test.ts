import { expect, it } from 'vitest';
import { type FaultPlan, planFaults } from './faults.ts';

const plan = (seed: number): FaultPlan => ({
  ms: 90_000,
  seed,
  targets: { api: 2, worker: 1, postgres: 1 },
  apartMs: [2_000, 6_000],
  calmMs: { first: 5_000, last: 10_000 },
});

it('is the same for the same seed, and another one for another', () => {
  expect(planFaults(plan(7))).toEqual(planFaults(plan(7)));
  expect(planFaults(plan(7))).not.toEqual(planFaults(plan(8)));
});

it('keeps its intervals, and includes every fault in each round', () => {
  const faults = planFaults(plan(7));
  const gaps = faults.slice(1).map(({ atMs }, nth) => atMs - (faults[nth]?.atMs ?? 0));
  expect([Math.min(...gaps) >= 1_999, Math.max(...gaps) <= 6_001]).toEqual([true, true]);
  expect([faults[0]?.atMs, (faults.at(-1)?.atMs ?? 0) <= 80_000]).toEqual([5_000, true]);
  for (const round of [faults.slice(0, 4), faults.slice(4, 8)])
    expect(round.map(({ target }) => target).toSorted()).toEqual(['api', 'api', 'postgres', 'worker']);
});

it('kills programs before effects, after them and at any moment', () => {
  expect(new Set(planFaults(plan(7)).map(({ when }) => when))).toEqual(new Set(['before', 'after', undefined]));
});

it('is empty where no process may be killed', () => {
  expect(planFaults({ ...plan(7), targets: {} })).toEqual([]);
});
