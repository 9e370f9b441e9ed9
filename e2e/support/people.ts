import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type BrowserContextOptions } from '@playwright/test';
import type { Who } from './screen.ts';

/** What a device remembers of a person, as it stands in its storage. */
export type Remembered = Record<string, string>;

/** Who is signed in before the first test begins, by email. */
type People = Record<string, Remembered>;

/** Ordered before. */
export const CUSTOMER = 'customer@haat.example';
/** Signed in, and has neither ordered nor an address: no test may change that. */
export const NEWCOMER = 'newcomer@haat.example';
export const vendorOf = (shopSlug: string): string => `vendor@${shopSlug}.example`;
export const adminOf = (shopSlug: string): string => `admin@${shopSlug}.example`;
export const OPERATOR = 'operator@haat.example';

type Device = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The shop whose people look at the screens of shops. */
export const DESK = 'mysuru-sweets';

const EMAILS = {
  newcomer: NEWCOMER,
  customer: CUSTOMER,
  vendor: vendorOf(DESK),
  admin: adminOf(DESK),
  operator: OPERATOR,
};

/** Keeps who signed in for every worker of this run. */
export function keepPeople(people: People): void {
  writeFileSync(file(), JSON.stringify(people));
}

/** What the device of somebody remembers who signed in before the first test; undefined for anybody else. */
export function knownPerson(email: string): Remembered | undefined {
  return (JSON.parse(readFileSync(file(), 'utf8')) as People)[email];
}

/** A device as one of them left it. */
export function deviceOf(who: Who): Device {
  const remembers = who === 'guest' ? {} : knownPerson(EMAILS[who]);
  if (!remembers) throw new Error(`No ${who} signed in before the tests`);
  return deviceThat(remembers);
}

/** A device that remembers this of us, and nothing else. */
export function deviceThat(remembers: Remembered): Device {
  const { baseURL = '' } = test.info().project.use;
  const localStorage = Object.entries(remembers).map(([name, value]) => ({ name, value }));
  return { cookies: [], origins: [{ origin: baseURL, localStorage }] };
}

const file = () => join(process.env.E2E_DATA_DIR ?? '.', 'people.json');
