import type { FeedName } from '@haat/contract/events/feeds';
import type { Poke } from '../../bus/bus.ts';
import { database } from '../../db/database.ts';
import type { OutboxPayload } from '../../outbox/outbox-payload.ts';

type Row = { feed: FeedName; seq: number; shop_id: number; version: number };

/**
 * What is to be poked because of an order: each feed that has a row about it, with the newest number, and the shelf of
 * its shop. Marks the outbox row as dispatched in the same statement. May be asked again: it only reads, then.
 */
export async function takeAnnouncement({ outboxId, subjectId }: OutboxPayload): Promise<Poke[]> {
  const { rows } = await database().pool.query<Row>({
    name: 'take-announcement',
    text: TAKE,
    values: [outboxId, subjectId],
  });
  const feeds = rows.map(({ feed, seq, shop_id }): Poke => ({ type: 'feed', feed, seq, shopId: shop_id }));
  const shelves = rows.slice(0, 1).map(({ shop_id, version }): Poke => ({ type: 'shelf', shopId: shop_id, version }));
  return [...feeds, ...shelves];
}

const TAKE = `
  WITH dispatched AS (
    UPDATE outbox SET dispatched_at = now() WHERE id = $1 AND dispatched_at IS NULL
  )
  SELECT n.feed, max(n.seq) AS seq, o.shop_id, s.version
  FROM orders o
  JOIN notifications n ON n.order_id = o.id
  JOIN shelves s ON s.shop_id = o.shop_id
  WHERE o.id = $2
  GROUP BY n.feed, o.shop_id, s.version`;
