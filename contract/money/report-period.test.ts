import { expect, it } from 'vitest';
import { dayCount, daysOfPeriod, type ReportPeriod, shiftDay } from './report-period.ts';

it.each<[ReportPeriod, string, string]>([
  ['today', '2026-03-01', '2026-03-01'],
  ['yesterday', '2026-02-28', '2026-02-28'],
  ['7days', '2026-02-23', '2026-03-01'],
  ['30days', '2026-01-31', '2026-03-01'],
  ['month', '2026-03-01', '2026-03-01'],
  ['last_month', '2026-02-01', '2026-02-28'],
])('%s, seen from the first of March, is %s to %s', (period, from, to) => {
  expect(daysOfPeriod(period, '2026-03-01')).toEqual({ from, to });
});

it('crosses months, years and leap days', () => {
  expect(shiftDay('2026-11-30', 1)).toBe('2026-12-01');
  expect(shiftDay('2027-01-01', -1)).toBe('2026-12-31');
  expect(shiftDay('2028-03-01', -1)).toBe('2028-02-29');
  expect(daysOfPeriod('last_month', '2027-01-15')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
});

it('counts both ends', () => {
  expect(dayCount({ from: '2026-02-28', to: '2026-02-28' })).toBe(1);
  expect(dayCount({ from: '2028-01-01', to: '2028-12-31' })).toBe(366);
});
