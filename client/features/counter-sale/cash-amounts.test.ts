import { expect, it } from 'vitest';
import { cashAmounts } from './cash-amounts.ts';

it.each([
  [12_650, [13_000, 14_000, 15_000, 20_000]],
  [10_000, [20_000, 50_000]],
  [500, [1_000, 2_000, 5_000, 10_000]],
  [0, []],
])('offers the notes above %i paise', (total, amounts) => expect(cashAmounts(total)).toEqual(amounts));
