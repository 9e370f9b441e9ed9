import { countUse, type Limit, uncountUse } from '../../rate-limit/limit.ts';

const QUARTER_HOUR = 15 * 60;
const DEVICE_LIMIT: Limit = { name: 'pin-device', points: 5, seconds: QUARTER_HOUR };
const SHOP_LIMIT: Limit = { name: 'pin-shop', points: 40, seconds: QUARTER_HOUR };

/** A guess of the PIN of a member on a device. */
type Guess = { sessionId: string; shopId: number; userId: number };

/**
 * Counts a guess before anything is compared, so that parallel guesses do not share one: five wrong ones of a member on a device,
 * and 40 of a shop, in 15 minutes. The login of the account has nothing to do with them. Throws DomainError `rate_limited`.
 */
export async function countPinGuess({ sessionId, shopId, userId }: Guess): Promise<void> {
  await countUse(DEVICE_LIMIT, `${sessionId} ${userId}`);
  await countUse(SHOP_LIMIT, String(shopId));
}

/** A guess that was right does not count. */
export async function uncountPinGuess({ sessionId, shopId, userId }: Guess): Promise<void> {
  await uncountUse(DEVICE_LIMIT, `${sessionId} ${userId}`);
  await uncountUse(SHOP_LIMIT, String(shopId));
}
