import type { ProductStatus, ShopProduct } from '@haat/contract/api/products';
import { LOW_STOCK } from '@haat/contract/rules/product-input';
import { many, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Manager, canManage } from '../auth/shop-rights.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from './product.sql.ts';

/** `after`: the last product of the previous page. */
type Request = {
  by: Manager;
  shopId: number;
  search?: string | undefined;
  status?: ProductStatus | undefined;
  barcode?: string | undefined;
  limit?: number | undefined;
  after?: number | undefined;
};

const MAX_LIMIT = 100;

/**
 * A shop's products for those who manage it, by name, at most a hundred: those of that status whose name has all words of
 * the search or whose barcode begins with it, or those of exactly one barcode. Throws DomainError `forbidden` for anybody
 * else.
 */
export async function listShopProducts(request: Request): Promise<ShopProduct[]> {
  const { by, shopId, search = '', status = 'all', barcode, limit = MAX_LIMIT, after } = request;
  if (!canManage(by, shopId)) throw new DomainError('forbidden', 'You do not have access to this shop.');
  if (barcode) return products(await many(BY_BARCODE, { shopId, barcode }));
  const words = search.split(/\s+/).filter(Boolean);
  const digits = /^\d+$/.test(search) ? search : null;
  const page = { shopId, words, digits, limit: Math.min(limit, MAX_LIMIT) };
  if (after === undefined) return products(await many(FIRST_PAGE[status], page));
  return products(await many(NEXT_PAGE[status], { ...page, after }));
}

type Row = { product: ShopProduct };

const products = (rows: Row[]): ShopProduct[] => rows.map(({ product }) => product);

type Page = { shopId: number; words: string[]; digits: string | null; limit: number };

const HAS_STATUS: Record<ProductStatus, string> = {
  all: '',
  published: 'AND p.is_published',
  hidden: 'AND NOT p.is_published',
  low: `AND EXISTS (
    SELECT FROM variants low WHERE low.product_id = p.id AND low.deleted_at IS NULL AND low.stock <= ${LOW_STOCK})`,
};

// The position of a product in the list, also after it was removed.
const IS_AFTER = `AND (lower(p.name), p.id) > (
    (SELECT lower(name) FROM products WHERE id = :after AND shop_id = :shopId), (SELECT id FROM products WHERE id = :after))`;

const pageSql = <Params extends Page>(status: ProductStatus, place: 'first' | 'next') =>
  sql<Params, Row>(
    `SELECT ${SHOP_PRODUCT_JSON} AS product
     FROM (
       SELECT p.* FROM products p
       WHERE p.shop_id = :shopId AND p.deleted_at IS NULL ${HAS_STATUS[status]} ${place === 'first' ? '' : IS_AFTER}
         AND EXISTS (SELECT FROM variants sold WHERE sold.product_id = p.id AND sold.deleted_at IS NULL)
         AND (NOT EXISTS (SELECT FROM unnest(:words::text[]) word WHERE strpos(lower(p.name), lower(word)) = 0)
           OR EXISTS (SELECT FROM variants coded WHERE coded.product_id = p.id AND coded.deleted_at IS NULL
             AND starts_with(coded.barcode, :digits::text)))
       ORDER BY lower(p.name), p.id LIMIT :limit
     ) p ${SHOP_VARIANTS_OF_PRODUCT}
     ORDER BY lower(p.name), p.id`,
    `shop-products-${status}-${place}`,
  );

const pagesSql = <Params extends Page>(place: 'first' | 'next') => ({
  all: pageSql<Params>('all', place),
  published: pageSql<Params>('published', place),
  hidden: pageSql<Params>('hidden', place),
  low: pageSql<Params>('low', place),
});

export const FIRST_PAGE = pagesSql('first');
export const NEXT_PAGE = pagesSql<Page & { after: number }>('next');

export const BY_BARCODE = sql<{ shopId: number; barcode: string }, Row>(
  `SELECT ${SHOP_PRODUCT_JSON} AS product
   FROM (
     SELECT p.* FROM products p WHERE p.shop_id = :shopId AND p.deleted_at IS NULL
       AND p.id IN (SELECT product_id FROM variants WHERE barcode = :barcode AND deleted_at IS NULL)
   ) p ${SHOP_VARIANTS_OF_PRODUCT}
   ORDER BY p.id`,
  'products-by-barcode',
);
