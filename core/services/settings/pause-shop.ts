import { inTransaction } from '../../db/transaction.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockShop } from './lock-shop.ts';
import { shelfVersion, tellShelf } from './shelf-version.ts';

type Request = { shopId: number; actorId: number; paused: boolean };

/**
 * Stops a shop from taking orders for now, or lets it go on, and tells the screens that look at it. Asking for what is
 * already so changes nothing. Throws DomainError `not_found`.
 */
export async function pauseShop({ shopId, actorId, paused }: Request): Promise<void> {
  const version = await inTransaction(async (client) => {
    const shop = await lockShop(client, shopId);
    if ((shop.pausedAt !== null) === paused) return undefined;
    await client.query({ name: 'pause-shop', text: PAUSE, values: [shopId, paused] });
    await recordActivity(client, { shopId, actorId, action: paused ? 'shop.paused' : 'shop.opened' });
    return shelfVersion(client, shopId);
  });
  if (version !== undefined) tellShelf(shopId, version);
}

const PAUSE = `UPDATE shops SET paused_at = CASE WHEN $2::boolean THEN now() END WHERE id = $1`;
