import type { ProductStatus, ShopProduct } from '@haat/contract/api/products.schema';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { type Manager, managesShop } from '../auth/session.ts';
import { PRODUCTS_BY_BARCODE, shopProductsSql } from './shop-products.sql.ts';

/** `after`: the last product of the page before. */
type Wanted = {
  search?: string | undefined;
  status?: ProductStatus | undefined;
  barcode?: string | undefined;
  limit?: number | undefined;
  after?: number | undefined;
};
type Request = Wanted & { by: Manager; shopId: number };

const MOST = 100;

/**
 * A shop's products as those who manage it see them, by their name, a hundred at most: those whose name has all words of
 * the search, or whose barcode begins with it, and that fit the status; or those of exactly one barcode. Throws
 * forbidden for anybody else: the id of a shop is public. Spec section 1, vendors.
 */
export async function listShopProducts({ by, shopId, ...wanted }: Request): Promise<ShopProduct[]> {
  if (!managesShop(by, shopId)) throw new DomainError('forbidden', 'This is not your shop.');
  const { rows } = await database().pool.query<{ product: ShopProduct }>(statementOf(shopId, wanted));
  return rows.map(({ product }) => product);
}

function statementOf(shopId: number, { search = '', status = 'all', barcode, limit = MOST, after }: Wanted) {
  if (barcode) return { name: 'products-by-barcode', text: PRODUCTS_BY_BARCODE, values: [shopId, barcode] };
  const words = search.split(/\s+/).filter(Boolean);
  const digits = /^\d+$/.test(search) ? search : null;
  const isFirst = after === undefined;
  return {
    name: `shop-products-${status}-${isFirst ? 'first' : 'next'}`,
    text: shopProductsSql(status, isFirst),
    values: [shopId, words, digits, Math.min(limit, MOST), ...(isFirst ? [] : [after])],
  };
}
