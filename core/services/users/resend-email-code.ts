import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { dispatchSoon } from '../../outbox/dispatch-soon.ts';
import { RESEND_LIMIT } from '../auth/otp-limits.ts';
import { countEmailCode } from './email-code-limits.ts';
import { getOwnProfile } from './get-own-profile.ts';
import { replaceEmailCode } from './replace-email-code.ts';

type Request = { userId: number; shopId: number; address: string };

/**
 * Has another code mailed to the address that waits for one. `address`: where the request came from. Answers the seconds
 * until yet another may be asked for. Throws DomainError `not_found` when no address waits, and `rate_limited`.
 */
export async function resendEmailCode({ userId, shopId, address }: Request): Promise<{ resendAfter: number }> {
  const { pendingEmail: email } = await getOwnProfile({ userId });
  if (email === null) throw new DomainError('not_found', 'There is no new email address to confirm.');
  await countEmailCode({ email, address });
  const entry = await inTransaction((client) => replaceEmailCode(client, { userId, shopId, email }));
  if (entry) dispatchSoon(entry);
  return { resendAfter: RESEND_LIMIT.seconds };
}
