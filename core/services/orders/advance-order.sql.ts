/**
 * Moves an order, or does nothing when somebody else moved it meanwhile: $1 order, $2 from, $3 to, $4 who, $5 whether
 * they act for the platform, $6 how the customer reads the new status. The customer's feed is numbered under its lock.
 * Whoever moves an order has seen it: their shop has taken notice of it then, and of those before it. Who hands it over
 * for cash has the cash.
 */
export const ADVANCE_ORDER = `
  WITH moved AS (
    UPDATE orders SET status = $3::text,
      payment_status = CASE WHEN $3::text = 'Delivered' AND payment_status = 'due' THEN 'collected' ELSE payment_status END,
      collected_at = CASE WHEN $3::text = 'Delivered' AND payment_status = 'due' THEN now() ELSE collected_at END
    WHERE id = $1::bigint AND status = $2::text
    RETURNING id, order_number, user_id, shop_id
  ), event AS (
    INSERT INTO order_events (order_id, from_status, to_status, actor_id, actor_shop_id)
    SELECT id, $2::text, $3::text, $4::bigint, CASE WHEN NOT $5::boolean THEN shop_id END FROM moved
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT 'user:' || user_id, 1 FROM moved
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), note AS (
    INSERT INTO notifications (feed, seq, order_id, kind, status, message)
    SELECT feed.name, feed.seq, moved.id, 'order.status', $3::text, 'Order ' || moved.order_number || ': ' || $6::text
    FROM feed, moved
  ), logged AS (
    INSERT INTO activity_log (shop_id, actor_id, action, subject, before, after)
    SELECT shop_id, $4::bigint, 'order.advanced', 'order:' || id,
      jsonb_build_object('status', $2::text), jsonb_build_object('status', $3::text)
    FROM moved WHERE $5::boolean
  ), acknowledged AS (
    INSERT INTO order_acknowledgements AS a (shop_id, seq, user_id)
    SELECT moved.shop_id, n.seq, $4::bigint
    FROM moved JOIN notifications n ON n.order_id = moved.id AND n.feed = 'shop:' || moved.shop_id
    WHERE n.kind = 'order.placed' AND NOT $5::boolean
    ON CONFLICT (shop_id) DO UPDATE SET seq = excluded.seq, user_id = excluded.user_id, at = now()
      WHERE a.seq < excluded.seq
    RETURNING seq
  ), box AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'order.status', id FROM moved RETURNING id
  )
  SELECT box.id, (SELECT seq FROM acknowledged) AS acknowledged FROM box`;
