import { expect, it } from 'vitest';
import { recoveryIn, type TimedCall, writesPausedFor } from './recovery.ts';

/** A call each 20 ms, which takes as long as is summary of its moment. */
const calls = (msAt: (at: number) => number): TimedCall[] =>
  Array.from({ length: 600 }, (_, nth) => ({ at: nth * 20, ms: msAt(nth * 20) }));
const window = { from: 1_000, to: 11_000, limitMs: 500 };

it('is over at once where all calls are fast', () => {
  expect(
    recoveryIn(
      calls(() => 30),
      window,
    ),
  ).toEqual({ afterMs: 0, p99: 30 });
});

it('is over when the calls are fast and stay so', () => {
  const slowAtFirst = calls((at) => (at < 3_200 ? 2_000 : 40));
  expect(recoveryIn(slowAtFirst, window)).toEqual({ afterMs: 2_500, p99: 40 });
});

it('counts a failed call as infinitely slow, and tolerates one in a hundred', () => {
  expect(
    recoveryIn(
      calls((at) => (at === 2_000 ? Infinity : 40)),
      window,
    ),
  ).toEqual({ afterMs: 0, p99: 40 });
  expect(
    recoveryIn(
      calls(() => Infinity),
      window,
    ),
  ).toBe('never');
});

it('ignores calls that the next fault cut off, and needs enough calls', () => {
  const cut = { ...window, to: 2_000 };
  expect(
    recoveryIn(
      calls((at) => (at > 1_900 ? 5_000 : 40)),
      cut,
    ),
  ).toEqual({ afterMs: 0, p99: 40 });
  expect(
    recoveryIn(
      calls(() => 40),
      { ...window, to: 1_200 },
    ),
  ).toBe('unknown');
});

it('measures how long no write was served', () => {
  const write = (at: number, ms = 10): TimedCall => ({ at, ms, isWrite: true });
  const served = [
    write(1_000),
    write(2_000),
    { at: 3_000, ms: 10 },
    write(3_500, Infinity),
    write(6_000),
    write(7_000),
  ];
  expect(writesPausedFor(served, { from: 1_500, to: 7_500 })).toBe(4_000);
  expect(writesPausedFor([], { from: 1_500, to: 7_500 })).toBe(6_000);
});
