import { createHmac, hkdfSync, randomInt, timingSafeEqual } from 'node:crypto';
import type { Contact } from '@haat/contract/accounts/contact';
import type { LanguageCode } from '@haat/contract/accounts/language';
import { shopName } from '@haat/contract/shops/shop';
import {
  decideGuess,
  guessError,
  MAX_OTP_GUESSES,
  OTP_SECONDS,
  storedOtp,
} from '@haat/machines/accounts/otp-challenge.machine';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { OtpCode } from '../db/accounts.models.ts';
import { NOW } from '../db/table.ts';
import { env } from '../ops/env.ts';
import { DomainError } from '../errors.ts';
import { canSendMessages } from '../gateways/message-sender.ts';
import type { OutboxEntry } from '../queue/job-definitions.ts';
import { dispatchAfterCommit } from '../queue/outbox.ts';
import { startMessages } from './message-preferences.ts';
import {
  contactHash,
  type ContactParams,
  deviceName,
  networkHash,
  type Origin,
  rememberDevice,
} from './known-devices.ts';
import { acceptInvitation, findShopOfLogin } from './own-shops.ts';
import { clearOtpLimits, countGuessElsewhere, countOtpRequest, RESEND_LIMIT } from './otp-limits.ts';
import { addNotice, notifyOfWrongCodes, recordSecurityEvent } from './security-events.ts';
import { findSession, signAccessToken } from './session.ts';
import { type OpenedSession, openSession } from './session-lifecycle.ts';
import { findShop, shopIdOfSlug } from '../db/find-shop.ts';

export const OTP_MINUTES = OTP_SECONDS / 60;

type OtpRequest = Contact & { shopSlug: string; address: string; language?: LanguageCode | undefined };

/**
 * Sends a code that logs this contact in at this shop, and supersedes an earlier one that the same address requested.
 * Requests from other addresses leave the owner's codes valid. The answer is the same whether or not the contact is known.
 * `address`: the network address of the request; `language`: of the code for a contact without an account. Returns the
 * seconds until another code may be requested. Throws DomainError `not_found` for the shop, `invalid_input` for a mobile
 * number without a message gateway, and `rate_limited`, which leaves an earlier code valid.
 */
export async function requestOtp(request: OtpRequest): Promise<{ resendAfter: number }> {
  const { email, mobile, shopSlug, address, language } = request;
  if (mobile !== undefined) requireMessages();
  const shop = await findShop({ slug: shopSlug });
  await countOtpRequest(request);
  const owner = { email, mobile, shopId: shop.id, network: networkHash(address) };
  await inTransaction((client) => replaceCode(client, { ...owner, language }));
  return { resendAfter: RESEND_LIMIT.seconds };
}

/** Throws DomainError `invalid_input` where no message can be sent. */
export function requireMessages(): void {
  if (!canSendMessages())
    throw new DomainError('invalid_input', 'Login by mobile number is not available. Please use your email address.');
}

/** `network`: hash of the network address that requests the code. */
type Owner = ContactParams & { shopId: number; network: string };

async function replaceCode(
  client: PoolClient,
  { language, ...owner }: Owner & { language: LanguageCode | undefined },
): Promise<void> {
  await run(SUPERSEDE, owner, client);
  dispatchAfterCommit(client, ...(await many(INSERT_CODE, { ...owner, language, minutes: OTP_MINUTES }, client)));
}

const SUPERSEDE = sql<Owner>(
  `UPDATE otp_codes SET superseded_at = now()
   WHERE (email = :email OR mobile = :mobile) AND shop_id = :shopId AND requested_from = :network AND user_id IS NULL
     AND consumed_at IS NULL AND superseded_at IS NULL`,
);

/** The outbox row of a code in the CTE `code`; none when a concurrent request has just created one. Mails and messages are sent from queues of their own. */
export const CODE_OUTBOX_ROW = `
  INSERT INTO outbox (topic, subject_id)
  SELECT CASE WHEN mobile IS NULL THEN 'otp.requested' ELSE 'otp.message' END, id FROM code
  RETURNING id, topic, subject_id`;

const INSERT_CODE = sql<Owner & { language: LanguageCode | undefined; minutes: number }, OutboxEntry>(
  `WITH code AS (
     INSERT INTO otp_codes (email, mobile, shop_id, requested_from, language, expires_at)
     VALUES (:email, :mobile, :shopId, :network, :language, now() + make_interval(mins => :minutes))
     ON CONFLICT DO NOTHING
     RETURNING id, mobile
   )
   ${CODE_OUTBOX_ROW}`,
);

/** One of `email` and `mobile` is null. `shop`: where the code logs in. */
export type PreparedCode = {
  email: string | null;
  mobile: string | null;
  language: LanguageCode | null;
  /** Logging in, confirming a new address or mobile number, or deleting the account. */
  purpose: 'login' | 'address' | 'mobile' | 'deletion';
  shop: string;
  code: string;
};

/**
 * Makes the code of a row of otp_codes for its mail or message and stores the hash; the code itself is only in the result.
 * Undefined when none is due: the code has expired, was superseded or consumed, or was sent.
 */
export async function prepareOtp(row: { otpId: number; outboxId: number }): Promise<PreparedCode | undefined> {
  const code = newOtpCode();
  const stored = await one(STORE_CODE, { ...row, codeHash: hashOtpCode(row.otpId, code) });
  return stored && { ...stored, shop: shopName(stored), code };
}

type StoredCode = Omit<PreparedCode, 'shop' | 'code'> & { slug: string; name: string | null };

// The language of the account; without an account, that of the request.
// A second run of the job, after one that failed before its mail was sent, replaces the code of the first.
const STORE_CODE = sql<{ otpId: number; outboxId: number; codeHash: string }, StoredCode>(
  `UPDATE otp_codes c SET code_hash = :codeHash
   FROM shops h
   WHERE c.id = :otpId AND h.id = c.shop_id
     AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > now()
     AND EXISTS (SELECT FROM outbox o WHERE o.id = :outboxId AND o.done_at IS NULL)
   RETURNING c.email, c.mobile, h.slug, h.name, 
     CASE WHEN c.user_id IS NULL THEN 'login' ELSE coalesce(c.purpose, 'address') END AS purpose,
     CASE WHEN c.user_id IS NOT NULL THEN (SELECT u.language FROM users u WHERE u.id = c.user_id)
       ELSE coalesce((SELECT u.language FROM users u WHERE u.email = c.email),
         (SELECT u.language FROM users u WHERE u.login_mobile = c.mobile), c.language) END AS language`,
);

/** Six random digits. */
export const newOtpCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

// Six digits are quickly tried out, however slow the hash: a stolen table is protected by a key that is not in it.
const key = Buffer.from(hkdfSync('sha256', env.JWT_SECRET, '', 'one-time codes', 32));

/** The stored form of a code. The same digits hash differently in another row. */
export function hashOtpCode(rowId: number, code: string): string {
  return createHmac('sha256', key).update(`${rowId}:${code}`).digest('base64url');
}

type Redemption = Contact & { code: string; shopSlug: string; origin: Origin };
type Code = GuessedOtp & { shopId: number; isOwn: boolean };

/**
 * Logs in with a code: one session per code, for the shop that it was requested for; with one of the platform, a member of shops
 * for the last of them. An unknown contact becomes a customer. A code can be entered anywhere, but guesses from other addresses
 * than the one that requested it have their own count, so that strangers cannot lock it. Throws DomainError `otp_invalid`, with
 * the same text for every cause, and `rate_limited`.
 */
export async function redeemOtp(
  redemption: Redemption,
): Promise<{ userId: number; token: string; refreshToken: string }> {
  const { email, mobile, code, shopSlug, origin } = redemption;
  const sender = { ...redemption, address: origin.address };
  const guessed = { email, mobile, shopSlug, network: networkHash(origin.address) };
  const isElsewhere = (await run(HAS_OWN_CODE, guessed)) === 0;
  // Counted or claimed before anything is compared: parallel guesses must not share one attempt.
  if (isElsewhere) await countGuessElsewhere(sender);
  const { opened, locked } = decideGuesses(code, await many(CLAIM_GUESS, guessed));
  if (!opened) {
    for (const { id: codeId, isOwn } of locked) {
      const guessedFrom = isOwn ? 'the address that requested it' : 'other addresses';
      recordSecurityEvent('code_locked', {
        codeId,
        guessedFrom,
        account: contactHash(redemption),
        network: guessed.network,
      });
    }
    if (locked.length > 0) await notifyOfWrongCodes(redemption);
    throw invalidOtp();
  }
  const { sessionId, refreshToken } = await signIn({ email, mobile, code: opened, origin });
  const session = await findSession(sessionId);
  if (!session) throw invalidOtp();
  await clearOtpLimits(sender, isElsewhere);
  return { userId: session.userId, token: await signAccessToken(session), refreshToken };
}

type Guess = ContactParams & { shopSlug: string; network: string };

/** Condition: a code that can still be redeemed, at its shop under any slug that leads there, as it was requested. */
const IS_REDEEMABLE = `h.id = ${shopIdOfSlug(':shopSlug')}
  AND (c.email = :email OR c.mobile = :mobile) AND c.user_id IS NULL AND c.consumed_at IS NULL
  AND c.superseded_at IS NULL AND c.code_hash IS NOT NULL AND c.expires_at > now()`;

const HAS_OWN_CODE = sql<Guess>(
  `SELECT FROM otp_codes c JOIN shops h ON h.id = c.shop_id
   WHERE ${IS_REDEEMABLE} AND c.requested_from = :network AND c.attempts < ${MAX_OTP_GUESSES} LIMIT 1`,
);

// A locked code counts no further; the state machine decides the result from `guesses` and `expires_in`. Rows are locked in the
// order of their ids, so that parallel guesses cannot deadlock.
const CLAIM_GUESS = sql<Guess, Code>(
  `WITH code AS (
     SELECT c.id, c.code_hash, c.shop_id, c.attempts, c.attempts_elsewhere, c.expires_at,
       c.requested_from = :network AS is_own
     FROM otp_codes c JOIN shops h ON h.id = c.shop_id
     WHERE ${IS_REDEEMABLE}
     ORDER BY c.id
     FOR UPDATE OF c
   ), claimed AS (
     UPDATE otp_codes c SET
       attempts = least(c.attempts + is_own::int, ${MAX_OTP_GUESSES}),
       attempts_elsewhere = least(c.attempts_elsewhere + (NOT is_own)::int, ${MAX_OTP_GUESSES})
     FROM code WHERE c.id = code.id
   )
   SELECT id, code_hash, shop_id, is_own, extract(epoch FROM expires_at - now())::float8 AS expires_in,
     CASE WHEN is_own OR attempts = ${MAX_OTP_GUESSES} THEN attempts ELSE attempts_elsewhere END AS guesses
   FROM code`,
);

/** A row of otp_codes whose guess was counted. `guesses`: the earlier ones; `expiresIn` in seconds. */
export type GuessedOtp = { id: number; codeHash: string; guesses: number; expiresIn: number };

/** The result of a guess: the code that it matches, if any, and the codes that it locks. */
export function decideGuesses<Code extends GuessedOtp>(
  guess: string,
  codes: Code[],
): { opened: Code | undefined; locked: Code[] } {
  // All codes are compared, so that the duration reveals nothing.
  const decided = codes.map((code) => ({ code, outcome: decideGuess(storedOtp(code), isCode(guess, code)) }));
  const opened = decided.find(({ outcome }) => guessError(outcome) === undefined);
  const locked = decided.filter(({ code, outcome }) => outcome === 'wrong' && code.guesses + 1 === MAX_OTP_GUESSES);
  return { opened: opened?.code, locked: locked.map(({ code }) => code) };
}

// Takes the same time for every guess.
function isCode(guess: string, { id, codeHash }: GuessedOtp): boolean {
  const given = Buffer.from(hashOtpCode(id, guess));
  const stored = Buffer.from(codeHash);
  return given.length === stored.length && timingSafeEqual(given, stored);
}

export const invalidOtp = () => new DomainError('otp_invalid', 'Invalid OTP');

type SignIn = ContactParams & { code: Code; origin: Origin };

async function signIn(given: SignIn): Promise<OpenedSession> {
  const { session, userId, device } = await inTransaction((client) => consume(client, given));
  if (device) recordSecurityEvent('new_device', { userId, sessionId: session.sessionId });
  return session;
}

async function consume(client: PoolClient, { email, mobile, code: { id, shopId: requestedAt }, origin }: SignIn) {
  // Only one of any number of concurrent correct guesses consumes the code.
  const live = { consumedAt: null, supersededAt: null };
  const consumed = await OtpCode.query(client).findById(id).where(live).patch({ consumedAt: NOW });
  if (consumed === 0) throw invalidOtp();
  const user = await (email === undefined
    ? one(FIND_OR_ADD_BY_MOBILE, { mobile }, client)
    : one(FIND_OR_ADD_BY_EMAIL, { email }, client));
  if (!user || user.blockedAt) throw invalidOtp();
  const userId = user.id;
  if (email === undefined) await startMessages(client, userId);
  const shopId = await findShopOfLogin(client, { userId, shopId: requestedAt });
  await acceptInvitation(client, { userId, shopId });
  const device = await rememberDevice(client, { userId, origin });
  if (device) await addNotice({ kind: 'new_device', userId, device }, client);
  const session = await openSession(client, { userId, shopId, otpCodeId: id, device: deviceName(origin.userAgent) });
  return { session, userId, device };
}

const FIND_OR_ADD_BY_EMAIL = sql<{ email: string }, { id: number; blockedAt: Date | null }>(
  `INSERT INTO users (email) VALUES (:email)
   ON CONFLICT (email) DO UPDATE SET email = excluded.email
   RETURNING id, blocked_at`,
);

// The number is also the one that shops may call.
const FIND_OR_ADD_BY_MOBILE = sql<{ mobile: string | undefined }, { id: number; blockedAt: Date | null }>(
  `INSERT INTO users (login_mobile, mobile) VALUES (:mobile, :mobile)
   ON CONFLICT (login_mobile) DO UPDATE SET login_mobile = excluded.login_mobile
   RETURNING id, blocked_at`,
);
