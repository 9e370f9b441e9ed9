import { readToken } from '@haat/contract/accounts/decode-token';
import { readAuthToken } from './storage.ts';

/**
 * Whether the session of this browser is by now another user's, or at another shop: another tab may have switched it a moment
 * ago, and what this one still shows must not be sent for the other shop.
 */
export function isSessionElsewhere({ userId, shopId }: { userId: number; shopId: number }): boolean {
  const claims = readToken(readAuthToken());
  if (!claims) return false;
  return claims.sub !== String(userId) || (claims.shop_id !== undefined && claims.shop_id !== shopId);
}
