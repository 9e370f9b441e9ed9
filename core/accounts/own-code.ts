import type { Contact } from '@haat/contract/accounts/contact';
import { MAX_OTP_GUESSES } from '@haat/machines/accounts/otp-challenge.machine';
import { inTransaction, many, sql } from '../db/database.ts';
import { OtpCode } from '../db/accounts.models.ts';
import { NOW } from '../db/table.ts';
import type { OutboxEntry } from '../queue/job-definitions.ts';
import { dispatchAfterCommit } from '../queue/outbox.ts';
import type { ContactParams } from './known-devices.ts';
import { CODE_OUTBOX_ROW, decideGuesses, type GuessedOtp, invalidOtp, OTP_MINUTES } from './one-time-code.ts';
import { countChangeGuess, countOtpRequest, uncountChangeGuess, RESEND_LIMIT } from './otp-limits.ts';
import { recordSecurityEvent } from './security-events.ts';

// Codes with which a logged-in user confirms a mobile number or the deletion of the account. One of each can be used.

export type OwnCodePurpose = 'mobile' | 'deletion';

type OwnCodeRequest = {
  userId: number;
  shopId: number;
  address: string;
  purpose: OwnCodePurpose;
  contact: Contact;
};

/**
 * Sends a code to the contact and supersedes an earlier one of the same purpose. `address`: the network address of the
 * request. Returns the seconds until another one may be requested. Throws DomainError `rate_limited`.
 */
export async function sendOwnCode(request: OwnCodeRequest): Promise<{ resendAfter: number }> {
  const { userId, shopId, address, purpose, contact } = request;
  await countOtpRequest({ ...contact, address });
  const { email, mobile } = contact;
  const code = { userId, shopId, purpose, email, mobile, minutes: OTP_MINUTES };
  await inTransaction(async (client) => {
    const live = { consumedAt: null, supersededAt: null };
    await OtpCode.query(client)
      .where({ userId, purpose, ...live })
      .patch({ supersededAt: NOW });
    dispatchAfterCommit(client, ...(await many(INSERT_CODE, code, client)));
  });
  return { resendAfter: RESEND_LIMIT.seconds };
}

type Owned = { userId: number; purpose: OwnCodePurpose };

const INSERT_CODE = sql<Owned & ContactParams & { shopId: number; minutes: number }, OutboxEntry>(
  `WITH code AS (
     INSERT INTO otp_codes (user_id, purpose, email, mobile, shop_id, expires_at)
     VALUES (:userId, :purpose, :email, :mobile, :shopId, now() + make_interval(mins => :minutes))
     ON CONFLICT DO NOTHING
     RETURNING id, mobile
   )
   ${CODE_OUTBOX_ROW}`,
);

/**
 * The id of the code that the guess matches; the caller must consume it, which succeeds for one of concurrent requests. Throws
 * DomainError `otp_invalid`, with the same text for every cause, and `rate_limited`.
 */
export async function claimOwnCode({ code, ...owned }: Owned & { code: string }): Promise<number> {
  const { userId } = owned;
  // Counted and claimed before anything is compared: parallel guesses must not share one attempt.
  await countChangeGuess(userId);
  const { opened, locked } = decideGuesses(code, await many(CLAIM_GUESS, owned));
  for (const { id: codeId } of locked) recordSecurityEvent('code_locked', { codeId, userId });
  if (!opened) throw invalidOtp();
  await uncountChangeGuess(userId);
  return opened.id;
}

const CLAIM_GUESS = sql<Owned, GuessedOtp>(
  `WITH code AS (
     SELECT id, code_hash, attempts, expires_at FROM otp_codes
     WHERE user_id = :userId AND purpose = :purpose AND consumed_at IS NULL AND superseded_at IS NULL
       AND code_hash IS NOT NULL
     FOR UPDATE
   ), claimed AS (
     UPDATE otp_codes c SET attempts = least(c.attempts + 1, ${MAX_OTP_GUESSES}) FROM code WHERE c.id = code.id
   )
   SELECT id, code_hash, attempts AS guesses, extract(epoch FROM expires_at - now())::float8 AS expires_in FROM code`,
);
