import { MAX_OTP_GUESSES } from '@haat/machines/otp-challenge/otp-challenge.machine';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../../db/database.ts';
import { countUse, resetLimit } from '../../rate-limit/limit.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { checkGuess, GUESS_LIMIT, type GuessedOtp, invalidOtp } from './otp-code.ts';
import { findSession, signAccessToken } from './session.ts';
import { type OpenedSession, openSession } from './session-lifecycle.ts';

type Request = { email: string; code: string; shopSlug: string };
type Code = GuessedOtp & { shopId: number };

/**
 * Signs in with a mailed code: one session per code, for the shop that it was requested for. An unknown email becomes a
 * customer. Throws DomainError `otp_invalid`, with the same text whatever was wrong, and `rate_limited` after five guesses.
 */
export async function redeemOtp({
  email,
  code,
  shopSlug,
}: Request): Promise<{ userId: number; token: string; refreshToken: string }> {
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
