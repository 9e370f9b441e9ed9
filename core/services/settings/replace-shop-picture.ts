import { inTransaction } from '../../db/transaction.ts';
import { removeShopPicture, storeShopPicture } from '../../pictures/shop-picture.ts';
import { countUse, type Limit } from '../../rate-limit/limit.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockShop } from './lock-shop.ts';

/** `picture`: the bytes of a new one; without any, the uploaded one goes. */
type Request = { shopId: number; actorId: number; picture: Buffer | undefined };

const LIMIT: Limit = { name: 'shop-picture', points: 30, seconds: 3600 };

/**
 * Replaces the uploaded picture of a shop's front, or removes it. Answers the path of the new one. Throws DomainError
 * `rate_limited`, `not_found` and what `storeShopPicture` throws; then nothing has changed.
 */
export async function replaceShopPicture({ shopId, actorId, picture }: Request): Promise<string | null> {
  if (picture) await countUse(LIMIT, String(shopId));
  const stored = picture ? await storeShopPicture(picture) : null;
  try {
    await removeShopPicture(await keep({ shopId, actorId, stored }));
  } catch (error) {
    await removeShopPicture(stored);
    throw error;
  }
  return stored;
}

type Kept = { shopId: number; actorId: number; stored: string | null };

/** Answers the path of the one before. */
async function keep({ shopId, actorId, stored }: Kept): Promise<string | null> {
  return inTransaction(async (client) => {
    const { picture } = await lockShop(client, shopId);
    if (picture === stored) return null;
    await client.query({
      name: 'keep-shop-picture',
      text: 'UPDATE shops SET picture = $2 WHERE id = $1',
      values: [shopId, stored],
    });
    await recordActivity(client, { shopId, actorId, action: stored ? 'picture.changed' : 'picture.removed' });
    return picture;
  });
}
