import type { ProductStatus } from '@haat/contract/api/products.schema';
import { LOW_STOCK } from '@haat/contract/rules/low-stock';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from './shelf.sql.ts';

const IS: Record<ProductStatus, string> = {
  all: '',
  published: 'AND p.is_published',
  hidden: 'AND NOT p.is_published',
  low: `AND EXISTS (
    SELECT FROM variants low WHERE low.product_id = p.id AND low.deleted_at IS NULL AND low.stock <= ${LOW_STOCK})`,
};

// The place of a product in the list, also after it was removed.
const AFTER = `AND (lower(p.name), p.id) > (
    (SELECT lower(name) FROM products WHERE id = $5 AND shop_id = $1), (SELECT id FROM products WHERE id = $5))`;

/** $1 shop, $2 words of the name, $3 beginning of a barcode, $4 how many; for the next pages $5 the product before. */
export const shopProductsSql = (status: ProductStatus, isFirst: boolean): string => `
  SELECT ${SHOP_PRODUCT_JSON} AS product
  FROM (
    SELECT p.* FROM products p
    WHERE p.shop_id = $1 AND p.deleted_at IS NULL ${IS[status]} ${isFirst ? '' : AFTER}
      AND EXISTS (SELECT FROM variants sold WHERE sold.product_id = p.id AND sold.deleted_at IS NULL)
      AND (NOT EXISTS (SELECT FROM unnest($2::text[]) word WHERE strpos(lower(p.name), lower(word)) = 0)
        OR EXISTS (SELECT FROM variants coded WHERE coded.product_id = p.id AND coded.deleted_at IS NULL
          AND starts_with(coded.barcode, $3::text)))
    ORDER BY lower(p.name), p.id LIMIT $4
  ) p ${SHOP_VARIANTS_OF_PRODUCT}
  ORDER BY lower(p.name), p.id`;

/** $1 shop, $2 barcode. */
export const PRODUCTS_BY_BARCODE = `
  SELECT ${SHOP_PRODUCT_JSON} AS product
  FROM (
    SELECT p.* FROM products p WHERE p.shop_id = $1 AND p.deleted_at IS NULL
      AND p.id IN (SELECT product_id FROM variants WHERE barcode = $2 AND deleted_at IS NULL)
  ) p ${SHOP_VARIANTS_OF_PRODUCT}
  ORDER BY p.id`;
