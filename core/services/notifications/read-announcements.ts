import type { FeedName } from '@haat/contract/events/feeds';
import type { Poke } from '../../bus/bus.ts';
import { database } from '../../db/database.ts';
import type { OutboxPayload } from '../../outbox/outbox-payload.ts';

type Row = { feed: FeedName; seq: number; shop_id: number; version: number };

/**
 * What is to be poked because of these orders: each feed that has rows about them, with the newest number, and the shelves
 * of their shops.
 */
export async function readAnnouncements(orders: OutboxPayload[]): Promise<Poke[]> {
  const values = [orders.map(({ subjectId }) => subjectId)];
  const { rows } = await database().pool.query<Row>({ name: 'read-announcements', text: READ, values });
  const feeds = rows.map(({ feed, seq, shop_id }): Poke => ({ type: 'feed', feed, seq, shopId: shop_id }));
  const versions = new Map(rows.map(({ shop_id, version }) => [shop_id, version]));
  return [...feeds, ...[...versions].map(([shopId, version]): Poke => ({ type: 'shelf', shopId, version }))];
}

// One poke for a shop's feed, but one for each order with news in a customer's: the screens of the shop hear of each.
const READ = `
  SELECT n.feed, max(n.seq) AS seq, o.shop_id, s.version
  FROM orders o
  JOIN notifications n ON n.order_id = o.id
  JOIN shelves s ON s.shop_id = o.shop_id
  WHERE o.id = ANY($1::bigint[])
  GROUP BY n.feed, CASE WHEN n.kind <> 'order.placed' THEN o.id END, o.shop_id, s.version`;
