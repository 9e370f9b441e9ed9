import { countUse, type Limit } from '../../rate-limit/limit.ts';

const HOUR = 3600;
/** A mail that somebody else asked for goes to a mailbox: neither many from one shop, nor many to one person. */
const SHOP_LIMIT: Limit = { name: 'invitation-shop', points: 20, seconds: HOUR };
const MAILBOX_LIMIT: Limit = { name: 'invitation-mailbox', points: 5, seconds: HOUR };

/** Counts an invitation that a shop has mailed to somebody. Throws DomainError `rate_limited`. */
export async function countInvitation(shopId: number, email: string): Promise<void> {
  await countUse(SHOP_LIMIT, String(shopId));
  await countUse(MAILBOX_LIMIT, email);
}
