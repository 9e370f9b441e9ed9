import { expect, it } from 'vitest';
import { cashAmounts } from './cash-amounts.ts';

it.each([
  [26_900, [27_000, 30_000, 50_000]],
  [17_500, [18_000, 20_000, 50_000]],
  [12_650, [13_000, 15_000, 20_000, 50_000]],
  [10_000, [20_000, 50_000]],
  [64_000, [65_000, 70_000, 100_000]],
  [124_000, [125_000, 130_000, 150_000, 200_000]],
  [500, [1_000, 5_000, 10_000, 20_000, 50_000]],
  [50_000, []],
  [0, []],
])('offers the sums that are handed over for %i paise', (total, amounts) =>
  expect(cashAmounts(total)).toEqual(amounts),
);
