import { expect, it } from 'vitest';
import { isDay, shiftDay } from './cash-report-query.ts';

it('crosses months, years and leap days', () => {
  expect(shiftDay('2026-11-30', 1)).toBe('2026-12-01');
  expect(shiftDay('2027-01-01', -1)).toBe('2026-12-31');
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
});

it.each(['', '2026-02-30', '2026-13-01', '20261120', 'yesterday', '1999-01-01', '2026-11-20T00:00'])(
  'takes %j for no day',
  (text) => expect(isDay(text)).toBe(false),
);

it('accepts a leap day', () => expect(isDay('2028-02-29')).toBe(true));
