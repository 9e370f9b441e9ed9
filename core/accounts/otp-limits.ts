import type { Contact } from '@haat/contract/accounts/contact';
import { env } from '../ops/env.ts';
import { countUse, uncountUse, type Limit, resetLimit } from '../rate-limit/limit.ts';
import { contactHash, isKnownNetwork, networkHash, providerNetwork } from './known-devices.ts';
import { notifyOfWrongCodes, recordSecurityEvent } from './security-events.ts';

// Limits of one-time codes. A stranger reaches the limits of their own network address long before the owner of the contact (an
// email address or a mobile number) is affected. People may share an address: there, each code has its own guesses, whatever
// others guess.
//
// The probability of a correct guess: a code allows 5 wrong guesses from the address that requested it and 5 from all others
// together (otp_codes.attempts, attempts_elsewhere), and one guess in 10^6 is right:
//   strangers at one address:   10 tries x  20 codes a day = 200 / 10^6 = 0.02 % a day
//   at five addresses or more:  10 tries x 100 codes a day = 1000 / 10^6 = 0.1 % a day, and the owner gets all these codes
// Each part of a provider's network from which the account logged in during the last 90 days adds 200 codes a day, 0.2 %.

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PER_HOUR = env.OTP_PER_EMAIL_PER_HOUR;

/** Codes per network address. */
const ADDRESS_LIMIT: Limit = { name: 'otp-address', points: env.OTP_PER_IP_PER_HOUR, seconds: HOUR };
/** Codes to one contact from one address. */
export const RESEND_LIMIT: Limit = { name: 'otp-resend', points: 1, seconds: env.OTP_RESEND_SECONDS };
const EMAIL_HOUR_LIMIT: Limit = { name: 'otp-email', points: PER_HOUR, seconds: HOUR };
const EMAIL_DAY_LIMIT: Limit = { name: 'otp-email-day', points: 2 * PER_HOUR, seconds: DAY };
/** Codes to one contact from one IPv6 /48, of which one customer may have 65,536 addresses. Half of the next limit. */
const SITE_LIMIT: Limit = { name: 'otp-site', points: 5 * PER_HOUR, seconds: DAY };
/** Codes to one contact from all addresses together, except from networks that the account has logged in from. */
const STRANGERS_LIMIT: Limit = { name: 'otp-strangers', points: 10 * PER_HOUR, seconds: DAY };
/** Codes to one contact from one part of a provider's network that the account has logged in from. */
const KNOWN_LIMIT: Limit = { name: 'otp-known', points: 20 * PER_HOUR, seconds: DAY };

/** A contact and the network address of a request. */
type Sender = Contact & { address: string };

const keyOf = ({ email, mobile }: Contact): string => email ?? `+91${mobile}`;
const pairOf = (sender: Sender): string => `${keyOf(sender)} ${sender.address}`;

/** Counts one code to that contact, for any purpose. Throws DomainError `rate_limited`. */
export async function countOtpRequest(sender: Sender): Promise<void> {
  const { address } = sender;
  const pair = pairOf(sender);
  await countUse(ADDRESS_LIMIT, address);
  await countUse(RESEND_LIMIT, pair);
  await countUse(EMAIL_HOUR_LIMIT, pair);
  await countUse(EMAIL_DAY_LIMIT, pair);
  const site = siteOf(address);
  if (site) await countUse(SITE_LIMIT, `${keyOf(sender)} ${site}`);
  const report = () => recordSecurityEvent('code_limit', { account: contactHash(sender) });
  if (await isKnownNetwork(sender)) {
    await countUse(KNOWN_LIMIT, `${keyOf(sender)} ${providerNetwork(address)}`, report);
  } else {
    await countUse(STRANGERS_LIMIT, keyOf(sender), report);
  }
}

/** The /48 of an IPv6 network; undefined for IPv4. */
const siteOf = (address: string): string | undefined =>
  address.includes(':') ? address.split(':').slice(0, 3).join(':') : undefined;

/** Wrong guesses at login from an address that did not request a code for the contact, for all contacts. */
const GUESS_LIMIT: Limit = { name: 'otp-guess', points: 30, seconds: 15 * MINUTE };
/** The same for one contact: per address, and from all together. */
const ELSEWHERE_LIMIT: Limit = { name: 'otp-guess-elsewhere', points: 20, seconds: DAY };
const ELSEWHERE_SUM_LIMIT: Limit = { name: 'otp-guess-sum', points: 100, seconds: DAY };
/** The number of guesses from all addresses together that is reported. */
const MANY_GUESSES = 20;
/** Wrong guesses of a user who changes a contact or deletes the account. Not per address: others there could use them up. */
const CHANGE_LIMIT: Limit = { name: 'otp-guess-change', points: 30, seconds: 15 * MINUTE };

/**
 * Counts a guess from an address at which no usable code was requested for the contact. Where one was requested, the code's own
 * guesses are the limit, so that others at the same address cannot use them up with guesses at other contacts. Throws
 * DomainError `rate_limited`.
 */
export async function countGuessElsewhere(sender: Sender): Promise<void> {
  const { address } = sender;
  const network = networkHash(address);
  const details = { account: contactHash(sender), network };
  const report = (limit: string) => () => recordSecurityEvent('guess_limit', { limit, ...details });
  await countUse(GUESS_LIMIT, address, () => recordSecurityEvent('guess_limit', { limit: 'address', network }));
  await countUse(ELSEWHERE_LIMIT, pairOf(sender), report('address and contact'));
  const guesses = await countUse(ELSEWHERE_SUM_LIMIT, keyOf(sender), report('contact'));
  if (guesses !== MANY_GUESSES) return;
  recordSecurityEvent('many_guesses', details);
  await notifyOfWrongCodes(sender);
}

/** Counts a guess at a code of a logged-in user. Throws DomainError `rate_limited`. */
export async function countChangeGuess(userId: number): Promise<void> {
  await countUse(CHANGE_LIMIT, String(userId), () => recordSecurityEvent('guess_limit', { limit: 'user', userId }));
}

/** Removes a correct guess from the count of `countChangeGuess`. */
export const uncountChangeGuess = (userId: number): Promise<void> => uncountUse(CHANGE_LIMIT, String(userId));

/** Resets the counts of a login: a user who has proved ownership of the contact gets the full limits again. */
export async function clearOtpLimits(sender: Sender, isElsewhere: boolean): Promise<void> {
  const pair = pairOf(sender);
  if (isElsewhere) {
    await uncountUse(GUESS_LIMIT, sender.address);
    await uncountUse(ELSEWHERE_SUM_LIMIT, keyOf(sender));
  }
  for (const limit of [ELSEWHERE_LIMIT, EMAIL_HOUR_LIMIT, EMAIL_DAY_LIMIT]) await resetLimit(limit, pair);
}
