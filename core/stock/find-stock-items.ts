import { articleStart } from '@haat/contract/catalog/barcode';
import { type StockItem, stockItem } from '@haat/contract/stock/stock-lists.calls';
import type { StockKept } from '@haat/contract/catalog/stock-unit';
import { many, sql } from '../db/database.ts';
import { type Manager, requireRight } from '../accounts/shop-rights.ts';
import { wire } from '../lib/wire.ts';
import { articleIn } from '../catalog/barcode.sql.ts';
import { STOCK_NAME_COLUMNS, STOCK_VARIANTS } from './stock.sql.ts';

type Search = { by: Manager; shopId: number; search: string };

const MOST = 30;

/** The variants whose product has all words of the search, or whose barcode begins with it, by name. Throws `forbidden`. */
export async function findStockItems({ by, shopId, search }: Search): Promise<StockItem[]> {
  requireRight('stock', by, shopId);
  const words = search.split(/\s+/).filter(Boolean);
  const rows = await many(FIND, { shopId, words, article: articleStart(search), limit: MOST });
  return wire(stockItem, rows);
}

type Params = { shopId: number; words: string[]; article: string | null; limit: number };
type Row = Omit<StockItem, 'variant_id' | 'stock_unit'> & StockKept & { variantId: number; productId: number };

const FIND = sql<Params, Row>(
  `SELECT ${STOCK_NAME_COLUMNS}, v.stock FROM ${STOCK_VARIANTS}
   WHERE p.shop_id = :shopId AND p.deleted_at IS NULL AND v.deleted_at IS NULL
     AND (NOT EXISTS (SELECT FROM unnest(:words::text[]) word WHERE strpos(lower(p.name), lower(word)) = 0)
       OR starts_with(${articleIn('v.barcode')}, :article::text))
   ORDER BY lower(p.name), p.id, v.position, v.id LIMIT :limit`,
);
