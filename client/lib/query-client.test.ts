import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient } from './query-client.ts';
import { TimeLimitError } from './async.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it.each([
  ['a broken line', new TypeError('fetch failed'), 3],
  ['a defect of the server', new ApiError(500, {}), 3],
  ['a refusal', new ApiError(422, {}), 1],
  ['an answer that did not come in time', new TimeLimitError('x'), 1],
])('fails after %s, however often it asked', async (_, error, times) => {
  const queryFn = vi.fn(() => Promise.reject(error));
  const reading = createQueryClient()
    .fetchQuery({ queryKey: ['x'], queryFn, retry: createQueryClient().getDefaultOptions().queries?.retry ?? false })
    .catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await reading).toBe(error);
  expect(queryFn).toHaveBeenCalledTimes(times);
});

it('fails while offline instead of waiting for a connection', async () => {
  const client = createQueryClient();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  window.dispatchEvent(new Event('offline'));
  const mutationFn = () => Promise.reject(new TypeError('fetch failed'));
  const saving = client.getMutationCache().build(client, { mutationFn }).execute(undefined);
  await expect(saving).rejects.toThrow('fetch failed');
  window.dispatchEvent(new Event('online'));
});

it('does not retry while offline, so that the screen says at once that it is not available', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const queryFn = vi.fn(() => Promise.reject(new TypeError('fetch failed')));
  const client = createQueryClient();
  const { retry = false } = client.getDefaultOptions().queries ?? {};
  await expect(client.fetchQuery({ queryKey: ['x'], queryFn, retry })).rejects.toThrow('fetch failed');
  expect(queryFn).toHaveBeenCalledTimes(1);
});
