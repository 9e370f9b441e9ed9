import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Manager, managesShop } from '../auth/session.ts';

/**
 * Looks whether somebody manages a product, before anything is read of what they send for it; answers its shop. Throws
 * not_found for products of other shops as for those that do not exist.
 */
export async function findOwnProduct({ id, by }: { id: number; by: Manager }): Promise<number> {
  const { rows } = await database().pool.query<{ shop_id: number }>({
    name: 'own-product',
    text: 'SELECT shop_id FROM products WHERE id = $1 AND deleted_at IS NULL',
    values: [id],
  });
  if (!rows[0] || !managesShop(by, rows[0].shop_id)) throw new DomainError('not_found', 'Product not found');
  return rows[0].shop_id;
}
