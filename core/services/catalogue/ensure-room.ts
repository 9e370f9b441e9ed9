import { MOST_PRODUCTS } from '@haat/contract/rules/most-products';
import type { PoolClient } from 'pg';
import { DomainError } from '../../errors.ts';

/**
 * Throws `shelf_full` when a shop has more products than its shelf carries. To be asked after the product was written:
 * that locks the shelf, so nobody else adds one until the end of the transaction.
 */
export async function ensureRoom(client: PoolClient, shopId: number): Promise<void> {
  const values = [shopId, MOST_PRODUCTS];
  const { rowCount } = await client.query({ name: 'product-too-many', text: TOO_MANY, values });
  if (rowCount !== 0) throw new DomainError('shelf_full', SHELF_FULL);
}

const SHELF_FULL = `The shop has ${MOST_PRODUCTS.toLocaleString('en')} products, and there is no room for more. Delete one that you no longer sell first.`;

const TOO_MANY = 'SELECT FROM products WHERE shop_id = $1 AND deleted_at IS NULL OFFSET $2 LIMIT 1';
