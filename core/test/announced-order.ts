import { shopFeed } from '@haat/contract/socket-events';
import { database } from '../db/database.ts';

export type AnnouncedOrder = { orderId: number; outboxId: number; seq: number };

type Of = { shop: { id: number }; user: { id: number }; ageSeconds?: number };

/** An order with the rows that announce it: the next notification of its shop's feed, and its outbox row, still open. */
export async function announcedOrder({ shop, user, ageSeconds = 0 }: Of): Promise<AnnouncedOrder> {
  const { rows } = await database().pool.query<AnnouncedOrder>(INSERT, [
    user.id,
    shop.id,
    shopFeed(shop.id),
    ageSeconds,
  ]);
  const row = rows[0];
  if (!row) throw new Error('No order was inserted');
  return row;
}

/** The notification of a status change in the customer's feed, with its outbox row. Does not change the order. */
export async function announcedStep(of: {
  orderId: number;
  user: { id: number };
  status: string;
}): Promise<AnnouncedOrder> {
  const values = [of.orderId, `user:${of.user.id}`, of.status];
  const { rows } = await database().pool.query<AnnouncedOrder>(STEP, values);
  const row = rows[0];
  if (!row) throw new Error('No step was inserted');
  return row;
}

/** The notification of a refund in the customer's feed. Does not change the order. */
export async function announcedRefund(of: { orderId: number; user: { id: number } }): Promise<{ seq: number }> {
  const { rows } = await database().pool.query<{ seq: number }>(REFUND, [of.orderId, `user:${of.user.id}`]);
  const row = rows[0];
  if (!row) throw new Error('No refund was announced');
  return row;
}

const REFUND = `
  WITH f AS (
    INSERT INTO feeds (name, seq) VALUES ($2, 1) ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1 RETURNING seq
  ), n AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT $2, f.seq, $1, 'order.refund', 'On its way back', '{"refund_id": 1, "total_paise": 5050}' FROM f
  )
  SELECT seq FROM f`;

const INSERT = `
  WITH o AS (
    INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name, customer_phone)
    VALUES ($1, $2, 'cod', true, 5000, 20000, 'Test Customer', '9000000001') RETURNING id, order_number
  ), f AS (
    INSERT INTO feeds (name, seq) VALUES ($3, 1) ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1 RETURNING seq
  ), n AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT $3, f.seq, o.id, 'order.placed', 'New order ' || o.order_number,
      '{"user_name": "Test Customer", "address": null, "phone": "9000000001", "item_count": 1, "total_paise": 5000}'
    FROM o, f
  ), b AS (
    INSERT INTO outbox (topic, subject_id, created_at)
    SELECT 'order.placed', o.id, now() - make_interval(secs => $4) FROM o RETURNING id
  )
  SELECT o.id AS "orderId", b.id AS "outboxId", f.seq FROM o, b, f`;

const STEP = `
  WITH f AS (
    INSERT INTO feeds (name, seq) VALUES ($2, 1) ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1 RETURNING seq
  ), n AS (
    INSERT INTO notifications (feed, seq, order_id, kind, status, message)
    SELECT $2, f.seq, $1, 'order.status', $3, 'Your order is ' || $3 FROM f
  ), b AS (
    INSERT INTO outbox (topic, subject_id) VALUES ('order.status', $1) RETURNING id
  )
  SELECT $1::bigint AS "orderId", b.id AS "outboxId", f.seq FROM b, f`;
