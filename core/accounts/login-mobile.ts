import type { PoolClient } from 'pg';
import { inTransaction, one, sql } from '../db/database.ts';
import { User } from '../db/accounts.models.ts';
import { DomainError } from '../errors.ts';
import { invalidOtp, requireMessages } from './one-time-code.ts';
import { addNotice } from './security-events.ts';
import { signalSessions } from './session.ts';
import { claimOwnCode, sendOwnCode } from './own-code.ts';
import { getOwnProfile } from './profile.ts';

type CodeRequest = { userId: number; shopId: number; address: string; mobile: string };

/**
 * Sends a code to a mobile number that the user wants to log in with; the answer is the same whether or not the number belongs
 * to another account. Returns the seconds until another code may be requested. Throws DomainError `invalid_input` where no
 * message can be sent, or for another number of an account without an email address, whose owner could not be notified; and
 * `rate_limited`.
 */
export async function sendMobileCode({ mobile, ...request }: CodeRequest): Promise<{ resendAfter: number }> {
  requireMessages();
  const user = await getOwnProfile(request);
  if (user.email === null && user.loginMobile !== mobile)
    throw new DomainError('invalid_input', 'Add an email address before you change your mobile number.');
  return sendOwnCode({ ...request, purpose: 'mobile', contact: { mobile } });
}

type Confirmation = { userId: number; sessionId: string; code: string };

/**
 * Makes the number that the code was sent to the user's own, for logging in and for shops to call. When it replaces another one,
 * all other sessions end: they may have been opened with that. Throws DomainError `otp_invalid` with the same text for every
 * cause, `rate_limited`, and `mobile_taken`, which only the owner of the number can see.
 */
export async function confirmMobile({ userId, sessionId, code }: Confirmation): Promise<{ mobile: string }> {
  const codeId = await claimOwnCode({ userId, purpose: 'mobile', code });
  const { mobile, ended } = await inTransaction(async (client) => {
    const changed = await changeMobile(client, { codeId, sessionId });
    await addNotice({ kind: 'mobile_changed', userId }, client);
    return changed;
  }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)) throw error;
    throw new DomainError('mobile_taken', 'This mobile number belongs to another account.');
  });
  signalSessions(ended);
  return { mobile };
}

const UNIQUE_VIOLATION = '23505';

type Change = { codeId: number; sessionId: string };
type Changed = { mobile: string; ended: string[] };

async function changeMobile(client: PoolClient, change: Change): Promise<Changed> {
  const changed = await one(CHANGE_MOBILE, change, client);
  if (!changed) throw invalidOtp();
  return changed;
}

// Only one of any number of concurrent correct guesses gets a row.
const CHANGE_MOBILE = sql<Change, Changed>(
  `WITH before AS (
     SELECT u.id, u.login_mobile, c.id AS code_id, c.mobile
     FROM otp_codes c JOIN users u ON u.id = c.user_id
     WHERE c.id = :codeId AND c.consumed_at IS NULL AND c.superseded_at IS NULL
     FOR UPDATE OF c, u
   ), consumed AS (
     UPDATE otp_codes c SET consumed_at = now() FROM before WHERE c.id = before.code_id
   ), changed AS (
     UPDATE users u SET login_mobile = before.mobile, mobile = before.mobile FROM before WHERE u.id = before.id
     RETURNING u.login_mobile AS mobile
   ), ended AS (
     UPDATE sessions s SET revoked_at = now() FROM before
     WHERE s.user_id = before.id AND before.login_mobile <> before.mobile AND s.id <> :sessionId
       AND s.revoked_at IS NULL AND s.expires_at > now()
     RETURNING s.id
   ), devices AS (
     DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
   )
   SELECT changed.mobile, ARRAY(SELECT id FROM ended) AS ended FROM changed`,
);

/**
 * Logging in with the mobile number is no longer possible; it stays on the profile for shops to call. The email address is
 * notified. Throws DomainError `invalid_input` for an account without an email address.
 */
export async function removeLoginMobile({ userId }: { userId: number }): Promise<void> {
  const { email } = await getOwnProfile({ userId });
  if (email === null)
    throw new DomainError(
      'invalid_input',
      'Add an email address first. Without one, you could no longer log in to this account.',
    );
  await inTransaction(async (client) => {
    const removed = await User.query(client)
      .findById(userId)
      .whereNotNull('email')
      .whereNotNull('loginMobile')
      .patch({ loginMobile: null });
    if (removed > 0) await addNotice({ kind: 'mobile_removed', userId }, client);
  });
}
