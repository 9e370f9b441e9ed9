import { countUse, type Limit } from '../../rate-limit/limit.ts';
import { ADDRESS_LIMIT, EMAIL_LIMIT, GUESS_LIMIT, RESEND_LIMIT } from '../auth/otp-limits.ts';

/** Guesses per user, whichever codes they are aimed at; apart from logins, which nobody shall be locked out of by them. */
export const CHANGE_GUESS_LIMIT: Limit = { ...GUESS_LIMIT, name: 'email-change-guess' };

/**
 * Counts one code to that mailbox, together with those for logins there. `address`: where the request came from. Throws
 * DomainError `rate_limited`.
 */
export async function countEmailCode({ email, address }: { email: string; address: string }): Promise<void> {
  await countUse(ADDRESS_LIMIT, address);
  await countUse(RESEND_LIMIT, email);
  await countUse(EMAIL_LIMIT, email);
}
