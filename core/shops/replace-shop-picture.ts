import type { PoolClient } from 'pg';
import { inRetriedTransaction } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import { discardPicture, removePicture, storeShopPicture } from '../pictures/store-picture.ts';
import { countUse, type Limit } from '../rate-limit/limit.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { catalogVersion, signalCatalog } from '../catalog/change-catalog.ts';
import { lockShop } from '../db/find-shop.ts';

/** `picture`: the bytes of a new one; undefined removes the uploaded one. */
type Request = { shopId: number; actorId: number; picture: Buffer | undefined };

const LIMIT: Limit = { name: 'shop-picture', points: 30, seconds: 3600 };

/**
 * Replaces the uploaded picture of a shop's front, or removes it, and signals the change. Returns the path of the new picture.
 * Throws DomainError `rate_limited`, `not_found` and what `storeShopPicture` throws; then nothing is changed.
 */
export async function replaceShopPicture({ shopId, actorId, picture }: Request): Promise<string | null> {
  if (picture) await countUse(LIMIT, String(shopId));
  const stored = picture ? await storeShopPicture(picture) : null;
  try {
    const { previous, version } = await inRetriedTransaction(async (client) => ({
      previous: await save(client, { shopId, actorId, stored }),
      version: await catalogVersion(client, shopId),
    }));
    signalCatalog(shopId, version);
    await removePicture(previous);
  } catch (error) {
    await discardPicture(stored, error);
    throw error;
  }
  return stored;
}

type Saving = { shopId: number; actorId: number; stored: string | null };

/** Returns the path of the previous picture. */
async function save(client: PoolClient, { shopId, actorId, stored }: Saving): Promise<string | null> {
  const { picture } = await lockShop(client, shopId);
  if (picture === stored) return null;
  await Shop.query(client).findById(shopId).patch({ picture: stored });
  await recordActivity(client, { shopId, actorId, action: stored ? 'picture.changed' : 'picture.removed' });
  return picture;
}
