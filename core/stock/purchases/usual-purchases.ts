import { type UsualPurchase, usualPurchase } from '@haat/contract/stock/purchases.calls';
import type { StockKept } from '@haat/contract/catalog/stock-unit';
import { many, sql } from '../../db/database.ts';
import { type Manager, requireRight } from '../../accounts/shop-rights.ts';
import { wire } from '../../lib/wire.ts';
import { COUNTS, inUnitOf } from '../stock.sql.ts';

type Request = { by: Manager; shopId: number; variants: number[]; without?: number | undefined };

const LAST_PURCHASES = 5;

/**
 * The usual quantity and cost of variants of the shop: the middle ones of their last purchases that count, but for the purchase
 * `without`; with their prices and stock of now. Throws `forbidden` like `requireRight`.
 */
export async function listUsualPurchases({ by, shopId, variants, without }: Request): Promise<UsualPurchase[]> {
  requireRight('purchases', by, shopId);
  const rows = await many(USUAL, { shopId, variantIds: variants, without: without ?? null, last: LAST_PURCHASES });
  return wire(usualPurchase, rows);
}

type Params = { shopId: number; variantIds: number[]; without: number | null; last: number };
type Row = {
  variantId: number;
  quantity: number | null;
  costPaise: number | null;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
} & StockKept;

const USUAL = sql<Params, Row>(
  `SELECT v.id AS variant_id, usual.quantity, usual.cost_paise, v.price_paise, v.mrp_paise, v.stock, v.stock_unit, v.content
   FROM variants v JOIN products p ON p.id = v.product_id AND p.shop_id = :shopId
   CROSS JOIN LATERAL (
     SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY quantity) AS quantity,
       percentile_disc(0.5) WITHIN GROUP (ORDER BY cost_paise) AS cost_paise
     FROM (
       SELECT round(${inUnitOf('v', 'l.quantity', 'l.content')})::int AS quantity, l.cost_paise FROM purchase_lines l JOIN purchases c ON c.id = l.purchase_id
       WHERE l.variant_id = v.id AND c.id IS DISTINCT FROM :without::bigint AND ${COUNTS}
       ORDER BY c.booked_at DESC, l.id DESC LIMIT :last
     ) latest
   ) usual
   WHERE v.id = ANY(:variantIds::bigint[]) ORDER BY v.id`,
);
