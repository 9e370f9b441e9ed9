import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { managesShop, type Session } from '../auth/session.ts';
import { changeShelf } from './change-shelf.ts';
import { claimBarcodes } from './claim-barcodes.ts';
import { ensureRoom } from './ensure-room.ts';
import { readShopProduct } from './read-shop-product.ts';

type Row = { shop_id: number; deleted_at: Date | null };

/**
 * Brings back a product that was removed, as it was; one that is there stays so. Throws not_found for products of other
 * shops, `barcode_taken` when another product has got its barcode meanwhile, and `shelf_full`.
 */
export function restoreProduct({ id, by }: { id: number; by: Session }): Promise<ShopProduct> {
  return changeShelf(async (client) => {
    const { rows } = await client.query<Row>({ name: 'lock-removed-product', text: LOCK, values: [id] });
    const [row] = rows;
    if (!row || !managesShop(by, row.shop_id)) throw new DomainError('not_found', 'Product not found');
    if (!row.deleted_at) return readShopProduct(client, id);
    const shopId = row.shop_id;
    await claimBarcodes(client, { shopId, productId: id, barcodes: await barcodesOf(client, id) });
    await client.query({
      name: 'restore-product',
      text: 'UPDATE products SET deleted_at = NULL, updated_at = clock_timestamp() WHERE id = $1',
      values: [id],
    });
    await ensureRoom(client, shopId);
    const product = await readShopProduct(client, id);
    const what = { action: 'product.restored', subject: product.name } as const;
    await recordActivity(client, { shopId, actorId: by.userId, ...what });
    return product;
  });
}

// Its variants as well, in the order in which orders lock them: writing the product locks the shelf.
async function barcodesOf(client: PoolClient, id: number): Promise<(string | null)[]> {
  const { rows } = await client.query<{ barcode: string | null }>({
    name: 'barcodes-of-product',
    text: 'SELECT barcode FROM variants WHERE product_id = $1 AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE',
    values: [id],
  });
  return rows.map(({ barcode }) => barcode);
}

const LOCK = 'SELECT shop_id, deleted_at FROM products WHERE id = $1 FOR NO KEY UPDATE';
