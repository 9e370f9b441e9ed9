import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { BrokenAnswerError, sendRequest } from './send-request.ts';
import { TimeLimitError } from './time-limit.ts';

const answer = (body: string | null, status: number) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
const PAGE = '<!doctype html><title>Sign in to the network</title>';

// As `fetch` does: nothing comes, until the signal aborts.
const hang = () =>
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('answers the body, and nothing where there is none', async () => {
  answer('{"id":4}', 200);
  expect(await sendRequest('/api/x', {}, undefined)).toEqual({ id: 4 });
  answer(null, 204);
  expect(await sendRequest('/api/x', {}, undefined)).toBeUndefined();
});

it.each([
  ['cut off', '{"orderId":4,"order'],
  ['the page of somebody in between', PAGE],
  ['empty', ''],
])('takes no answer for good that is %s', async (_, body) => {
  answer(body, 201);
  await expect(sendRequest('/api/orders', { method: 'POST' }, undefined)).rejects.toThrow(BrokenAnswerError);
});

it.each([['{}'], ['null'], ['[null]'], ['[{"id":"4"}]'], ['"4"']])(
  'takes %s for no list of what was asked for',
  async (body) => {
    answer(body, 200);
    await expect(sendRequest<{ id: number }[]>('/api/x', { like: [{ id: 0 }] }, undefined)).rejects.toThrow(
      BrokenAnswerError,
    );
  },
);

it('misses an answer where one must come', async () => {
  answer(null, 204);
  await expect(sendRequest('/api/x', { like: { id: 0 } }, undefined)).rejects.toThrow(BrokenAnswerError);
});

it.each([
  [400, 'invalid_input'],
  [401, 'unauthenticated'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'invalid_input'],
  [429, 'rate_limited'],
  [502, 'unavailable'],
])('reads a page with status %i as %s, and shows none of it', async (status, code) => {
  answer(PAGE, status);
  const error: unknown = await sendRequest('/api/x', {}, undefined).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status, reason: { code, text: undefined } });
});

it('waits twenty seconds for an answer, for an upload two minutes', async () => {
  hang();
  const call = sendRequest('/api/x', {}, undefined).catch((thrown: unknown) => thrown);
  const upload = sendRequest('/api/x', { body: new FormData() }, undefined).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await call).toBeInstanceOf(TimeLimitError);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(await upload).toBeInstanceOf(TimeLimitError);
});

it('ends with the signal of who asked, and leaves no timer behind', async () => {
  hang();
  const screen = new AbortController();
  const call = sendRequest('/api/x', { signal: screen.signal }, undefined).catch((thrown: unknown) => thrown);
  screen.abort('left');
  expect(await call).toBe('left');
  expect(vi.getTimerCount()).toBe(0);
});
