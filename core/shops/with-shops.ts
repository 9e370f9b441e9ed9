import { many, sql } from '../db/database.ts';
import type { ShopListing } from './list-all-shops.ts';
import { openingHours } from './opening-hours.sql.ts';
import { pausedAt } from './paused.sql.ts';

/** The columns of `shops` in lists of shops. */
export const SHOP_COLUMNS = `shops.id, slug, name, trade, address, ${openingHours()} AS opening, ${pausedAt()} AS paused_at, min_order_paise, picture`;

/** Products with their shops, without the products of suspended shops. */
export async function withShops<Product extends { shopId: number }>(
  products: readonly Product[],
): Promise<(Omit<Product, 'shopId'> & { shop: ShopListing })[]> {
  const shops = await many(SHOPS_BY_ID, { shopIds: products.map(({ shopId }) => shopId) });
  const shopById = new Map(shops.map((shop) => [shop.id, shop]));
  return products.flatMap(({ shopId, ...product }) => {
    const shop = shopById.get(shopId);
    return shop ? [{ ...product, shop }] : [];
  });
}

const SHOPS_BY_ID = sql<{ shopIds: number[] }, ShopListing>(
  `SELECT ${SHOP_COLUMNS} FROM shops WHERE id = ANY(:shopIds::bigint[]) AND suspended_at IS NULL AND NOT is_platform`,
);
