import { formatPaise } from '@haat/contract/rules/rupees';
import type { PoolClient } from 'pg';
import type { OutboxEntry } from '../../outbox/topics.ts';

type Refund = { amountPaise: number; orderNumber: string | null };

/**
 * Tells a customer, in the transaction that makes it true, that money is on its way back: by mail, and in their feed where
 * it was paid for an order. Answers what to dispatch after the commit.
 */
export async function announceRefund(client: PoolClient, refundId: number): Promise<OutboxEntry[]> {
  const { rows: found } = await client.query<Refund>({ name: 'refund-to-tell', text: FIND, values: [refundId] });
  const values = [refundId, found[0] && messageOf(found[0])];
  const { rows } = await client.query<OutboxEntry>({ name: 'announce-refund', text: ANNOUNCE, values });
  return rows;
}

const messageOf = ({ amountPaise, orderNumber }: Refund): string =>
  `Order ${orderNumber ?? ''}: ${formatPaise(amountPaise)} is on its way back to you`;

const FIND = `
  SELECT r.amount_paise AS "amountPaise", o.order_number AS "orderNumber"
  FROM refunds r JOIN payments p ON p.id = r.payment_id LEFT JOIN orders o ON o.id = p.order_id WHERE r.id = $1`;

const ANNOUNCE = `
  WITH refund AS (
    SELECT r.id, r.amount_paise, p.user_id, p.order_id
    FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE r.id = $1::bigint
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT 'user:' || user_id, 1 FROM refund WHERE order_id IS NOT NULL
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), note AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT feed.name, feed.seq, refund.order_id, 'order.refund', $2::text,
      jsonb_build_object('refund_id', refund.id, 'total_paise', refund.amount_paise)
    FROM feed, refund
  ), box AS (
    INSERT INTO outbox (topic, subject_id)
    SELECT 'refund.sent', id FROM refund
    UNION ALL SELECT 'order.refund', order_id FROM refund WHERE order_id IS NOT NULL
    RETURNING id, topic, subject_id
  )
  SELECT id, topic, subject_id AS "subjectId" FROM box`;
