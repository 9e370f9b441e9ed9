import { IS_REAL } from '../orders/order-record.sql.ts';

/** $1 shop, $2 now, $3 the day, or null for today. A day begins at midnight of the shop's own clock. */
const THE_DAY = `
  shop AS MATERIALIZED (
    SELECT id, slug, time_zone, today, day, day::timestamp AT TIME ZONE time_zone AS begins,
      (day + 1)::timestamp AT TIME ZONE time_zone AS ends
    FROM (SELECT id, slug, time_zone, ($2::timestamptz AT TIME ZONE time_zone)::date AS today,
      coalesce($3::date, ($2::timestamptz AT TIME ZONE time_zone)::date) AS day FROM shops WHERE id = $1) shop
  )`;

/** The day's sums in one row; none when there is no such shop. */
export const DAY_SUMS = `
  WITH ${THE_DAY}
  SELECT slug, to_char(day, 'YYYY-MM-DD') AS day, to_char(today, 'YYYY-MM-DD') AS today,
    cash.orders AS "cashOrders", cash.paise AS "cashPaise", online.orders AS "onlineOrders", online.paise AS "onlinePaise",
    due.orders AS "dueOrders", due.paise AS "duePaise"
  FROM shop
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.total_paise), 0)::bigint AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.payment_status = 'collected' AND o.collected_at >= begins AND o.collected_at < ends
  ) cash
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.total_paise), 0)::bigint AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.payment_status = 'paid' AND o.created_at >= begins AND o.created_at < ends
  ) online
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS orders, coalesce(sum(o.total_paise), 0)::bigint AS paise FROM orders o
    WHERE o.shop_id = shop.id AND o.status <> 'Delivered' AND ${IS_REAL} AND o.payment_status = 'due'
  ) due`;

/** $4 how many at most. Who has no name is called by what stands before the @. */
export const DAY_CASH = `
  WITH ${THE_DAY}
  SELECT o.id, o.order_number AS "orderNumber", o.collected_at AS "deliveredAt",
    to_char(o.collected_at AT TIME ZONE shop.time_zone, 'HH24:MI') AS time,
    (SELECT coalesce(nullif(u.name, ''), split_part(u.email, '@', 1)) FROM order_events e JOIN users u ON u.id = e.actor_id
      WHERE e.order_id = o.id AND e.to_status = 'Delivered') AS by,
    o.customer_name AS "customerName", o.takeaway, o.total_paise AS "totalPaise"
  FROM shop JOIN orders o ON o.shop_id = shop.id AND o.payment_status = 'collected'
    AND o.collected_at >= shop.begins AND o.collected_at < shop.ends
  ORDER BY o.collected_at, o.id LIMIT $4`;
