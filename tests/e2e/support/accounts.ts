import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type BrowserContextOptions } from '@playwright/test';
import { readToken } from '../../../contract/accounts/decode-token.ts';
import type { Account } from './screen.ts';
import type { Language } from './texts.ts';

/** The local storage of a logged-in device. */
export type StoredSession = Record<string, string>;

/** Who is logged in before the first test begins, by email. */
type People = Record<string, StoredSession>;

/** Ordered before. */
export const CUSTOMER = 'customer@haat.example';
/** Logged in, and has neither ordered nor an address: no test may change that. */
export const NEWCOMER = 'newcomer@haat.example';
export const vendorOf = (shopSlug: string): string => `vendor@${shopSlug}.example`;
export const adminOf = (shopSlug: string): string => `admin@${shopSlug}.example`;
export const OPERATOR = 'operator@haat.example';

type Device = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The shop used for back office screens. */
export const BACK_OFFICE = 'mysuru-sweets';

const EMAILS = {
  newcomer: NEWCOMER,
  customer: CUSTOMER,
  vendor: vendorOf(BACK_OFFICE),
  admin: adminOf(BACK_OFFICE),
  operator: OPERATOR,
};

/** Keeps who logged in for every worker of this run. */
export function storeAccounts(people: People): void {
  writeFileSync(file(), JSON.stringify(people));
}

/** The local storage of a user who logged in before the first test; undefined for others. */
export async function findAccount(email: string): Promise<StoredSession | undefined> {
  const remembered = (JSON.parse(readFileSync(file(), 'utf8')) as People)[email];
  return remembered && { ...remembered, authToken: await lastingToken(remembered) };
}

/** No test begins with a token that ends in the middle of it: the refused call would stand in the console. */
const LEAST_MS = 60_000;

/** The tokens that this worker was answered, by refresh token: the refreshes of a session are limited. */
const renewed = new Map<string, string>();

const isLasting = (token: string): boolean => (readToken(token)?.exp ?? 0) * 1000 > Date.now() + LEAST_MS;

// The refresh token stays as it is: it is good until the one that is answered here has been used.
async function lastingToken({ authToken = '', refreshToken = '' }: StoredSession): Promise<string> {
  const known = [authToken, renewed.get(refreshToken) ?? ''].find(isLasting);
  if (known !== undefined) return known;
  const answer = await fetch(new URL('/api/auth/refresh-token', baseUrl()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  if (!answer.ok) throw new Error(`The session was not renewed: ${answer.status} ${await answer.text()}`);
  const { token } = (await answer.json()) as { token: string };
  renewed.set(refreshToken, token);
  return token;
}

/** A device as one of them left it. */
export async function deviceOf(who: Account): Promise<Device> {
  const remembers = who === 'guest' ? {} : await findAccount(EMAILS[who]);
  if (!remembers) throw new Error(`No ${who} logged in before the tests`);
  return deviceThat(remembers);
}

/**
 * A device that remembers this of us, and nothing else. It has a language: otherwise it would take the one that another test
 * has chosen for the account.
 */
export function deviceThat(remembers: StoredSession, language: Language = 'en'): Device {
  const { userId } = remembers;
  const languages = { language, ...(userId && { accountLanguage: `${userId}:${language}` }) };
  // The sound was chosen to be off: otherwise the board asks.
  const localStorage = Object.entries({ newOrderSound: 'off', ...languages, ...remembers }).map(([name, value]) => ({
    name,
    value,
  }));
  return { cookies: [], origins: [{ origin: baseUrl(), localStorage }] };
}

const baseUrl = () => test.info().project.use.baseURL ?? '';

const file = () => join(process.env.E2E_DATA_DIR ?? '.', 'accounts.json');
