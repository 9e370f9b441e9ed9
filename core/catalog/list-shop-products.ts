import { articleStart } from '@haat/contract/catalog/barcode';
import type { ProductSort, ProductStatus, ShopProduct, SortOrder } from '@haat/contract/catalog/products.calls';
import { MAX_PRODUCTS } from '@haat/contract/catalog/product-input';
import { many, sql, type Sql } from '../db/database.ts';
import { type Manager, requireRight } from '../accounts/shop-rights.ts';
import { articleIn } from './barcode.sql.ts';
import { findProductByBarcode } from './find-by-barcode.ts';
import { isLow } from './low-stock.sql.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from './product.sql.ts';

type Filter = {
  by: Manager;
  shopId: number;
  search?: string | undefined;
  status?: ProductStatus | undefined;
  category?: number | undefined;
};

/** `after`: the last product of the previous page; `afterValue`: its sort key at that time. */
type Request = Filter & {
  barcode?: string | undefined;
  sort?: ProductSort | undefined;
  order?: SortOrder | undefined;
  limit?: number | undefined;
  after?: number | undefined;
  afterValue?: string | undefined;
};

const MAX_LIMIT = 100;

/**
 * A shop's products for its managers, sorted, at most a hundred: of that status and category, and whose name has all words of
 * the search or whose barcode begins with it, or the one of the given barcode. Throws DomainError `forbidden` for anyone else.
 */
export async function listShopProducts(request: Request): Promise<ShopProduct[]> {
  const { status = 'all', sort = 'name', order = 'asc', barcode, limit = MAX_LIMIT, after, afterValue } = request;
  checkRights(request);
  if (barcode) {
    const found = await findProductByBarcode({ shopId: request.shopId, barcode });
    return found ? [found.product] : [];
  }
  const page = { ...matching(request), limit: Math.min(limit, MAX_LIMIT) };
  if (after === undefined) return products(await many(pageSql({ status, sort, order }), page));
  const next = { ...page, after, afterValue: sortValue(sort, afterValue) };
  return products(await many(nextPageSql({ status, sort, order }), next));
}

/** The ids of all products that match a filter, by id. Throws what `listShopProducts` does. */
export async function listProductIds(filter: Filter): Promise<number[]> {
  checkRights(filter);
  const rows = await many(idsSql(filter.status ?? 'all'), { ...matching(filter), limit: MAX_PRODUCTS });
  return rows.map(({ id }) => id);
}

function checkRights({ by, shopId }: Filter): void {
  requireRight('catalog', by, shopId);
}

function matching({ shopId, search = '', category }: Filter) {
  const words = search.split(/\s+/).filter(Boolean);
  return { shopId, words, article: articleStart(search), category: category ?? null };
}

/** The value to compare with a sort key: paise, pieces, or microseconds. */
function sortValue(sort: ProductSort, value: string | undefined): number | null {
  if (value === undefined || sort === 'name') return null;
  const key = Math.round(Number(value) * (sort === 'price' ? 100 : 1));
  return Math.min(key, Number.MAX_SAFE_INTEGER);
}

type Row = { product: ShopProduct };

const products = (rows: Row[]): ShopProduct[] => rows.map(({ product }) => product);

type Page = { shopId: number; words: string[]; article: string | null; category: number | null; limit: number };
type NextPage = Page & { after: number; afterValue: number | null };
type Listing = { status: ProductStatus; sort: ProductSort; order: SortOrder };

const HAS_STATUS: Record<ProductStatus, string> = {
  all: '',
  published: 'AND p.is_published',
  hidden: 'AND NOT p.is_published',
  low: `AND EXISTS (
    SELECT FROM variants low WHERE low.product_id = p.id AND low.deleted_at IS NULL AND ${isLow('low')})`,
  no_picture: 'AND p.image IS NULL',
  no_barcode: `AND EXISTS (
    SELECT FROM variants bare WHERE bare.product_id = p.id AND bare.deleted_at IS NULL AND bare.barcode IS NULL)`,
};

// Not by EXISTS: it may become a join with the variants of all shops.
const MATCHES = `p.shop_id = :shopId AND p.deleted_at IS NULL
  AND (SELECT min(sold.id) FROM variants sold WHERE sold.product_id = p.id AND sold.deleted_at IS NULL) IS NOT NULL
  AND (:category::bigint IS NULL OR p.category_id IN (
    SELECT id FROM categories WHERE id = :category::bigint OR parent_id = :category::bigint))
  AND (NOT EXISTS (SELECT FROM unnest(:words::text[]) word WHERE strpos(lower(p.name), lower(word)) = 0)
    OR EXISTS (SELECT FROM variants coded WHERE coded.product_id = p.id AND coded.deleted_at IS NULL
      AND starts_with(${articleIn('coded.barcode')}, :article::text)))`;

const ofVariants = (value: string) =>
  `(SELECT ${value} FROM variants each WHERE each.product_id = p.id AND each.deleted_at IS NULL)`;

/** In microseconds, as the version of a product. */
const CHANGED_AT = '(extract(epoch FROM p.updated_at) * 1000000)::bigint';

/** The sort key of a product `p`. */
const SORT_KEYS: Record<ProductSort, Record<SortOrder, string>> = {
  name: { asc: 'lower(p.name)', desc: 'lower(p.name)' },
  price: { asc: ofVariants('min(each.price_paise)'), desc: ofVariants('max(each.price_paise)') },
  stock: {
    asc: ofVariants('min(each.stock / each.content)::bigint'),
    desc: ofVariants('max(each.stock / each.content)::bigint'),
  },
  changed: { asc: CHANGED_AT, desc: CHANGED_AT },
};

// The position of a product in the list, also after it was removed: a name is looked up, other values are as they were read.
function isAfter({ sort, order }: Listing): string {
  const key = SORT_KEYS[sort][order];
  const stored = `(SELECT ${key} FROM products p WHERE p.id = :after AND p.shop_id = :shopId)`;
  const value = sort === 'name' ? stored : `coalesce(:afterValue::bigint, ${stored})`;
  return `AND (${key}, p.id) ${order === 'asc' ? '>' : '<'} (${value}, (SELECT id FROM products WHERE id = :after))`;
}

function listSql<Params>(listing: Listing, place: 'first' | 'next'): Sql<Params, Row> {
  const { status, sort, order } = listing;
  const direction = order === 'asc' ? 'ASC' : 'DESC';
  const by = (key: string) => `ORDER BY ${key} ${direction}, p.id ${direction}`;
  const key = SORT_KEYS[sort][order];
  return sql<Params, Row>(
    `SELECT ${SHOP_PRODUCT_JSON} AS product
     FROM (
       SELECT p.*, ${key} AS sort_key FROM products p
       WHERE ${MATCHES} ${HAS_STATUS[status]} ${place === 'first' ? '' : isAfter(listing)}
       ${by(key)} LIMIT :limit
     ) p ${SHOP_VARIANTS_OF_PRODUCT}
     ${by('p.sort_key')}`,
  );
}

export const pageSql = (listing: Listing) => listSql<Page>(listing, 'first');
export const nextPageSql = (listing: Listing) => listSql<NextPage>(listing, 'next');

const idsSql = (status: ProductStatus) =>
  sql<Page, { id: number }>(
    `SELECT p.id FROM products p WHERE ${MATCHES} ${HAS_STATUS[status]} ORDER BY p.id LIMIT :limit`,
  );
