import { CUSTOMER_UPDATES, type OrderUpdate, SHOP_UPDATES } from '@haat/contract/orders/order-updates';
import { type Connection, one, sql } from '../db/database.ts';
import type { OutboxEntry, OutboxTopic } from '../queue/job-definitions.ts';
import { dispatchAfterCommit } from '../queue/outbox.ts';

/**
 * `message`: in English, as the shop's list of notifications shows it; screens and devices have their own texts. `totalPaise`: of a
 * refund.
 */
type Update = { orderId: number; update: OrderUpdate; message: string; totalPaise?: number | undefined };

/**
 * Notifies the customer or the shop of an order, in the transaction that changes it: on open screens, and by push message and
 * mail as they chose, once the transaction is committed.
 */
export async function notifyOfUpdate(
  client: Connection,
  { orderId, update, message, totalPaise }: Update,
): Promise<void> {
  const isForShop = update in SHOP_UPDATES;
  const topic: OutboxTopic = { ...CUSTOMER_UPDATES, ...SHOP_UPDATES }[update];
  const row = await one(NOTIFY, { orderId, isForShop, update, topic, message, totalPaise }, client);
  if (!row) throw new Error(`Order ${orderId} does not exist`);
  dispatchAfterCommit(client, row);
}

type Params = Required<Omit<Update, 'totalPaise'>> & {
  totalPaise: number | undefined;
  isForShop: boolean;
  topic: OutboxTopic;
};

const NOTIFY = sql<Params, OutboxEntry>(
  `
  WITH changed AS (
    SELECT id, order_number, CASE WHEN :isForShop::boolean THEN 'shop:' || shop_id ELSE 'user:' || user_id END AS feed
    FROM orders WHERE id = :orderId::bigint
  ), feed AS (
    INSERT INTO feeds (name, seq) SELECT feed, 1 FROM changed
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), notification AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT feed.name, feed.seq, changed.id, :topic::text, 'Order ' || changed.order_number || ': ' || :message::text,
      jsonb_strip_nulls(jsonb_build_object('update', :update::text, 'total_paise', :totalPaise::bigint))
    FROM feed, changed
  )
  INSERT INTO outbox (topic, subject_id) SELECT :topic::text, id FROM changed RETURNING id, topic, subject_id`,
);
