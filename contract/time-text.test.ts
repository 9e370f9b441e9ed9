import { expect, it } from 'vitest';
import type { TimeRange } from './shops/opening-hours.ts';
import { displayHours, displayTime } from './time-text.ts';

it.each([
  ['00:00', '12:00 AM', 'रात 12'],
  ['04:00', '4:00 AM', 'सुबह 4'],
  ['09:05', '9:05 AM', 'सुबह 9:05'],
  ['12:00', '12:00 PM', 'दोपहर 12'],
  ['17:00', '5:00 PM', 'शाम 5'],
  ['22:30', '10:30 PM', 'रात 10:30'],
  ['soon', 'soon', 'soon'],
])('%s reads %s, and in Hindi %s', (time, english, hindi) => {
  expect(displayTime(time)).toBe(english);
  expect(displayTime(time, 'hi')).toBe(hindi);
});

it('writes hours as a range, or nothing for a shop that never closes', () => {
  const now = new Date('2026-11-21T12:00:00+05:30');
  const day = { open_time: '09:00', close_time: '21:30' };
  expect(displayHours(day, { at: now })).toBe('9:00 AM – 9:30 PM');
  expect(displayHours(day, { at: now, language: 'hi' })).toBe('सुबह 9 – रात 9:30');
  expect(displayHours({ open_time: '00:00', close_time: '00:00' }, { at: now })).toBeUndefined();
  expect(displayHours({}, { at: now })).toBeUndefined();
  const split: TimeRange[] = [
    ['09:00', '13:00'],
    ['17:00', '21:30'],
  ];
  const week = [[], split, split, split, split, split, split];
  const hours = { delivery: week, takeaway: week, dates: {} };
  expect(displayHours({ hours }, { at: now })).toBe('9:00 AM – 1:00 PM, 5:00 PM – 9:30 PM');
  // A Monday.
  expect(displayHours({ hours }, { at: new Date('2026-11-23T12:00:00+05:30') })).toBe('');
});
