import { inTransaction } from '../../db/transaction.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { lockShop } from '../settings/lock-shop.ts';
import { shelfVersion, tellShelf } from '../settings/shelf-version.ts';

/** `reason`: why it is suspended, for its members to read; none resumes it. */
type Request = { shopId: number; actorId: number; reason: string | undefined };

/**
 * Takes a shop off the market, with a reason, or back onto it: suspended, it is in no list, takes no order, and its members
 * change nothing. A new reason replaces the old one. Throws DomainError `not_found`, and `invalid_input` for the platform's
 * own shop.
 */
export async function suspendShop({ shopId, actorId, reason }: Request): Promise<void> {
  const version = await inTransaction(async (client) => {
    const shop = await lockShop(client, shopId);
    if (shop.isPlatform) throw new DomainError('invalid_input', "The platform's own shop cannot be suspended.");
    if (reason === undefined && shop.suspendedAt === null) return undefined;
    await client.query({ name: 'suspend-shop', text: SUSPEND, values: [shopId, reason] });
    const action = reason === undefined ? 'shop.resumed' : 'shop.suspended';
    await recordActivity(client, { shopId, actorId, action, ...(reason !== undefined && { after: { reason } }) });
    return shelfVersion(client, shopId);
  });
  if (version !== undefined) tellShelf(shopId, version);
}

const SUSPEND = `
  UPDATE shops SET suspended_reason = $2::text,
    suspended_at = CASE WHEN $2::text IS NOT NULL THEN coalesce(suspended_at, now()) END
  WHERE id = $1`;
