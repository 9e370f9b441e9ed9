import type { ProductDetail, ProductView } from '@haat/contract/api/products.schema';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Manager, managesShop } from '../auth/session.ts';
import { readShopProduct } from './read-shop-product.ts';
import { PRODUCT } from './shelf.sql.ts';

type Row = { shop_id: number; is_published: boolean; suspended: boolean; product: ProductView };

/**
 * One product. Those who manage its shop see it unpublished too, and all that its edit form needs. Throws not_found for
 * everybody else's unpublished ones as for those that do not exist. Spec section 7.
 */
export async function findProduct({ id, reader }: { id: number; reader: Manager }): Promise<ProductDetail> {
  const { pool } = database();
  const { rows } = await pool.query<Row>({ name: 'product', text: PRODUCT, values: [id] });
  const [row] = rows;
  if (row && managesShop(reader, row.shop_id)) return readShopProduct(pool, id);
  if (!row?.is_published || row.suspended) throw new DomainError('not_found', 'Product not found');
  return row.product;
}
