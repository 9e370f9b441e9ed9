import { COUNTER_PHONE_DAYS, readSaleSearch, type SaleSearch } from '@haat/contract/orders/counter-sale';
import { many, sql } from '../db/database.ts';
import type { Session } from '../accounts/session.ts';
import { requireRight } from '../accounts/shop-rights.ts';
import { type OrderRecord, SHOP_ORDER_RECORD } from './order-record.ts';
import { containing } from './orders-by-words.sql.ts';

type Request = {
  by: Session;
  shopId: number;
  search?: string | undefined;
  /** In the shop's time zone. */
  day?: string | undefined;
  limit?: number | undefined;
  after?: number | undefined;
};

const MOST_SALES = 50;

/**
 * The returnable counter sales of a shop, latest first, 50 at most. `search` filters by receipt number, amount or item. Throws
 * forbidden unless the session belongs to a member there or to the platform operator.
 */
export async function listCounterSales({ by, shopId, search, day, limit, after }: Request): Promise<OrderRecord[]> {
  requireRight('sales', by, shopId);
  const { digits, paise, words }: Partial<SaleSearch> = search === undefined ? {} : readSaleSearch(search);
  return many(LIST_SALES, {
    shopId,
    days: COUNTER_PHONE_DAYS,
    day: day ?? null,
    digits: digits === undefined ? null : containing(digits),
    paise: paise ?? null,
    words: words === undefined ? null : containing(words),
    after: after ?? null,
    limit: Math.min(limit ?? MOST_SALES, MOST_SALES),
  });
}

type ListParams = {
  shopId: number;
  days: number;
  day: string | null;
  /** Patterns for LIKE. */
  digits: string | null;
  words: string | null;
  paise: number | null;
  after: number | null;
  limit: number;
};

// Materialized, so that the search covers these days only, not all sales of the shop. The number of a receipt that was printed
// offline is the note of the order.
const LIST_SALES = sql<ListParams, OrderRecord>(
  `WITH sale AS MATERIALIZED (
     SELECT o.id, o.order_number, o.total_paise, o.note
     FROM orders o JOIN shops s ON s.id = o.shop_id
     WHERE o.shop_id = :shopId AND o.channel = 'counter' AND o.created_at > now() - make_interval(days => :days::int)
       AND (:day::date IS NULL OR (o.created_at >= :day::date::timestamp AT TIME ZONE s.time_zone
         AND o.created_at < (:day::date + 1)::timestamp AT TIME ZONE s.time_zone))
   )
   ${SHOP_ORDER_RECORD} WHERE o.id = ANY (ARRAY(
     SELECT sale.id FROM sale
     WHERE sale.id < coalesce(:after::bigint, 9223372036854775807) AND (:words::text IS NULL
       OR sale.order_number LIKE :digits::text OR sale.total_paise = :paise::bigint OR sale.note ILIKE :words::text
       OR EXISTS (SELECT FROM order_items i JOIN products p ON p.id = i.product_id
         WHERE i.order_id = sale.id AND (i.name ILIKE :words::text OR p.hindi_name ILIKE :words::text)))
     ORDER BY sale.id DESC LIMIT :limit))
   ORDER BY o.id DESC`,
  { readFrom: 'replica' },
);
