import { percentile } from '../bench/measure.ts';

/** One call: when it began, ms since the epoch, and how long it took; Infinity when it was not served. */
export type TimedCall = { at: number; ms: number; path?: string; isWrite?: boolean };

// Of fewer than these nothing can be summary.
const FEWEST = 20;
const STEP_MS = 500;

/** What 99 of 100 calls did not exceed; undefined when they are too few. */
export function p99Of(calls: TimedCall[]): number | undefined {
  if (calls.length < FEWEST) return undefined;
  return percentile(
    calls.map(({ ms }) => ms),
    0.99,
  );
}

/** `afterMs`: when it was over; `p99`: of the calls from then on. 'unknown' where the next fault came too early to say. */
export type Recovery = { afterMs: number; p99: number } | 'unknown' | 'never';

type Window = { from: number; to: number; limitMs: number };

/** How soon after `from` the calls were fast again, and stayed so until `to`. */
export function recoveryIn(calls: TimedCall[], { from, to, limitMs }: Window): Recovery {
  // What the next fault cuts off says nothing about this one.
  const received = calls.filter(({ at, ms }) => at >= from && at < to && (ms === Infinity || at + ms <= to));
  let isMeasured = false;
  for (let start = from; start < to; start += STEP_MS) {
    const p99 = p99Of(received.filter(({ at }) => at >= start));
    isMeasured ||= p99 !== undefined;
    if (p99 !== undefined && p99 <= limitMs) return { afterMs: start - from, p99 };
  }
  return isMeasured ? 'never' : 'unknown';
}

/** The longest time between two writes that were served, in ms. */
export function writesPausedFor(calls: TimedCall[], { from, to }: { from: number; to: number }): number {
  const served = calls.filter(({ isWrite, ms }) => isWrite && ms !== Infinity).map(({ at, ms }) => at + ms);
  const times = [from, ...served.filter((time) => time > from && time < to).toSorted((a, b) => a - b), to];
  return Math.max(...times.slice(1).map((time, nth) => time - (times[nth] ?? from)));
}
