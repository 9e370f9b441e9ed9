import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { atMostEvery } from './at-most-every.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it('acts at once, and once more for all that came in the pause', () => {
  const act = vi.fn();
  const spaced = atMostEvery(3000, act);
  for (let calls = 0; calls < 10; calls += 1) spaced.call();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2999);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
});

it('never acts twice within the pause, and acts at once again after a quiet one', () => {
  const act = vi.fn();
  const spaced = atMostEvery(3000, act);
  for (let ms = 0; ms < 30_000; ms += 100) {
    spaced.call();
    vi.advanceTimersByTime(100);
  }
  expect(act).toHaveBeenCalledTimes(11);
  vi.advanceTimersByTime(6000);
  const before = act.mock.calls.length;
  spaced.call();
  expect(act).toHaveBeenCalledTimes(before + 1);
});

it('acts no more once it is stopped', () => {
  const act = vi.fn();
  const spaced = atMostEvery(3000, act);
  spaced.call();
  spaced.call();
  spaced.stop();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});
