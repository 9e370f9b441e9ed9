import { MAX_OTP_GUESSES } from '@haat/machines/accounts/otp-challenge.machine';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { NOW } from '../db/table.ts';
import { OtpCode, User } from '../db/accounts.models.ts';
import { DomainError } from '../errors.ts';
import { dispatchAfterCommit, dispatchSoon } from '../queue/outbox.ts';
import type { OutboxEntry } from '../queue/job-definitions.ts';
import { CODE_OUTBOX_ROW, decideGuesses, type GuessedOtp, invalidOtp, OTP_MINUTES } from './one-time-code.ts';
import { countChangeGuess, countOtpRequest, uncountChangeGuess, RESEND_LIMIT } from './otp-limits.ts';
import { recordSecurityEvent } from './security-events.ts';
import { findSession, signAccessToken, signalSessions } from './session.ts';

const UNIQUE_VIOLATION = '23505';

type Confirmation = { userId: number; sessionId: string; code: string };

/**
 * Makes the pending address the user's own, with the code that was mailed to it, and notifies the old one or, of an account that
 * had none, the mobile number. All other sessions of the account end, because anyone with access to the old mailbox may have
 * opened one. Returns an access token with the new address. Throws DomainError `otp_invalid` with the same text for every cause,
 * `rate_limited`, and `email_taken`, which only the owner of the new mailbox can see.
 */
export async function confirmEmail({
  userId,
  sessionId,
  code,
}: Confirmation): Promise<{ token: string; email: string }> {
  // Counted and claimed before anything is compared: parallel guesses must not share one attempt.
  await countChangeGuess(userId);
  const { opened, locked } = decideGuesses(code, await many(CLAIM_GUESS, { userId }));
  for (const { id: codeId } of locked) recordSecurityEvent('code_locked', { codeId, userId });
  if (!opened) throw invalidOtp();
  const { email, ended, ...entry } = await changeEmail(opened.id, sessionId);
  dispatchSoon({ ...entry, topic: 'email.changed' });
  signalSessions([...ended, sessionId]);
  await uncountChangeGuess(userId);
  const session = await findSession(sessionId);
  if (!session) throw new DomainError('unauthenticated', 'Please log in');
  return { token: await signAccessToken(session), email };
}

async function changeEmail(codeId: number, sessionId: string): Promise<Changed> {
  try {
    const changed = await one(CHANGE_EMAIL, { codeId, sessionId });
    if (!changed) throw invalidOtp();
    return changed;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
      throw new DomainError('email_taken', 'This email address belongs to another account.');
    }
    throw error;
  }
}

// A locked code counts no further; the state machine decides the outcome of the guess from `guesses` and `expires_in`.
const CLAIM_GUESS = sql<{ userId: number }, GuessedOtp>(
  `WITH code AS (
     SELECT c.id, c.code_hash, c.attempts, c.expires_at
     FROM otp_codes c JOIN users u ON u.id = c.user_id AND u.pending_email = c.email
     WHERE c.user_id = :userId AND c.purpose IS NULL AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.code_hash IS NOT NULL
     FOR UPDATE OF c
   ), claimed AS (
     UPDATE otp_codes c SET attempts = least(c.attempts + 1, ${MAX_OTP_GUESSES}) FROM code WHERE c.id = code.id
   )
   SELECT id, code_hash, attempts AS guesses, extract(epoch FROM expires_at - now())::float8 AS expires_in FROM code`,
);

type Changed = { id: number; subjectId: number; email: string; ended: string[] };

// Only one of any number of concurrent correct guesses gets a row. The old address is stored for the notice to it; the
// devices of ended sessions receive no more push messages.
const CHANGE_EMAIL = sql<{ codeId: number; sessionId: string }, Changed>(
  `WITH before AS (
     SELECT u.id, u.email, c.id AS code_id, c.email AS new_email
     FROM otp_codes c JOIN users u ON u.id = c.user_id AND u.pending_email = c.email
     WHERE c.id = :codeId AND c.purpose IS NULL AND c.consumed_at IS NULL AND c.superseded_at IS NULL
     FOR UPDATE OF c, u
   ), consumed AS (
     UPDATE otp_codes c SET consumed_at = now(), previous_email = before.email FROM before WHERE c.id = before.code_id
   ), changed AS (
     UPDATE users u SET email = before.new_email, pending_email = NULL FROM before WHERE u.id = before.id
     RETURNING u.email
   ), ended AS (
     UPDATE sessions s SET revoked_at = now() FROM before
     WHERE s.user_id = before.id AND s.id <> :sessionId AND s.revoked_at IS NULL AND s.expires_at > now()
     RETURNING s.id
   ), devices AS (
     DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
   ), notice AS (
     INSERT INTO outbox (topic, subject_id) SELECT 'email.changed', code_id FROM before
     RETURNING id, subject_id
   )
   SELECT notice.id, notice.subject_id, changed.email, ARRAY(SELECT id FROM ended) AS ended
   FROM notice, changed`,
);

type ResendRequest = { userId: number; shopId: number; address: string };

/**
 * Mails another code to the pending address. `address`: the network address of the request. Returns the seconds until yet
 * another may be requested. Throws DomainError `not_found` when no address is pending, and `rate_limited`.
 */
export async function resendEmailCode({ userId, shopId, address }: ResendRequest): Promise<{ resendAfter: number }> {
  const user = await User.query().findById(userId);
  const email = user?.pendingEmail;
  if (!email) throw new DomainError('not_found', 'There is no new email address to confirm.');
  await countOtpRequest({ email, address });
  await inTransaction((client) => replaceEmailCode(client, { userId, shopId, email }));
  return { resendAfter: RESEND_LIMIT.seconds };
}

type Change = { userId: number; shopId: number; email: string };

/**
 * Mails a code to the new address and supersedes an earlier one, in the caller's transaction. Returns false when a concurrent
 * request has just created one.
 */
export async function replaceEmailCode(client: PoolClient, change: Change): Promise<boolean> {
  await supersedeEmailCodes(client, change.userId);
  const rows = await many(INSERT_CODE, { ...change, minutes: OTP_MINUTES }, client);
  dispatchAfterCommit(client, ...rows);
  return rows.length > 0;
}

const INSERT_CODE = sql<Change & { minutes: number }, OutboxEntry>(
  `WITH code AS (
     INSERT INTO otp_codes (user_id, email, shop_id, expires_at)
     VALUES (:userId, :email, :shopId, now() + make_interval(mins => :minutes))
     ON CONFLICT DO NOTHING
     RETURNING id, mobile
   )
   ${CODE_OUTBOX_ROW}`,
);

/** Invalidates the user's codes for a new address, in the caller's transaction. */
export async function supersedeEmailCodes(client: PoolClient, userId: number): Promise<void> {
  const live = { purpose: null, consumedAt: null, supersededAt: null };
  await OtpCode.query(client)
    .where({ userId, ...live })
    .patch({ supersededAt: NOW });
}

/** Whether a code for that very address can be entered for another minute or longer. */
export async function hasUsableCode(change: { userId: number; email: string }): Promise<boolean> {
  return (await run(USABLE_CODE, change)) > 0;
}

const USABLE_CODE = sql<{ userId: number; email: string }>(
  `SELECT FROM otp_codes c JOIN users u ON u.id = c.user_id AND u.pending_email = c.email
   WHERE c.user_id = :userId AND c.email = :email AND c.purpose IS NULL AND c.consumed_at IS NULL AND c.superseded_at IS NULL
     AND c.attempts < ${MAX_OTP_GUESSES} AND c.expires_at > now() + interval '1 minute'
   LIMIT 1`,
);
