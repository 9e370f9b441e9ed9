import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { expect, it } from 'vitest';
import { ORDER_STATUSES, orderStatusLabel } from '@haat/contract/orders/order-status';
import { ApiError } from '../lib/api-error.ts';
import { activateLanguage, loadPageTexts, serverText, textOf } from './language.ts';
import { orderStatusTextId } from './order-status-text.ts';
import './catalog-texts.ts';
import './landing-texts.ts';

const read = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${language}.json`), 'utf8')) as Record<string, string>;
const english = read('en');
const hindi = read('hi');

/** The names of the values that a message asks for: `{name}` and `{count, plural, …}`. */
function valuesOf(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)\s*[,}]/g)].map(([, name = '']) => name))].toSorted();
}

it('Hindi says everything that English says', () => {
  expect(Object.keys(hindi).toSorted()).toEqual(Object.keys(english).toSorted());
});

// Words of the screens that were mixed; docs/glossary.md has the one that is used.
it.each([
  ['English', english, /\bsign(ed|s|ing)?[- ](in|out)\b|\bpick-up\b/i],
  ['Hindi', hindi, /नक़द|खत्म|गलत|खराब|खाली|कीमत|क़ीमत|शिकायत|रिफ़ंड|प्रतीक्षा|लॉगआउट|रकम|ऑपरेटर|श्रेणी|सेव (नहीं )?हु/],
] as const)('%s has one word for each thing', (_, catalog, others) => {
  expect(Object.entries(catalog).filter(([, text]) => others.test(text.normalize('NFC')))).toEqual([]);
});

it('both languages ask for the same values', () => {
  const different = Object.keys(english).filter(
    (id) => valuesOf(english[id] ?? '').join() !== valuesOf(hindi[id] ?? '').join(),
  );
  expect(different).toEqual([]);
});

it.each([
  ['English', english],
  ['Hindi', hindi],
])('every %s message can be read', (_, catalog) => {
  for (const message of Object.values(catalog)) expect(() => compileMessage(message)).not.toThrow();
});

it('counts as each language does', async () => {
  await activateLanguage('en');
  expect([0, 1, 2].map((count) => textOf('cart.items', { count }))).toEqual(['0 items', '1 item', '2 items']);
  await activateLanguage('hi');
  expect(textOf('cart.items', { count: 2 })).toContain('2');
});

it.each(ORDER_STATUSES)('%s has its own name as the English label', async (status) => {
  await activateLanguage('en');
  expect(textOf(orderStatusTextId(status))).toBe(orderStatusLabel(status));
});

it('says in Hindi what the server says in our own words, and leaves its other words alone', async () => {
  await loadPageTexts();
  await activateLanguage('hi');
  expect(serverText('login.otpInvalid', 'Invalid OTP')).toBe(hindi['login.otpInvalid']);
  expect(serverText('login.otpInvalid', 'Too many tries')).toBe('Too many tries');
  expect(serverText('profile.failed', 'The picture must not be larger than 5 MB.')).toBe(
    hindi['refused.pictureTooLarge'],
  );
  await activateLanguage('en');
  expect(serverText('login.otpInvalid', 'Invalid OTP')).toBe('Invalid OTP');
});

it.each([
  [1, '1 सेकंड बाद'],
  [119, '119 सेकंड बाद'],
  [121, '3 मिनट बाद'],
  [7200, '2 घंटे बाद'],
])('says in Hindi that a limit ends after %i seconds, and leaves English to the server', async (seconds, part) => {
  const said = 'Too many attempts. Please try again in some time.';
  const refusal = () => new ApiError(429, { code: 'rate_limited', error: said, message: said, retry_after: seconds });
  await activateLanguage('hi');
  expect(refusal().reason.text).toContain(part);
  await activateLanguage('en');
  expect(refusal().reason.text).toBe(said);
});
