import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { loadWithRetry } from './async.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const broken = new TypeError('Failed to fetch dynamically imported module');

it('retries until it arrives', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(broken).mockRejectedValueOnce(broken);
  load.mockResolvedValue('here');
  const loading = loadWithRetry(load, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await loading).toBe('here');
  expect(load).toHaveBeenCalledTimes(3);
});

it('retries at once when the device is online again', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(broken).mockResolvedValue('here');
  const loading = loadWithRetry(load, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event('online'));
  expect(await loading).toBe('here');
});

it('stops retrying once its signal aborts', async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(broken);
  const ended = new AbortController();
  const loading = loadWithRetry(load, ended.signal);
  ended.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await loading).toBeUndefined();
  expect(load).toHaveBeenCalledOnce();
});
