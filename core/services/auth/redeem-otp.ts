import type { PoolClient } from 'pg';
import { database } from '../../db/database.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { resetLimit, countUse } from '../../rate-limit/limit.ts';
import { joinShop } from '../team/join-shop.ts';
import { findSession } from './find-session.ts';
import { openSession } from './open-session.ts';
import { isOtpCode } from './otp-code.ts';
import { GUESS_LIMIT } from './otp-limits.ts';
import { CLAIM_GUESS, CONSUME_CODE, TAKE_IN_USER } from './redeem-otp.sql.ts';
import { signAccessToken } from './tokens.ts';

type Request = { email: string; code: string; shopSlug: string };
type Code = { id: number; code_hash: string; shop_id: number };

/**
 * Signs in with a code of the mail: one session per code, for the shop that it was asked for. An unknown email becomes a
 * customer. Throws DomainError `otp_invalid`, with the same text whatever was wrong, and `rate_limited` after five
 * guesses. Spec section 4.
 */
export async function redeemOtp({
  email,
  code,
  shopSlug,
}: Request): Promise<{ userId: number; token: string; refreshToken: string }> {
  const found = await evaluateGuess({ email, code, shopSlug });
  const { sessionId, refreshToken } = await inTransaction((client) => signIn(client, email, found));
  const session = await findSession(sessionId);
  if (!session) throw invalid();
  await resetLimit(GUESS_LIMIT, email);
  return { userId: session.userId, token: await signAccessToken(session), refreshToken };
}

// Counted and claimed before anything is compared: parallel guesses must not all see a free try.
async function evaluateGuess({ email, code, shopSlug }: Request): Promise<Code> {
  await countUse(GUESS_LIMIT, email);
  const { rows } = await database().pool.query<Code>({
    name: 'claim-guess',
    text: CLAIM_GUESS,
    values: [email, shopSlug],
  });
  const claimed = rows[0];
  if (!claimed || !isOtpCode(code, claimed)) throw invalid();
  return claimed;
}

async function signIn(client: PoolClient, email: string, code: Code): ReturnType<typeof openSession> {
  const consumed = await client.query({ name: 'consume-code', text: CONSUME_CODE, values: [code.id] });
  if (consumed.rowCount === 0) throw invalid();
  const { rows } = await client.query<{ id: number; blocked_at: Date | null }>({
    name: 'take-in-user',
    text: TAKE_IN_USER,
    values: [email],
  });
  const user = rows[0];
  if (!user || user.blocked_at) throw invalid();
  await joinShop(client, { userId: user.id, shopId: code.shop_id });
  return openSession(client, { userId: user.id, shopId: code.shop_id, otpCodeId: code.id });
}

const invalid = () => new DomainError('otp_invalid', 'Invalid OTP');
