import { i18n } from '@lingui/core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { activateEnglish } from '../i18n/language.ts';
import { chooseLanguage } from '../lib/chosen-language.ts';
import { stubServer, tokenFor } from '../test/stub-server.ts';
import { followAccountLanguage } from './account-language.ts';

let ended: AbortController;

function follow(account: 'en' | 'hi' | null) {
  const calls = stubServer({
    'GET /api/users/me': () => ({
      id: 7,
      name: null,
      email: 'a@b.in',
      mobile: null,
      profile_image: null,
      language: account,
    }),
    'PUT /api/users/language': ({ body }) => body,
  });
  localStorage.setItem('authToken', tokenFor({ sub: '7' }));
  followAccountLanguage(ended.signal);
  return {
    read: () => calls.filter(({ method }) => method === 'GET').length,
    saved: () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body),
  };
}

beforeEach(() => {
  localStorage.clear();
  activateEnglish();
  ended = new AbortController();
});
afterEach(() => {
  ended.abort();
  vi.unstubAllGlobals();
});

it('saves the language that is chosen, also before logging in, and each only once', async () => {
  await chooseLanguage('hi');
  const { saved } = follow(null);
  await vi.waitFor(() => expect(saved()).toEqual([{ language: 'hi' }]));
  await chooseLanguage('en');
  await vi.waitFor(() => expect(saved()).toEqual([{ language: 'hi' }, { language: 'en' }]));
  await vi.waitFor(() => expect(localStorage.getItem('accountLanguage')).toBe('7:en'));
  ended.abort();
  ended = new AbortController();
  const again = follow('en');
  await chooseLanguage('hi');
  await vi.waitFor(() => expect(again.saved()).toEqual([{ language: 'hi' }]));
});

it('shows the language of the account on a device where none was chosen', async () => {
  follow('hi');
  await vi.waitFor(() => expect(i18n.locale).toBe('hi'));
});

it('leaves the account as it is while no language was chosen', async () => {
  const { read, saved } = follow(null);
  await vi.waitFor(() => expect(read()).toBe(1));
  expect([i18n.locale, saved()]).toEqual(['en', []]);
});
