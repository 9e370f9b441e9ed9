import type { ProductDetail, ProductView } from '@haat/contract/api/products.schema';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Session, worksFor } from '../auth/session.ts';
import { PRODUCT } from './shelf.sql.ts';

type Row = { shop_id: number; is_published: boolean; suspended: boolean; barcode: string | null; product: ProductView };
type Reader = Pick<Session, 'shopId' | 'role' | 'isPlatformAdmin'>;

/**
 * One product. Those who manage its shop see it unpublished too, and its barcode. Throws not_found for everybody else's
 * unpublished ones as for those that do not exist. Spec section 7.
 */
export async function findProduct({ id, reader }: { id: number; reader: Reader }): Promise<ProductDetail> {
  const { rows } = await database().pool.query<Row>({ name: 'product', text: PRODUCT, values: [id] });
  const [row] = rows;
  if (row && (reader.isPlatformAdmin || worksFor(reader, row.shop_id))) return { ...row.product, barcode: row.barcode };
  if (!row?.is_published || row.suspended) throw new DomainError('not_found', 'Product not found');
  return row.product;
}
