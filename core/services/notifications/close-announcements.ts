import { database } from '../../db/database.ts';
import type { OutboxPayload } from '../../outbox/outbox-payload.ts';
import { devicesOf } from '../push/devices.sql.ts';
import { NEWS_FOR_HOURS } from '../push/next-try.ts';

/**
 * Marks these outbox rows as dispatched and, in the same statement, writes down which devices are to be sent what, so that
 * neither is done without the other. Answers how many there are; none for rows that were dispatched before.
 */
export async function closeAnnouncements(orders: OutboxPayload[]): Promise<number> {
  const values = [orders.map(({ outboxId }) => outboxId)];
  const { rowCount } = await database().pool.query({ name: 'close-announcements', text: CLOSE, values });
  return rowCount ?? 0;
}

// A row of the outbox and the notification it announces were written by one transaction: they have one moment.
const CLOSE = `
  WITH box AS (
    UPDATE outbox SET dispatched_at = now() WHERE id = ANY($1::bigint[]) AND dispatched_at IS NULL
    RETURNING topic, subject_id, created_at
  )
  INSERT INTO deliveries (feed, seq, channel, target)
  SELECT n.feed, n.seq, 'push', told.token_hash
  FROM box
  JOIN notifications n ON n.order_id = box.subject_id AND n.kind = box.topic AND n.created_at = box.created_at
  JOIN orders o ON o.id = n.order_id
  CROSS JOIN LATERAL ${devicesOf('n', 'o')} told
  WHERE n.created_at > now() - interval '${NEWS_FOR_HOURS} hours'
  ON CONFLICT DO NOTHING`;
