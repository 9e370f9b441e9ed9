import type { CounterMethod, CounterPayment } from '@haat/contract/orders/counter-sale';
import { sql } from '../../db/database.ts';

type StoreSale = {
  orderId: number;
  shopId: number;
  actor: 'shop' | 'operator';
  actorId: number;
  sessionId: string;
  paymentMethod: CounterPayment;
  /** Of a split payment. */
  partMethods: CounterMethod[];
  partsPaise: number[];
  totalPaise: number;
  customerName: string;
  customerPhone: string | null;
  note: string | null;
  /** Undefined for now. */
  soldAt: Date | undefined;
} & Record<'variantIds' | 'quantities' | 'prices' | 'discounts' | 'taken' | 'raised', number[]> &
  Record<'agreed' | 'grams', (number | null)[]>;

/**
 * Stores a counter sale with its lines, whose variants the transaction has locked: the order, paid and handed over; the parts of its
 * payment; its items; the stock, first raised where it has less than is sold, and its ledger; and the event. Sends no notifications.
 */
export const STORE_SALE = sql<StoreSale, { orderNumber: string }>(
  `
  WITH line AS MATERIALIZED (
    SELECT line.*, v.product_id, v.mrp_paise, p.name, p.image, size.name AS size, color.name AS color, unit.name AS unit
    FROM unnest(:variantIds::bigint[], :quantities::int[], :prices::bigint[], :agreed::bigint[], :discounts::bigint[],
      :grams::int[], :taken::int[], :raised::int[]) WITH ORDINALITY
      AS line (variant_id, quantity, price_paise, agreed_paise, discount_paise, grams, taken, raised_by, nr)
    JOIN variants v ON v.id = line.variant_id JOIN products p ON p.id = v.product_id
    LEFT JOIN sizes size ON size.id = v.size_id LEFT JOIN colors color ON color.id = v.color_id
    LEFT JOIN units unit ON unit.id = v.unit_id
  ), placed AS (
    INSERT INTO orders (id, user_id, shop_id, channel, status, payment_status, payment_method, takeaway, total_paise,
      min_order_paise, customer_name, customer_phone, note, created_at, collected_at)
    OVERRIDING SYSTEM VALUE
    SELECT :orderId::bigint, NULL, :shopId::bigint, 'counter', 'Delivered', 'collected', :paymentMethod::text, true,
      :totalPaise::bigint, 0, :customerName::text, :customerPhone::text, :note::text, coalesce(:soldAt::timestamptz, now()),
      coalesce(:soldAt::timestamptz, now())
    RETURNING id, order_number, shop_id, created_at
  ), parts AS (
    INSERT INTO payment_parts (order_id, method, amount_paise)
    SELECT placed.id, part.* FROM placed, unnest(:partMethods::text[], :partsPaise::bigint[]) AS part
  ), items AS (
    INSERT INTO order_items (order_id, variant_id, product_id, name, size, color, unit, image, unit_price_paise, mrp_paise,
      quantity, agreed_paise, discount_paise, packed_grams)
    SELECT placed.id, variant_id, product_id, name, size, color, unit, image, price_paise, mrp_paise, quantity, agreed_paise,
      discount_paise, grams
    FROM placed, line ORDER BY nr
  ), sold AS (
    UPDATE variants v SET stock = v.stock + line.raised_by - line.taken FROM line, placed WHERE v.id = line.variant_id
  ), raised AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
    SELECT variant_id, raised_by, 'adjustment', :actorId::bigint FROM placed, line WHERE raised_by > 0
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id, actor_id)
    SELECT variant_id, -taken, 'sale', placed.id, :actorId::bigint FROM placed, line
  ), event AS (
    INSERT INTO order_events (order_id, from_status, to_status, actor, actor_id, actor_shop_id, device, at)
    SELECT id, 'Pending', 'Delivered', :actor::text, :actorId::bigint, CASE WHEN :actor::text = 'shop' THEN shop_id END,
      (SELECT s.device FROM sessions s WHERE s.id = :sessionId::uuid), created_at
    FROM placed
  )
  SELECT order_number FROM placed`,
);
