import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addOpenMinutes,
  type Fulfilment,
  FULFILMENTS,
  isOpenAt,
  minutesOf,
  nextOpening,
  opensAt,
  rangesToday,
  type ShopHours,
  type TimeRange,
} from './opening-hours.ts';

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

  it('is undefined for a shop that never opens', () => {
    expect(opensAt({ hours: { delivery: CLOSED, takeaway: CLOSED, dates: {} } }, at('12:00'))).toBeUndefined();
  });
});

const CLOSED = [[], [], [], [], [], [], []];
const RANGES: TimeRange[] = [
  ['09:00', '13:00'],
  ['17:00', '01:30'],
];
/** Closed on Mondays, with a lunch break; no delivery on Sundays. 25 November is a Wednesday. */
const hours: ShopHours = {
  takeaway: [[], RANGES, RANGES, RANGES, RANGES, RANGES, RANGES],
  delivery: [[], RANGES, RANGES, RANGES, RANGES, RANGES, []],
  dates: { '2026-11-25': { takeaway: [['10:00', '12:00']], delivery: [] } },
};
const moment = (time: string) => new Date(`2026-11-${time}:00+05:30`);

describe('hours of a week', () => {
  it.each([
    ['22T23:30', 'takeaway', true],
    ['22T23:30', 'delivery', false],
    ['22T23:30', undefined, true],
    // The range of Sunday ends on Monday, on which the shop does not open.
    ['23T01:29', 'takeaway', true],
    ['23T01:30', 'takeaway', false],
    ['23T18:00', undefined, false],
    ['24T13:00', 'delivery', false],
    ['24T17:00', 'delivery', true],
    // The range of Tuesday goes on into a date with other hours.
    ['25T01:00', 'delivery', true],
    ['25T11:00', 'delivery', false],
    ['25T11:00', 'takeaway', true],
    ['25T18:00', 'takeaway', false],
  ] as const)('%s for %s: %s', (time, fulfilment, isOpen) =>
    expect(isOpenAt({ hours }, moment(time), fulfilment)).toBe(isOpen),
  );

  it('has the next opening after days off, and the ranges of the day', () => {
    expect(opensAt({ hours }, moment('22T20:00'), 'delivery')).toEqual(moment('24T09:00'));
    expect(rangesToday({ hours }, moment('25T20:00'), 'takeaway')).toEqual([['10:00', '12:00']]);
    expect(rangesToday({ hours }, moment('23T20:00'), 'takeaway')).toEqual([]);
  });

  it('counts open minutes across a break and a day off', () => {
    // Half an hour before the break of Tuesday, and none on Wednesday.
    expect(addOpenMinutes({ hours }, { from: moment('24T12:30'), minutes: 60, fulfilment: 'delivery' })).toEqual(
      moment('24T17:30'),
    );
    expect(addOpenMinutes({ hours }, { from: moment('25T01:00'), minutes: 60, fulfilment: 'delivery' })).toEqual(
      moment('26T09:30'),
    );
  });

  it('of a whole day each are never over', () => {
    const always = Array.from({ length: 7 }, () => [['00:00', '00:00']] as TimeRange[]);
    const shop = { hours: { takeaway: always, delivery: always, dates: {} } };
    expect(isOpenAt(shop, moment('22T00:00'))).toBe(true);
  });
});

/** Two weeks around the end of summer time in Europe, and two around its end in Australia with its half an hour in Lord Howe. */
const STARTS = ['2026-10-19T00:00Z', '2026-03-30T00:00Z'].map((text) => Date.parse(text));
const ZONES = ['Asia/Kolkata', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
const MINUTES = 14 * 24 * 60;
const NAMES = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** What the wall clock of a zone shows at every minute: the date, the day of the week and the time. */
const wallClocks = ZONES.flatMap((zone) =>
  STARTS.map((start) => {
    const format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    const shown = Array.from({ length: MINUTES }, (_, nth) => {
      const parts = Object.fromEntries(
        format.formatToParts(start + nth * 60_000).map(({ type, value }) => [type, value]),
      );
      const date = `${parts.year}-${parts.month}-${parts.day}`;
      const yesterday = new Date(Date.parse(date) - 24 * 3_600_000).toISOString().slice(0, 10);
      return { date, yesterday, weekday: NAMES.indexOf(parts.weekday ?? ''), time: `${parts.hour}:${parts.minute}` };
    });
    return { zone, start, shown };
  }),
);

/** The reference: reads the wall clock and compares texts. */
function isOpenByReference(shop: ShopHours, fulfilment: Fulfilment, now: (typeof wallClocks)[0]['shown'][0]): boolean {
  const today = shop.dates[now.date]?.[fulfilment] ?? shop[fulfilment][now.weekday] ?? [];
  const before = shop.dates[now.yesterday]?.[fulfilment] ?? shop[fulfilment][(now.weekday + 6) % 7] ?? [];
  return (
    today.some(([from, to]) => now.time >= from && (to <= from || now.time < to)) ||
    before.some(([from, to]) => to <= from && now.time < to)
  );
}

it('agrees with the wall clock at every minute of two weeks, in zones with and without summer time', () => {
  const dates = STARTS.flatMap((start) =>
    [0, 5, 7].map((days) => new Date(start + days * 24 * 3_600_000).toISOString().slice(0, 10)),
  );
  const time = fc
    .integer({ min: 0, max: 95 })
    .map((quarter) => new Date(quarter * 15 * 60_000).toISOString().slice(11, 16));
  const ranges = fc.array(fc.tuple(time, time), { maxLength: 3 });
  const week = fc.array(ranges, { minLength: 7, maxLength: 7 });
  const both = <Value>(value: fc.Arbitrary<Value>) => fc.record({ delivery: value, takeaway: value });
  const dateHours = fc.dictionary(fc.constantFrom(...dates), both(ranges), { maxKeys: 3 });
  const schedule = fc.tuple(both(week), dateHours).map(([weeks, dates]) => ({ ...weeks, dates }));
  fc.assert(
    fc.property(
      schedule,
      fc.constantFrom(...wallClocks),
      fc.constantFrom(...FULFILMENTS),
      (random, clocks, fulfilment) => {
        const shop = { hours: random, time_zone: clocks.zone };
        let opening = Infinity;
        for (let nth = MINUTES - 1; nth >= 0; nth -= 1) {
          const now = new Date(clocks.start + nth * 60_000);
          const isOpen = isOpenByReference(random, fulfilment, clocks.shown[nth]!);
          if (isOpenAt(shop, now, fulfilment) !== isOpen) throw new Error(`${now.toISOString()} in ${clocks.zone}`);
          if (isOpen) opening = now.getTime();
          // Searching for it takes longer: once in an odd while, and at every change.
          else if (nth % 397 === 0 && opening < Infinity) {
            expect(opensAt(shop, now, fulfilment)?.getTime(), `${now.toISOString()} in ${clocks.zone}`).toBe(opening);
            const next = nextOpening(shop, now, fulfilment);
            const { date, time } = clocks.shown[(opening - clocks.start) / 60_000]!;
            expect([next?.date, next?.time]).toEqual([date, time]);
          }
        }
      },
    ),
    { numRuns: 12 },
  );
}, 60_000);

describe('a time of the day', () => {
  it.each(['24:00', '9:00', '09:60', '', undefined, null])('%j is no time', (time) => {
    expect(minutesOf(time)).toBeUndefined();
  });
});
