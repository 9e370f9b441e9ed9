import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isOpenAt, minutesOf, minutesUntilOpen, opensAt } from './opening-hours.ts';

const day = { open_time: '09:00', close_time: '21:30' };
const night = { open_time: '17:00', close_time: '01:30' };
/** A moment of 21 November 2026 by the clock of Kolkata. */
const at = (time: string) => new Date(`2026-11-21T${time}:00+05:30`);

describe('isOpenAt', () => {
  it.each([
    [day, '08:59', false],
    [day, '09:00', true],
    [day, '21:29', true],
    [day, '21:30', false],
    [night, '16:59', false],
    [night, '17:00', true],
    [night, '00:00', true],
    [night, '01:29', true],
    [night, '01:30', false],
    [{ open_time: '08:00', close_time: '08:00' }, '03:00', true],
    [{ open_time: null, close_time: null }, '03:00', true],
    [{}, '03:00', true],
    [{ ...day, time_zone: 'UTC' }, '10:00', false],
  ])('%j at %s: %s', (hours, time, isOpen) => expect(isOpenAt(hours, at(time))).toBe(isOpen));
});

describe('opensAt', () => {
  it('is the next opening, to the minute', () => {
    expect(opensAt(day, at('22:10'))).toEqual(new Date('2026-11-22T09:00:00+05:30'));
    expect(opensAt(day, at('07:15'))).toEqual(at('09:00'));
    expect(opensAt(day, at('12:00'))).toBeUndefined();
  });

  it('names a moment at which the shop is open, whatever its hours', () => {
    const clock = fc
      .integer({ min: 0, max: 1439 })
      .map((minute) => new Date(minute * 60_000).toISOString().slice(11, 16));
    fc.assert(
      fc.property(clock, clock, fc.integer({ min: 0, max: 10_000_000 }), (open_time, close_time, minute) => {
        const now = new Date(minute * 60_000);
        const hours = { open_time, close_time };
        expect(isOpenAt(hours, opensAt(hours, now) ?? now)).toBe(true);
        expect(minutesUntilOpen(hours, now) === 0).toBe(isOpenAt(hours, now));
      }),
    );
  });
});

describe('a time of the day', () => {
  it.each(['24:00', '9:00', '09:60', '', undefined, null])('%j is no time', (time) => {
    expect(minutesOf(time)).toBeUndefined();
  });
});
