import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { errorResponse, stubServer, tokenFor } from '../../test/stub-server.ts';
import { refreshTokens } from './session-context.ts';
import { clearTokens, readTokens, saveTokens } from '../../lib/storage.ts';

const REFRESH = 'POST /api/auth/refresh-token';
const old = { token: tokenFor({ sub: '7', exp: 1 }), refreshToken: 'r1' };
const fresh = { token: tokenFor({ sub: '7' }), refreshToken: 'r2' };

/** One after the other, as the browser grants locks to its tabs. */
function lockTabs() {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: () => Promise<unknown>) => {
    last = last.catch(() => {}).then(work);
    return last;
  };
  vi.stubGlobal('navigator', { locks: { request } });
}

beforeEach(() => {
  localStorage.clear();
  saveTokens(old);
});
afterEach(() => vi.unstubAllGlobals());

it('refreshes once for two tabs', async () => {
  lockTabs();
  const calls = stubServer({ [REFRESH]: () => fresh });
  expect(await Promise.all([refreshTokens('r1'), refreshTokens('r1')])).toEqual([fresh, fresh]);
  expect(calls).toHaveLength(1);
});

it('refreshes without a lock manager, too', async () => {
  stubServer({ [REFRESH]: () => fresh });
  expect(await refreshTokens('r1')).toEqual(fresh);
  expect(readTokens()).toEqual(fresh);
});

it('refreshes anyway when another tab holds the lock and hangs', async () => {
  vi.useFakeTimers();
  const request = (_name: string, { signal }: { signal: AbortSignal }) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('AbortError'))));
  vi.stubGlobal('navigator', { locks: { request } });
  stubServer({ [REFRESH]: () => fresh });
  const asking = refreshTokens('r1');
  await vi.advanceTimersByTimeAsync(10_000);
  vi.useRealTimers();
  expect(await asking).toEqual(fresh);
});

it('rejects with the refusal, and does not retry it', async () => {
  lockTabs();
  const calls = stubServer({ [REFRESH]: () => errorResponse(401, 'unauthenticated', 'Sign in again') });
  await expect(refreshTokens('r1')).rejects.toThrow('Sign in again');
  expect(calls).toHaveLength(1);
});

it('does not sign in again a user who logged out meanwhile', async () => {
  stubServer({
    [REFRESH]: () => {
      clearTokens();
      return fresh;
    },
  });
  await refreshTokens('r1');
  expect(readTokens()).toBeUndefined();
});

it.each([
  ['ahead', 86_400_000],
  ['behind', -86_400_000],
])('gets on with a clock that is a day %s', async (_, skew) => {
  vi.useFakeTimers({ now: Date.now() + skew, toFake: ['Date'] });
  stubServer({ [REFRESH]: () => fresh });
  expect(await refreshTokens('r1')).toEqual(fresh);
  vi.useRealTimers();
});
