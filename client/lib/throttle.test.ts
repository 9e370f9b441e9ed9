import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('acts at once, and once more for all calls during the pause', () => {
  const act = vi.fn();
  const throttled = throttle(3000, act);
  for (let calls = 0; calls < 10; calls += 1) throttled.call();
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(2999);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
});

it('never acts twice within the pause, and acts at once again after a quiet one', () => {
  const act = vi.fn();
  const throttled = throttle(3000, act);
  for (let ms = 0; ms < 30_000; ms += 100) {
    throttled.call();
    vi.advanceTimersByTime(100);
  }
  expect(act).toHaveBeenCalledTimes(11);
  vi.advanceTimersByTime(6000);
  const before = act.mock.calls.length;
  throttled.call();
  expect(act).toHaveBeenCalledTimes(before + 1);
});

it('does not act after stop', () => {
  const act = vi.fn();
  const throttled = throttle(3000, act);
  throttled.call();
  throttled.call();
  throttled.stop();
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(1);
});
