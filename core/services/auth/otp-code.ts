import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { decideGuess, guessError, OTP_SECONDS, storedOtp } from '@haat/machines/otp-challenge/otp-challenge.machine';
import { env } from '../../env.ts';
import { DomainError } from '../../errors.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';

export const OTP_MINUTES = OTP_SECONDS / 60;

const HOUR = 3600;

/** Codes per email, and codes per network address. */
export const RESEND_LIMIT: Limit = { name: 'otp-resend', points: 1, seconds: env.OTP_RESEND_SECONDS };
const EMAIL_LIMIT: Limit = { name: 'otp-email', points: env.OTP_PER_EMAIL_PER_HOUR, seconds: HOUR };
const ADDRESS_LIMIT: Limit = { name: 'otp-address', points: env.OTP_PER_IP_PER_HOUR, seconds: HOUR };

/** Guesses per email, across all its codes. */
export const GUESS_LIMIT: Limit = { name: 'otp-guess', points: 5, seconds: 15 * 60 };

/**
 * Counts one code to that email, for sign-in or for a change of email. `address`: the network address of the request.
 * Throws DomainError `rate_limited`.
 */
export async function countOtpRequest({ email, address }: { email: string; address: string }): Promise<void> {
  await countUse(ADDRESS_LIMIT, address);
  await countUse(RESEND_LIMIT, email);
  await countUse(EMAIL_LIMIT, email);
}

/** Six random digits. */
export const newOtpCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

// Six digits are quickly tried out, however slow the hash: a stolen table is protected by a key that is not in it.
const key = Buffer.from(hkdfSync('sha256', env.JWT_SECRET, '', 'one-time codes', 32));

/** What is stored of a code. The same digits have another hash in another row. */
export function hashOtpCode(rowId: number, code: string): string {
  return createHmac('sha256', key).update(`${rowId}:${code}`).digest('base64url');
}

/** A row of otp_codes whose guess was counted. `guesses`: those before it; `expiresIn` in seconds. */
export type GuessedOtp = { id: number; codeHash: string; guesses: number; expiresIn: number };

/** Throws DomainError `otp_invalid`, with the same text whatever is wrong, unless the guess opens this code. */
export function checkGuess(guess: string, code: GuessedOtp | undefined): asserts code is GuessedOtp {
  if (!code) throw invalidOtp();
  const error = guessError(decideGuess(storedOtp(code), isCode(guess, code)));
  if (error) throw new DomainError(error, INVALID);
}

// Takes the same time for every guess.
function isCode(guess: string, { id, codeHash }: GuessedOtp): boolean {
  const given = Buffer.from(hashOtpCode(id, guess));
  const stored = Buffer.from(codeHash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

const INVALID = 'Invalid OTP';

export const invalidOtp = () => new DomainError('otp_invalid', INVALID);
