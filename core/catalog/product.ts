import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { loggedStock } from '@haat/contract/catalog/stock-unit';
import { MAX_PRODUCTS } from '@haat/contract/catalog/product-input';
import type { PoolClient } from 'pg';
import { Product } from '../db/catalog.models.ts';
import { type Connection, many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { type Manager, may, requireRight } from '../accounts/shop-rights.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from './product.sql.ts';
import type { StoredVariant } from './variants.ts';

type OwnProduct = { by: Manager; shopId: number; id: number };

/**
 * A product of a shop for its managers, even if hidden. Throws DomainError `forbidden` for anyone else, and `not_found` for
 * unknown products and products of other shops.
 */
export async function findShopProduct({ by, shopId, id }: OwnProduct): Promise<ShopProduct> {
  requireRight('catalog', by, shopId);
  const product = await readShopProduct(id);
  if (product.shopId !== shopId) throw notFound();
  return product;
}

/** A product for managers of its shop; the caller has checked the right. Throws DomainError `not_found` when it was deleted. */
export async function readShopProduct(id: number, on?: Connection): Promise<ShopProduct> {
  const row = await one(SHOP_PRODUCT, { id }, on);
  if (!row) throw notFound();
  return row.product;
}

const SHOP_PRODUCT = sql<{ id: number }, { product: ShopProduct }>(
  `SELECT ${SHOP_PRODUCT_JSON} AS product FROM products p ${SHOP_VARIANTS_OF_PRODUCT}
   WHERE p.id = :id AND p.deleted_at IS NULL AND v.list IS NOT NULL`,
);

/**
 * Checks that the caller manages a product, before a request body is read; returns its shop. Throws DomainError `not_found` for
 * unknown products and products of other shops.
 */
export async function findOwnProduct({ id, by }: { id: number; by: Manager }): Promise<number> {
  const product = await Product.query().findOne({ id, deletedAt: null }).select('shopId');
  if (!product || !may('catalog', by, product.shopId)) throw notFound();
  return product.shopId;
}

export type LockedProduct = { product: ShopProduct; variants: StoredVariant[] };

/**
 * Locks a product and its variants, in the order in which orders lock them to prevent deadlocks, and reads them. Throws
 * DomainError `not_found` for unknown products and products of other shops.
 */
export async function lockProduct(client: PoolClient, { id, by }: { id: number; by: Manager }): Promise<LockedProduct> {
  const row = await one(LOCK_PRODUCT, { id }, client);
  if (!row || !may('catalog', by, row.shopId)) throw notFound();
  const variants = await many(LOCK_VARIANTS, { id }, client);
  const product = await readShopProduct(id, client);
  const order = new Map(product.variants.map((variant, at) => [variant.id, at]));
  return { product, variants: variants.toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)) };
}

const LOCK_PRODUCT = sql<{ id: number }, { shopId: number }>(
  'SELECT shop_id FROM products WHERE id = :id AND deleted_at IS NULL FOR NO KEY UPDATE',
);

const LOCK_VARIANTS = sql<{ id: number }, StoredVariant>(
  `SELECT id, size_id, color_id, unit_id, price_paise, mrp_paise, stock, barcode, position, stock_unit, content
   FROM variants WHERE product_id = :id AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE`,
);

const notFound = () => new DomainError('not_found', 'Product not found');

/**
 * Throws DomainError `catalog_limit_reached` when a shop has more products than a catalog can have. Call it after the product
 * was written, which locks the catalog: no other transaction adds a product before the end of this one.
 */
export async function checkCatalogLimit(client: PoolClient, shopId: number): Promise<void> {
  const [excess] = await Product.query(client).where({ shopId, deletedAt: null }).offset(MAX_PRODUCTS).limit(1);
  if (excess) throw new DomainError('catalog_limit_reached', CATALOG_LIMIT_REACHED);
}

const CATALOG_LIMIT_REACHED = `The shop has ${MAX_PRODUCTS.toLocaleString('en')} products, which is the maximum. Delete a product before you add another one.`;

type ShopVariant = ShopProduct['variants'][number];

/** The fields of a product in the activity log. */
export function productFacts(product: ShopProduct): Record<string, unknown> {
  const { name, description, category, subcategory, pictures, published, details } = product;
  const variants = product.variants.map((variant) => ({
    form: variantName(variant),
    price: variant.price,
    mrp: variant.mrp,
    stock: loggedStock(variant.stock_amount, variant.stock_unit),
    barcode: variant.barcode,
  }));
  return { name, description, category, subcategory, pictures, published, ...details, variants };
}

/** The options of a variant, `M, Red, 500 g`; null when it has none. */
export function variantName({ size, color, unit }: Pick<ShopVariant, 'size' | 'color' | 'unit'>): string | null {
  const names = [size, color, unit].flatMap((option) => option?.name ?? []);
  return names.length > 0 ? names.join(', ') : null;
}
