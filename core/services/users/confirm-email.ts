import { publishSoon } from '../../bus/connect-bus.ts';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { countUse, resetLimit } from '../../rate-limit/limit.ts';
import { findSession } from '../auth/find-session.ts';
import { isOtpCode } from '../auth/otp-code.ts';
import { signAccessToken } from '../auth/tokens.ts';
import { CHANGE_EMAIL, CLAIM_CHANGE_GUESS } from './email-change.sql.ts';
import { CHANGE_GUESS_LIMIT } from './email-code-limits.ts';

type Request = { userId: number; sessionId: string; code: string };
type Changed = { id: number; subjectId: number; email: string; ended: string[] };

const UNIQUE_VIOLATION = '23505';

/**
 * Makes the address that waits the user's own, with the code that was mailed to it, and has the old one told. Every
 * other session of the account ends: whoever could read the old mailbox may have opened one. Answers an access token that
 * names the new address. Throws DomainError `otp_invalid` with the same text whatever was wrong, `rate_limited`
 * after five guesses, and `email_taken`, which only the owner of the mailbox gets to read. Design, section 2.
 */
export async function confirmEmail({ userId, sessionId, code }: Request): Promise<{ token: string; email: string }> {
  const codeId = await evaluateGuess(userId, code);
  const { email, ended, ...entry } = await change(codeId, sessionId);
  dispatchSoon({ ...entry, topic: 'email.changed' });
  for (const id of ended) publishSoon({ type: 'session', sessionId: id });
  await resetLimit(CHANGE_GUESS_LIMIT, String(userId));
  const session = await findSession(sessionId);
  if (!session) throw new DomainError('unauthenticated', 'Please sign in');
  return { token: await signAccessToken(session), email };
}

// Counted and claimed before anything is compared: parallel guesses must not all see a free try.
async function evaluateGuess(userId: number, code: string): Promise<number> {
  await countUse(CHANGE_GUESS_LIMIT, String(userId));
  const { rows } = await database().pool.query<{ id: number; code_hash: string }>({
    name: 'claim-change-guess',
    text: CLAIM_CHANGE_GUESS,
    values: [userId],
  });
  const claimed = rows[0];
  if (!claimed || !isOtpCode(code, claimed)) throw invalid();
  return claimed.id;
}

async function change(codeId: number, sessionId: string): Promise<Changed> {
  try {
    const { rows } = await database().pool.query<Changed>({
      name: 'change-email',
      text: CHANGE_EMAIL,
      values: [codeId, sessionId],
    });
    if (!rows[0]) throw invalid();
    return rows[0];
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) {
      throw new DomainError('email_taken', 'This email address belongs to another account.');
    }
    throw error;
  }
}

const invalid = () => new DomainError('otp_invalid', 'Invalid OTP');
