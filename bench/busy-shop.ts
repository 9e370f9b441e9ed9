import { database } from '@haat/core/db/database';
import type { StageShop } from './stage.ts';

export const ORDERS = 50_000;

let filled: number | undefined;

/** Gives the shop, once, 50,000 orders of two lines each: one a minute, delivered. */
export async function fillShop({ id, variants }: StageShop, customerId: number): Promise<void> {
  if (filled === id) return;
  filled = id;
  const { pool } = database();
  const place = `
    INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name,
      customer_phone, status, created_at, payment_status, collected_at)
    SELECT $1, $2, 'cod', true, 100, 0, 'Test Customer', (9000000000 + n)::text, 'Delivered', now() - n * interval '1 minute',
      'collected', now() - n * interval '1 minute'
    FROM generate_series(1, $3) n`;
  await pool.query(place, [customerId, id, ORDERS]);
  const lines = `
    INSERT INTO order_items (order_id, variant_id, product_id, name, unit_price_paise, quantity)
    SELECT o.id, v.id, v.product_id, 'Rice', 50, 1
    FROM orders o CROSS JOIN (SELECT id, product_id FROM variants WHERE id = ANY ($2::bigint[])) v
    WHERE o.shop_id = $1 AND NOT EXISTS (SELECT FROM order_items i WHERE i.order_id = o.id)`;
  await pool.query(lines, [id, variants.slice(0, 2).map((variant) => variant.id)]);
  await pool.query('VACUUM ANALYZE orders, order_items');
}
