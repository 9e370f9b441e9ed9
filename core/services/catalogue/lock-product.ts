import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import { type Manager, managesShop } from '../auth/session.ts';
import { readShopProduct } from './read-shop-product.ts';
import type { StoredVariant } from './stored-variant.ts';

export type LockedProduct = { product: ShopProduct; variants: StoredVariant[] };

/**
 * Takes hold of a product and its variants, in the order in which orders do, so that neither waits for the other in a
 * circle, and reads them as they are then. Throws not_found for those of other shops as for those that do not exist.
 */
export async function lockProduct(client: PoolClient, { id, by }: { id: number; by: Manager }): Promise<LockedProduct> {
  const { rows } = await client.query<{ shop_id: number }>({ name: 'lock-product', text: LOCK, values: [id] });
  if (!rows[0] || !managesShop(by, rows[0].shop_id)) throw new DomainError('not_found', 'Product not found');
  const variants = await client.query<StoredVariant>({ name: 'lock-variants', text: LOCK_VARIANTS, values: [id] });
  const product = await readShopProduct(client, id);
  const order = new Map(product.variants.map((variant, at) => [variant.id, at]));
  return { product, variants: variants.rows.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)) };
}

const LOCK = 'SELECT shop_id FROM products WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE';

const LOCK_VARIANTS = `
  SELECT id, size_id AS "sizeId", color_id AS "colorId", unit_id AS "unitId", price_paise AS "pricePaise",
    mrp_paise AS "mrpPaise", stock, barcode, position
  FROM variants WHERE product_id = $1 AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`;
