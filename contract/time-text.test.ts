import { expect, it } from 'vitest';
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
  const day = { open_time: '09:00', close_time: '21:30' };
  expect(displayHours(day)).toBe('9:00 AM – 9:30 PM');
  expect(displayHours(day, 'hi')).toBe('सुबह 9 – रात 9:30');
  expect(displayHours({ open_time: '00:00', close_time: '00:00' })).toBeUndefined();
  expect(displayHours({})).toBeUndefined();
});
