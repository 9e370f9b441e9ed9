import { expect, it } from 'vitest';
import { typedDate } from './date-columns.ts';

const THIS_YEAR = 2026;

it.each([
  ['2026-08-06', '6-8', '8-6'],
  ['2026-10-08 00:00:00', '8-10', '10-8'],
  ['06-Aug', '6-8', '8-6'],
  ['6-Aug-26', '6-8', '8-6'],
  ['06-08-2026', '6-8', '8-6'],
  ['6/8/2026', '6-8', '8-6'],
  ['2018-12-01', '12-18', '12-18'],
  ['Dec-18', '12-18', '12-18'],
  ['2026-02-01', '1-2', '2-1'],
])('reads the date %s as %s or %s', (cell, dayMonth, monthDay) => {
  expect(typedDate(cell, THIS_YEAR)).toEqual({ dayMonth, monthDay });
});

it.each(['6-8', '1 kg', '500-600 ml', '2026', 'Aug', 'May Fresh', '10-12 pcs', 'Mar-mite'])(
  'takes %s for no date',
  (cell) => {
    expect(typedDate(cell, THIS_YEAR)).toBeUndefined();
  },
);
