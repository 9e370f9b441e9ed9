import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import { shopName } from '@haat/contract/rules/shop';
import {
  decideGuess,
  guessError,
  MAX_OTP_GUESSES,
  OTP_SECONDS,
  storedOtp,
} from '@haat/machines/otp-challenge/otp-challenge.machine';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { env } from '../../env.ts';
import { DomainError } from '../../errors.ts';
import type { OutboxEntry } from '../../jobs/job-definitions.ts';
import { dispatchSoon } from '../../jobs/outbox.ts';
import type { OtpPurpose } from '../../mail.ts';
import { countUse, type Limit, resetLimit } from '../../rate-limit/limit.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { findShop } from '../shops/shops.ts';
import { findSession, signAccessToken } from './session.ts';
import { type OpenedSession, openSession } from './session-lifecycle.ts';

export const OTP_MINUTES = OTP_SECONDS / 60;

type OtpRequest = { email: string; shopSlug: string; address: string };

/**
 * Mails a code that signs this email in at this shop, and supersedes an earlier one. The answer is the same whether or not
 * the email is known. `address`: the network address of the request. Returns the seconds until another code may be
 * requested. Throws DomainError `not_found` for the shop, and `rate_limited`, which leaves an earlier code valid.
 */
export async function requestOtp({ email, shopSlug, address }: OtpRequest): Promise<{ resendAfter: number }> {
  const shop = await findShop({ slug: shopSlug });
  await countOtpRequest({ email, address });
  const entry = await inTransaction((client) => replaceCode(client, { email, shopId: shop.id }));
  if (entry) dispatchSoon(entry);
  return { resendAfter: RESEND_LIMIT.seconds };
}

/**
 * Counts one code to that email, for sign-in or for a change of email. `address`: the network address of the request.
 * Throws DomainError `rate_limited`.
 */
export async function countOtpRequest({ email, address }: { email: string; address: string }): Promise<void> {
  await countUse(ADDRESS_LIMIT, address);
  await countUse(RESEND_LIMIT, email);
  await countUse(EMAIL_LIMIT, email);
}

const HOUR = 3600;

/** Codes per email, and codes per network address. */
export const RESEND_LIMIT: Limit = { name: 'otp-resend', points: 1, seconds: env.OTP_RESEND_SECONDS };
const EMAIL_LIMIT: Limit = { name: 'otp-email', points: env.OTP_PER_EMAIL_PER_HOUR, seconds: HOUR };
const ADDRESS_LIMIT: Limit = { name: 'otp-address', points: env.OTP_PER_IP_PER_HOUR, seconds: HOUR };

type Owner = { email: string; shopId: number };

/** Undefined when a concurrent request has just created a code. */
async function replaceCode(client: PoolClient, owner: Owner): Promise<OutboxEntry | undefined> {
  await run(SUPERSEDE, owner, client);
  const row = await one(INSERT_CODE, { ...owner, minutes: OTP_MINUTES }, client);
  return row && { ...row, topic: 'otp.requested' };
}

const SUPERSEDE = sql<Owner>(
  `UPDATE otp_codes SET superseded_at = now()
   WHERE email = :email AND shop_id = :shopId AND user_id IS NULL AND consumed_at IS NULL AND superseded_at IS NULL`,
  'supersede-code',
);

const INSERT_CODE = sql<Owner & { minutes: number }, { id: number; subjectId: number }>(
  `WITH code AS (
     INSERT INTO otp_codes (email, shop_id, expires_at) VALUES (:email, :shopId, now() + make_interval(mins => :minutes))
     ON CONFLICT DO NOTHING
     RETURNING id
   )
   INSERT INTO outbox (topic, subject_id) SELECT 'otp.requested', id FROM code
   RETURNING id, subject_id`,
  'insert-code',
);

type MailedCode = { email: string; purpose: OtpPurpose; code: string };

/**
 * Makes the code of a row of otp_codes for its mail and stores the hash; the code itself is only in the result. Undefined
 * when no mail is due: the code has expired, was superseded or consumed, or its mail was sent.
 */
export async function prepareOtp(row: { otpId: number; outboxId: number }): Promise<MailedCode | undefined> {
  const code = newOtpCode();
  const stored = await one(STORE_CODE, { ...row, codeHash: hashOtpCode(row.otpId, code) });
  if (!stored) return undefined;
  const purpose = stored.isChange ? 'new address' : { signsInAt: shopName(stored) };
  return { email: stored.email, purpose, code };
}

// A second run of the job, after one that failed before its mail was sent, replaces the code of the first.
const STORE_CODE = sql<
  { otpId: number; outboxId: number; codeHash: string },
  { email: string; slug: string; name: string | null; isChange: boolean }
>(
  `UPDATE otp_codes c SET code_hash = :codeHash
   FROM shops h
   WHERE c.id = :otpId AND h.id = c.shop_id
     AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > now()
     AND EXISTS (SELECT FROM outbox o WHERE o.id = :outboxId AND o.done_at IS NULL)
   RETURNING c.email, h.slug, h.name, c.user_id IS NOT NULL AS is_change`,
  'prepare-otp',
);

/** Six random digits. */
export const newOtpCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

// Six digits are quickly tried out, however slow the hash: a stolen table is protected by a key that is not in it.
const key = Buffer.from(hkdfSync('sha256', env.JWT_SECRET, '', 'one-time codes', 32));

/** What is stored of a code. The same digits have another hash in another row. */
export function hashOtpCode(rowId: number, code: string): string {
  return createHmac('sha256', key).update(`${rowId}:${code}`).digest('base64url');
}

type Redemption = { email: string; code: string; shopSlug: string };
type Code = GuessedOtp & { shopId: number };

/**
 * Signs in with a mailed code: one session per code, for the shop that it was requested for. An unknown email becomes a
 * customer. Throws DomainError `otp_invalid`, with the same text whatever was wrong, and `rate_limited` after five guesses.
 */
export async function redeemOtp({
  email,
  code,
  shopSlug,
}: Redemption): Promise<{ userId: number; token: string; refreshToken: string }> {
  // Counted and claimed before anything is compared: parallel guesses must not share one attempt.
  await countUse(GUESS_LIMIT, email);
  const claimed = await one(CLAIM_GUESS, { email, shopSlug });
  checkGuess(code, claimed);
  const { sessionId, refreshToken } = await inTransaction((client) => signIn(client, email, claimed));
  const session = await findSession(sessionId);
  if (!session) throw invalidOtp();
  await resetLimit(GUESS_LIMIT, email);
  return { userId: session.userId, token: await signAccessToken(session), refreshToken };
}

/** Guesses per email, across all its codes. */
export const GUESS_LIMIT: Limit = { name: 'otp-guess', points: 5, seconds: 15 * 60 };

// A locked code counts no further; the state machine decides from `guesses` and `expires_in` what the guess leads to.
const CLAIM_GUESS = sql<{ email: string; shopSlug: string }, Code>(
  `WITH code AS (
     SELECT c.id, c.code_hash, c.shop_id, c.attempts, c.expires_at FROM otp_codes c JOIN shops h ON h.id = c.shop_id
     WHERE h.slug = :shopSlug AND c.email = :email AND c.user_id IS NULL
       AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.code_hash IS NOT NULL
     FOR UPDATE OF c
   ), claimed AS (
     UPDATE otp_codes c SET attempts = least(c.attempts + 1, ${MAX_OTP_GUESSES}) FROM code WHERE c.id = code.id
   )
   SELECT id, code_hash, shop_id, attempts AS guesses, extract(epoch FROM expires_at - now())::float8 AS expires_in
   FROM code`,
  'claim-guess',
);

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

async function signIn(client: PoolClient, email: string, { id, shopId }: Code): Promise<OpenedSession> {
  if ((await run(CONSUME_CODE, { id }, client)) === 0) throw invalidOtp();
  const user = await one(FIND_OR_ADD_USER, { email }, client);
  if (!user || user.blockedAt) throw invalidOtp();
  await acceptInvitation(client, { userId: user.id, shopId });
  return openSession(client, { userId: user.id, shopId, otpCodeId: id });
}

/** Records the first sign-in of a member at the shop. */
async function acceptInvitation(client: PoolClient, who: { userId: number; shopId: number }): Promise<void> {
  for (const { role, email } of await many(ACCEPT_INVITATION, who, client)) {
    const entry = { shopId: who.shopId, actorId: who.userId, subject: email, after: { role } };
    await recordActivity(client, { ...entry, action: 'member.joined' });
  }
}

// Only one of any number of concurrent correct guesses consumes the code.
const CONSUME_CODE = sql<{ id: number }>(
  'UPDATE otp_codes SET consumed_at = now() WHERE id = :id AND consumed_at IS NULL AND superseded_at IS NULL',
  'consume-code',
);

const FIND_OR_ADD_USER = sql<{ email: string }, { id: number; blockedAt: Date | null }>(
  `INSERT INTO users (email) VALUES (:email)
   ON CONFLICT (email) DO UPDATE SET email = excluded.email
   RETURNING id, blocked_at`,
  'find-or-add-user',
);

const ACCEPT_INVITATION = sql<{ userId: number; shopId: number }, { role: string; email: string }>(
  `UPDATE shop_members m SET joined_at = now() FROM users u
   WHERE m.user_id = :userId AND m.shop_id = :shopId AND m.joined_at IS NULL AND u.id = m.user_id
   RETURNING m.role, u.email`,
  'accept-invitation',
);
