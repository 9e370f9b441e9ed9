import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadWithRetry, shouldTakeOtherVersion } from './lazy.ts';

const page = (script: string) =>
  `<link rel="modulepreload" data-app href="./react.js"><link data-app href="${script}">`;

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
  document.head.innerHTML = '';
});

it('finds another version of the app on the server, once', async () => {
  document.head.innerHTML = page('./index.one.js');
  const serve = (answer: () => Promise<Response>) => vi.stubGlobal('fetch', answer);
  serve(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(await shouldTakeOtherVersion()).toBe(false);
  serve(async () => new Response('', { status: 502 }));
  expect(await shouldTakeOtherVersion()).toBe(false);
  serve(async () => new Response(page('./index.one.js')));
  expect(await shouldTakeOtherVersion()).toBe(false);
  serve(async () => new Response(page('./index.two.js')));
  expect(await shouldTakeOtherVersion()).toBe(true);
  expect(await shouldTakeOtherVersion()).toBe(false);
});

describe('a part that the app can do without for a while', () => {
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
});
