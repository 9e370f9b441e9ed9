import { recordActivity } from '../activity/record-activity.ts';
import type { Session } from '../auth/session.ts';
import { changeShelf } from './change-shelf.ts';
import { lockProduct } from './lock-product.ts';

/**
 * Takes a product off its shop for good, until `restoreProduct` brings it back; past orders keep what they show. Throws
 * not_found for products of other shops and those that are gone already.
 */
export async function removeProduct({ id, by }: { id: number; by: Session }): Promise<void> {
  await changeShelf(async (client) => {
    const { product } = await lockProduct(client, { id, by });
    const { shopId, name: subject } = product;
    await client.query({
      name: 'remove-product',
      text: 'UPDATE products SET deleted_at = now(), updated_at = clock_timestamp() WHERE id = $1',
      values: [id],
    });
    await recordActivity(client, { shopId, actorId: by.userId, action: 'product.removed', subject });
    return { shopId };
  });
}
