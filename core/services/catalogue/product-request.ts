import { createHash } from 'node:crypto';
import type { NewProduct } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { PoolClient } from 'pg';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { readShopProduct } from './read-shop-product.ts';

/** A request for a new product that says which one it is. `key` stands for it among the requests of its user. */
export type ProductRequest = { userId: number; key: string; bodyHash: string };

type Body = { shopId: number; form: NewProduct; picture?: Buffer | undefined };

/** What a request for a new product asks for, its picture too, as a hash. */
export function hashOfNewProduct({ shopId, form, picture }: Body): string {
  const hash = createHash('sha256').update(JSON.stringify([shopId, form]));
  if (picture) hash.update(picture);
  return hash.digest('base64url');
}

/**
 * The product that an earlier request with the same key has added, as it stands now; undefined when there was none. Throws
 * idempotency_conflict when that request asked for something else, and not_found when the product was deleted since.
 */
export async function findEarlierProduct({ userId, key, bodyHash }: ProductRequest): Promise<ShopProduct | undefined> {
  const { pool } = database();
  const { rows } = await pool.query<{ productId: number; bodyHash: string }>({
    name: 'find-earlier-product',
    text: FIND,
    values: [userId, key],
  });
  const earlier = rows[0];
  if (!earlier) return undefined;
  if (earlier.bodyHash !== bodyHash) {
    throw new DomainError('idempotency_conflict', 'This Idempotency-Key was used for another product.');
  }
  return readShopProduct(pool, earlier.productId);
}

/** Remembers which product the request has added, in the transaction that adds it: that of a twin fails. */
export async function rememberProduct(client: PoolClient, request: ProductRequest, productId: number): Promise<void> {
  const { userId, key, bodyHash } = request;
  await client.query({ name: 'remember-product', text: REMEMBER, values: [userId, key, bodyHash, productId] });
}

const FIND = `
  SELECT product_id AS "productId", body_hash AS "bodyHash" FROM product_requests WHERE user_id = $1 AND key = $2`;
const REMEMBER = 'INSERT INTO product_requests (user_id, key, body_hash, product_id) VALUES ($1, $2, $3, $4)';
