import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { database } from '../../db/database.ts';
import { DomainError, invalidField } from '../../errors.ts';
import { recordActivity, differences } from '../activity/record-activity.ts';
import type { Session } from '../auth/session.ts';
import { applyChange } from './apply-change.ts';
import { changeShelf } from './change-shelf.ts';
import { type LockedProduct, lockProduct } from './lock-product.ts';
import { formOfVariant } from './product-facts.ts';
import { readShopProduct } from './read-shop-product.ts';
import { saveVariants } from './save-variants.ts';
import type { VariantChange } from './stored-variant.ts';

type Change = Pick<VariantChange, 'stock' | 'stockSeen' | 'pricePaise' | 'pricePaiseSeen'>;
type Request = { variantId: number; by: Session; change: Change };

/**
 * Sets the stock or the price of one variant; answers its product. Throws not_found for variants of other shops,
 * `stock_changed` and `edit_conflict` (with the product as it is, as `current`) when it is not what the editor saw, and
 * `invalid_input` for a price above the printed maximum. Spec section 3, variant.
 */
export async function changeVariant({ variantId, by, change }: Request): Promise<ShopProduct> {
  const id = await productOf(variantId);
  return changeShelf(async (client) =>
    save(client, { ...(await lockProduct(client, { id, by })), variantId, by, change }),
  );
}

async function save(client: PoolClient, { product, variants, variantId, by, change }: Request & LockedProduct) {
  const stored = variants.find((variant) => variant.id === variantId);
  if (!stored) throw new DomainError('not_found', 'Product not found');
  const wanted = applyChange(stored, change, product);
  if (wanted.mrpPaise !== null && wanted.mrpPaise < wanted.pricePaise) {
    throw invalidField('price', 'must not be above the printed maximum (MRP)');
  }
  await saveVariants(client, { productId: product.id, actorId: by.userId, stored: [stored], wanted: [wanted] });
  // A price is part of what an edit form sends back, a stock says itself what was seen of it.
  if (wanted.pricePaise !== stored.pricePaise) {
    await client.query({ name: 'new-version', text: NEW_VERSION, values: [product.id] });
  }
  const after = await readShopProduct(client, product.id);
  await record(client, { before: product, after, variantId, by });
  return after;
}

const NEW_VERSION = 'UPDATE products SET updated_at = clock_timestamp() WHERE id = $1';

type Saved = { before: ShopProduct; after: ShopProduct; variantId: number; by: Session };

async function record(client: PoolClient, { before, after, variantId, by }: Saved): Promise<void> {
  const of = ({ variants }: ShopProduct) => variants.find(({ id }) => id === variantId);
  const [from, to] = [of(before), of(after)];
  if (!from || !to) return;
  const what = differences({ price: from.price, stock: from.stock }, { price: to.price, stock: to.stock });
  if (!what) return;
  const form = formOfVariant(to);
  const subject = form === null ? after.name : `${after.name} (${form})`;
  const action = from.price === to.price ? 'stock.changed' : 'product.changed';
  await recordActivity(client, { shopId: after.shopId, actorId: by.userId, action, subject, ...what });
}

async function productOf(variantId: number): Promise<number> {
  const { rows } = await database().pool.query<{ product_id: number }>({
    name: 'product-of-variant',
    text: 'SELECT product_id FROM variants WHERE id = $1',
    values: [variantId],
  });
  if (!rows[0]) throw new DomainError('not_found', 'Product not found');
  return rows[0].product_id;
}
