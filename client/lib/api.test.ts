import { countVisit, getShop, getVisitCount, listShops } from '@haat/contract/shops/shops.calls';
import { listAddresses, updateProfile } from '@haat/contract/accounts/users.calls';
import { READ_PRIMARY_MS } from '@haat/contract/read-from';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { BrokenAnswerError, hasShape, pathOf, sendRequest } from './api.ts';
import { TimeLimitError } from './async.ts';
import { emitLive } from './live-updates.ts';
import { serverNow } from './server-clock.ts';
import { clearTokens, saveTokens } from './storage.ts';

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

it('takes the time of the server from its answers, not from copies, and knows it after a reload', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toUTCString();
  const answerOf = (date: string) =>
    vi.stubGlobal('fetch', async () => Response.json({ count: 4 }, { headers: { date } }));
  const minutesBehind = (now: () => number) => Math.round((Date.now() - now()) / 60_000);
  answerOf(minutesAgo(5));
  await sendRequest(listAddresses, {}, 'token').catch(() => {});
  expect(minutesBehind(serverNow)).toBe(5);
  // As the service worker answers without a connection.
  answerOf(minutesAgo(20 * 60));
  await sendRequest(getVisitCount, {});
  expect(minutesBehind(serverNow)).toBe(5);
  vi.resetModules();
  const reloaded = await import('./server-clock.ts');
  expect(minutesBehind(reloaded.serverNow)).toBe(5);
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

it('reads from the primary after a change, for as long as a replica may lack it', async () => {
  const sent: Headers[] = [];
  vi.stubGlobal('fetch', async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return new Response('[]', { status: 200 });
  });
  const readFrom = async () => {
    await sendRequest(listAddresses, {}, 'token');
    return sent.at(-1)?.get('read-from');
  };
  saveTokens({ token: 'token', refreshToken: undefined });
  vi.setSystemTime(Date.now() + READ_PRIMARY_MS);
  expect(await readFrom()).toBeNull();
  await sendRequest(updateProfile, { form: new FormData() }, 'token').catch(() => {});
  expect(sent.at(-1)?.get('read-from')).toBeNull();
  expect(await readFrom()).toBe('primary');
  await sendRequest(listShops, {});
  expect(sent.at(-1)?.get('read-from'), 'of what is public').toBeNull();
  vi.setSystemTime(Date.now() + READ_PRIMARY_MS);
  expect(await readFrom()).toBeNull();
  emitLive('reconnected', undefined);
  expect(await readFrom()).toBe('primary');
  clearTokens();
});

describe('a shape', () => {
  type Catalog = { id: number; name: string; items: { price: number }[]; shop: { slug: string } };

  const SAMPLE = [{ id: 0, name: '', items: [{ price: 0 }], shop: { slug: '' } }] as const;
  const catalog = { id: 4, name: 'Milk', items: [{ price: 28, stock: 3 }], shop: { slug: 'a' }, stock: null };

  it.each([
    ['a full one', [catalog]],
    ['an empty list', []],
    ['an empty list inside', [{ ...catalog, items: [] }]],
  ])('knows its own: %s', (_, answer) => {
    expect(hasShape<Catalog[]>(answer, SAMPLE)).toBe(true);
  });

  it('rejects an empty list where items are required', () => {
    const sample = { items: [{ price: 0 }, 1] } as const;
    const answers = [{ items: [] }, { items: [{ price: 28 }] }, { items: [{ price: 28 }, {}] }];
    expect(answers.map((answer) => hasShape<Pick<Catalog, 'items'>>(answer, sample))).toEqual([false, true, false]);
  });

  it.each([
    ['an object for a list', {}],
    ['nothing', null],
    ['undefined', undefined],
    ['a list of nothing', [null]],
    ['a field that is missing', [{ ...catalog, id: undefined }]],
    ['a field of another sort', [{ ...catalog, name: 7 }]],
    ['an object for a list inside', [{ ...catalog, items: {} }]],
    ['a wrong one far inside', [catalog, { ...catalog, items: [{ price: 28 }, { price: '28' }] }]],
    ['a text for an object', [{ ...catalog, shop: 'a' }]],
  ])('refuses %s', (_, answer) => {
    expect(hasShape<Catalog[]>(answer, SAMPLE)).toBe(false);
  });
});
