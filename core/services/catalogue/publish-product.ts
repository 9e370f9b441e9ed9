import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { recordActivity } from '../activity/record-activity.ts';
import type { Session } from '../auth/session.ts';
import { changeShelf } from './change-shelf.ts';
import { lockProduct } from './lock-product.ts';
import { readShopProduct } from './read-shop-product.ts';

type Request = { id: number; by: Session; published: boolean };

/** Puts a product on the shelf or takes it off, as often as asked. Throws not_found for products of other shops. */
export function publishProduct({ id, by, published }: Request): Promise<ShopProduct> {
  return changeShelf(async (client) => {
    const { product } = await lockProduct(client, { id, by });
    if (product.published === published) return product;
    await setPublished(client, { id, published });
    const row = { shopId: product.shopId, actorId: by.userId, subject: product.name };
    const what = { before: { published: product.published }, after: { published } };
    await recordActivity(client, { ...row, action: 'product.changed', ...what });
    return readShopProduct(client, id);
  });
}

/** The same inside of another change; whoever calls tells the activity log. */
export async function setPublished(client: PoolClient, { id, published }: { id: number; published: boolean }) {
  await client.query({ name: 'publish-product', text: PUBLISH, values: [id, published] });
}

const PUBLISH = 'UPDATE products SET is_published = $2, updated_at = clock_timestamp() WHERE id = $1';
