import type { FeedName } from '@haat/contract/socket-events';
import type { Bus, Signal } from '../../live/bus.ts';
import { anyOf, many, one, sql } from '../../db/database.ts';
import { env } from '../../ops/env.ts';
import { canSendMessages } from '../../gateways/message-sender.ts';
import { type OutboxPayload, sendOrderMailsJob, sendOrderMessagesJob } from '../../queue/job-definitions.ts';
import { log } from '../../ops/log.ts';
import {
  isMailed,
  isMessaged,
  MAIL_EXPIRES_AFTER_HOURS,
  MESSAGE_EXPIRES_AFTER_HOURS,
  requestOnce,
} from '../mail/order-deliveries.ts';
import { devicesOf } from '../../notify/devices.ts';
import { EXPIRES_AFTER_HOURS, requestPushes } from '../../notify/send-pushes.ts';

/**
 * Publishes that orders were placed or changed, so that order boards, order histories and catalogs reload; then queues push
 * messages, mails and messages to mobile numbers for people without an open page. The rows themselves were written with the
 * orders: a second run only signals again.
 */
export async function publishOrderSignals(orders: OutboxPayload[], bus: Pick<Bus, 'publish'>): Promise<void> {
  const signals = await readSignals(orders);
  const publishing = Promise.all(signals.map((signal) => bus.publish(signal)));
  const feeds = signals.flatMap((signal) => (signal.type === 'feed' ? [`${signal.feed}#${signal.seq}`] : []));
  log.info({ outboxIds: orders.map(({ outboxId }) => outboxId), feeds }, 'Publishing order signals');
  // Also when publishing fails: a second run finds the rows closed, and would request no push messages.
  const [published, queued] = await Promise.allSettled([publishing, closeOrderOutboxRows(orders)]);
  if (queued.status === 'rejected') throw queued.reason;
  if (queued.value.pushes > 0) await requestPushes();
  if (queued.value.mails > 0) await requestOnce(sendOrderMailsJob);
  if (queued.value.messages > 0) await requestOnce(sendOrderMessagesJob);
  if (published.status === 'rejected') throw published.reason;
}

/** One signal per feed with rows about these orders, with its latest number, and one per catalog of their shops. */
async function readSignals(orders: OutboxPayload[]): Promise<Signal[]> {
  const rows = await many(READ_FEEDS_AND_CATALOGS, { orderIds: orders.map(({ subjectId }) => subjectId) });
  const feeds = rows.map(({ feed, seq, shopId }): Signal => ({ type: 'feed', feed, seq, shopId }));
  const catalogs = new Map(rows.map(({ shopId, version, listing }) => [shopId, { shopId, version, listing }]));
  return [...feeds, ...[...catalogs.values()].map((catalog): Signal => ({ type: 'catalog', ...catalog }))];
}

type FeedOfOrders = { feed: FeedName; seq: number; shopId: number; version: number; listing: number };

// A shop's feed gets one signal, a customer's one per order: each is forwarded to the shop's screens.
const READ_FEEDS_AND_CATALOGS = sql<{ orderIds: number[] }, FeedOfOrders>(
  `
  SELECT n.feed, max(n.seq) AS seq, o.shop_id, c.version, c.listing_version AS listing
  FROM orders o
  JOIN notifications n ON n.order_id = o.id
  JOIN catalogs c ON c.shop_id = o.shop_id
  WHERE o.id = ${anyOf(':orderIds::bigint[]')}
  GROUP BY n.feed, CASE WHEN n.feed LIKE 'user:%' THEN o.id END, o.shop_id, c.version, c.listing_version`,
);

type Queued = { pushes: number; mails: number; messages: number };

/**
 * Closes these outbox rows and writes their push messages, mails and messages to mobile numbers in the same statement, so that
 * neither happens without the other. Returns how many were added; none for rows that were closed before.
 */
export async function closeOrderOutboxRows(orders: OutboxPayload[]): Promise<Queued> {
  const outboxIds = orders.map(({ outboxId }) => outboxId);
  const queued = await one(CLOSE, { outboxIds, sendsMails: env.ORDER_MAILS, sendsMessages: canSendMessages() });
  return queued ?? { pushes: 0, mails: 0, messages: 0 };
}

// An outbox row and its notification were written by one transaction: they have the same created_at. The customer gets the
// receipt of a placed order in any case; the mail about a refund by a provider has its own job.
const CLOSE = sql<{ outboxIds: number[]; sendsMails: boolean; sendsMessages: boolean }, Queued>(
  `
  WITH outbox_row AS (
    UPDATE outbox SET done_at = now() WHERE id = ANY(:outboxIds::bigint[]) AND done_at IS NULL
    RETURNING topic, subject_id, created_at
  ), n AS MATERIALIZED (
    SELECT n.feed, n.seq, n.kind, n.status, n.details, n.created_at, o.user_id, o.shop_id
    FROM outbox_row
    JOIN notifications n ON n.order_id = outbox_row.subject_id AND n.kind = outbox_row.topic
      AND n.created_at = outbox_row.created_at
    JOIN orders o ON o.id = n.order_id
  ), pushes AS (
    INSERT INTO deliveries (feed, seq, channel, target)
    SELECT n.feed, n.seq, 'push', device.token_hash
    FROM n CROSS JOIN LATERAL ${devicesOf('n', 'n')} device
    WHERE n.created_at > now() - interval '${EXPIRES_AFTER_HOURS} hours'
    ON CONFLICT DO NOTHING
    RETURNING id
  ), mails AS (
    INSERT INTO deliveries (feed, seq, channel, target)
    SELECT n.feed, n.seq, 'mail', n.user_id FROM n
    WHERE :sendsMails::boolean AND n.created_at > now() - interval '${MAIL_EXPIRES_AFTER_HOURS} hours'
      AND ${isMailed('n', 'n.user_id')}
    ON CONFLICT DO NOTHING
    RETURNING id
  ), messages AS (
    INSERT INTO deliveries (feed, seq, channel, target)
    SELECT n.feed, n.seq, 'message', n.user_id FROM n JOIN users u ON u.id = n.user_id
    WHERE :sendsMessages::boolean AND n.created_at > now() - interval '${MESSAGE_EXPIRES_AFTER_HOURS} hours'
      AND ${isMessaged('n', 'u')}
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  SELECT (SELECT count(*) FROM pushes) AS pushes, (SELECT count(*) FROM mails) AS mails,
    (SELECT count(*) FROM messages) AS messages`,
);
