import { expect, it } from 'vitest';
import { unusualPrice } from './unusual-price.ts';

it.each([
  [120, 0, 'free'],
  [undefined, 0, 'free'],
  [0, 0, undefined],
  [120, 1200, 'higher'],
  [120, 1199.99, undefined],
  [1.1, 11, 'higher'],
  [120, 12, 'lower'],
  [120, 12.01, undefined],
  [0, 500, undefined],
  [undefined, 500, undefined],
  [120, 120, undefined],
  [120, 130, undefined],
])('from %s to %s: %s', (before, next, question) => {
  expect(unusualPrice(before, next)).toBe(question);
});
