import type { ShopProduct } from '@haat/contract/api/products.schema';
import { database } from '../../db/database.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from '../catalogue/shelf.sql.ts';
import type { Names } from './new-names.ts';

/** Everything on a shop's shelf, hidden or not, by the age of the products. */
export async function loadProducts(shopId: number): Promise<ShopProduct[]> {
  const { rows } = await database().pool.query<{ product: ShopProduct }>({
    name: 'all-shop-products',
    text: `SELECT ${SHOP_PRODUCT_JSON} AS product FROM products p ${SHOP_VARIANTS_OF_PRODUCT}
      WHERE p.shop_id = $1 AND p.deleted_at IS NULL AND v.list IS NOT NULL ORDER BY p.id`,
    values: [shopId],
  });
  return rows.map(({ product }) => product);
}

/** The categories, with their subcategories as `Dairy › Ghee`, and the units that a shop sees. */
export async function loadNames(shopId: number): Promise<Names> {
  const { rows } = await database().pool.query<{ categories: string[]; units: string[] }>({
    name: 'names-of-shop',
    text: NAMES,
    values: [shopId],
  });
  return rows[0] ?? { categories: [], units: [] };
}

const NAMES = `
  SELECT
    array(SELECT concat_ws(' › ', parent.name, c.name) FROM categories c LEFT JOIN categories parent ON parent.id = c.parent_id
      WHERE c.shop_id IS NULL OR c.shop_id = $1) AS categories,
    array(SELECT name FROM units WHERE shop_id IS NULL OR shop_id = $1) AS units`;
