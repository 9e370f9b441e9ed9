import { countVisit, getShop, getVisitCount, listShops } from '@haat/contract/api/shops';
import { listAddresses, updateProfile } from '@haat/contract/api/users';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { BrokenAnswerError, pathOf, sendRequest } from './send-request.ts';
import { TimeLimitError } from './async.ts';

const answer = (body: string | null, status: number) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));
const PAGE = '<!doctype html><title>Sign in to the network</title>';

// Like `fetch`: pending until the signal aborts.
const hang = () =>
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('resolves with the body, and with undefined where there is none', async () => {
  answer('{"count":4}', 200);
  expect(await sendRequest(getVisitCount, {})).toEqual({ count: 4 });
  answer(null, 204);
  expect(await sendRequest(countVisit, {})).toBeUndefined();
});

it.each([
  ['cut off', '{"orderId":4,"order'],
  ['the page of a proxy', PAGE],
  ['empty', ''],
])('takes no answer for good that is %s', async (_, body) => {
  answer(body, 201);
  await expect(sendRequest(countVisit, {})).rejects.toThrow(BrokenAnswerError);
});

it.each([['{}'], ['null'], ['[null]'], ['[{"id":"4"}]'], ['"4"']])(
  'takes %s for no list of what was asked for',
  async (body) => {
    answer(body, 200);
    await expect(sendRequest(listAddresses, {})).rejects.toThrow(BrokenAnswerError);
  },
);

it('rejects an empty response where a body is required', async () => {
  answer(null, 204);
  await expect(sendRequest(getVisitCount, {})).rejects.toThrow(BrokenAnswerError);
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
  const error: unknown = await sendRequest(getVisitCount, {}).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status, reason: { code, text: undefined } });
});

it('has a time limit of twenty seconds, for uploads two minutes', async () => {
  hang();
  const call = sendRequest(getVisitCount, {}).catch((thrown: unknown) => thrown);
  const upload = sendRequest(updateProfile, { form: new FormData() }).catch((thrown: unknown) => thrown);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await call).toBeInstanceOf(TimeLimitError);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(await upload).toBeInstanceOf(TimeLimitError);
});

it('aborts with the signal of the caller, and clears its timer', async () => {
  hang();
  const screen = new AbortController();
  const call = sendRequest(getVisitCount, { signal: screen.signal }).catch((thrown: unknown) => thrown);
  screen.abort('left');
  expect(await call).toBe('left');
  expect(vi.getTimerCount()).toBe(0);
});

it('writes parameters and queries into the path', () => {
  expect(pathOf(getShop, { params: { slug: 'a/b' } })).toBe('/api/shops/a%2Fb');
  expect(pathOf(listShops, { query: { lat: '12.9', lng: undefined, limit: 20 } })).toBe('/api/shops?lat=12.9&limit=20');
  expect(pathOf(listShops, {})).toBe('/api/shops');
});
