import type { StockKept } from '@haat/contract/catalog/stock-unit';
import type { PoolClient } from 'pg';
import { many, sql } from '../../db/database.ts';
import { DomainError, invalidField } from '../../errors.ts';

export type BulkProduct = { id: number; name: string; isPublished: boolean; categoryId: number | null };

export type BulkVariant = {
  id: number;
  productId: number;
  /** Of its product, with its options: `Milk (500 ml)`. */
  name: string;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
} & StockKept;

export type BulkProducts = { products: BulkProduct[]; variants: BulkVariant[] };
type Chosen = { shopId: number; ids: readonly number[] };

const MAX_VARIANTS = 5_000;

/**
 * Locks products of a shop and their variants, in the order in which orders lock them, and reads them. Products deleted in the
 * meantime are left out. Throws DomainError `not_found` when none is left, `invalid_input` above 5,000 variants.
 */
export async function lockProducts(client: PoolClient, chosen: Chosen): Promise<BulkProducts> {
  const products = await many(LOCK_PRODUCTS, chosen, client);
  const ids = products.map(({ id }) => id);
  return checked({ products, variants: await many(LOCK_VARIANTS, { ...chosen, ids }, client) });
}

/** The same without locks. */
export async function readProducts(chosen: Chosen): Promise<BulkProducts> {
  return checked({ products: await many(PRODUCTS, chosen), variants: await many(VARIANTS, chosen) });
}

function checked(found: BulkProducts): BulkProducts {
  if (found.products.length === 0) throw new DomainError('not_found', 'Product not found');
  if (found.variants.length > MAX_VARIANTS) {
    throw invalidField('products', `have more than ${MAX_VARIANTS.toLocaleString('en')} variants: choose fewer`);
  }
  return found;
}

const productsSql = (lock: string) =>
  sql<Chosen, BulkProduct>(
    `SELECT id, name, is_published, category_id FROM products
     WHERE id = ANY(:ids::bigint[]) AND shop_id = :shopId AND deleted_at IS NULL ORDER BY id ${lock}`,
  );

/** The name of variant `v` of product `p`, with its options. */
export const VARIANT_NAME = `p.name || coalesce(' (' || nullif(concat_ws(', ',
    (SELECT name FROM sizes WHERE id = v.size_id), (SELECT name FROM colors WHERE id = v.color_id),
    (SELECT name FROM units WHERE id = v.unit_id)), '') || ')', '')`;

const variantsSql = (lock: string) =>
  sql<Chosen, BulkVariant>(
    `SELECT v.id, v.product_id, v.price_paise, v.mrp_paise, v.stock, v.stock_unit, v.content, ${VARIANT_NAME} AS name
     FROM variants v JOIN products p ON p.id = v.product_id
     WHERE p.id = ANY(:ids::bigint[]) AND p.shop_id = :shopId AND p.deleted_at IS NULL AND v.deleted_at IS NULL
     ORDER BY v.id ${lock}`,
  );

const PRODUCTS = productsSql('');
const VARIANTS = variantsSql('');
const LOCK_PRODUCTS = productsSql('FOR NO KEY UPDATE');
const LOCK_VARIANTS = variantsSql('FOR NO KEY UPDATE OF v');
