import { env } from '../../env.ts';
import type { Limit } from '../../rate-limit/limit.ts';

const HOUR = 3600;

/** How often a code may be asked for, per email and per network address. */
export const RESEND_LIMIT: Limit = { name: 'otp-resend', points: 1, seconds: env.OTP_RESEND_SECONDS };
export const EMAIL_LIMIT: Limit = { name: 'otp-email', points: env.OTP_PER_EMAIL_PER_HOUR, seconds: HOUR };
export const ADDRESS_LIMIT: Limit = { name: 'otp-address', points: env.OTP_PER_IP_PER_HOUR, seconds: HOUR };

/** Guesses per email, whichever codes they are aimed at. */
export const GUESS_LIMIT: Limit = { name: 'otp-guess', points: 5, seconds: 15 * 60 };
