import { expect, it } from 'vitest';
import { changedPrice, type PriceChange } from './price-change.ts';

const percent = (value: number, round: PriceChange['round'] = 'none') => ({ by: 'percent' as const, value, round });
const amount = (value: number, round: PriceChange['round'] = 'none') => ({ by: 'amount' as const, value, round });

it.each([
  [2800, percent(5), 2940],
  [2800, percent(5, 'rupee'), 2900],
  [2800, percent(5, 'half_rupee'), 2950],
  [2650, percent(-10, 'rupee'), 2400],
  [3333, percent(12.5), 3750],
  [2800, amount(2), 3000],
  [2800, amount(-0.5), 2750],
  [2810, amount(1, 'half_rupee'), 2900],
  [100, amount(-5), 0],
  [2800, percent(-100), 0],
  [2825, percent(0, 'rupee'), 2825],
])('%i paise by %j are %i paise', (paise, change, next) => {
  expect(changedPrice(paise, change)).toBe(next);
});
