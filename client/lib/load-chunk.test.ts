import { afterEach, expect, it, vi } from 'vitest';
import { shouldTakeOtherVersion } from './load-chunk.ts';

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
