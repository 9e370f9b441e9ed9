import { createHash } from 'node:crypto';
import { formatPaise } from '@haat/contract/rupees';
import { one, sql } from '../../db/database.ts';
import { hasPermission } from '../../accounts/member-rights.sql.ts';
import { env } from '../../ops/env.ts';
import { messageSender } from '../../gateways/message-sender.ts';
import { postSigned, WebhookRefused } from '../../gateways/signed-webhook.ts';

type Waiting = {
  orderNumber: string;
  takeaway: boolean;
  totalPaise: number;
  itemCount: number;
  placedAt: Date;
  acceptBy: Date;
  shopSlug: string;
  shopName: string;
  /** Mobile numbers without their country: of the shop, and of its members. */
  mobiles: string[];
};

/**
 * Alerts a shop beyond its screens that an order is waiting: through ALERT_WEBHOOK_URL, as docs/message-gateway.md describes it,
 * else with a message to each mobile number. Does nothing once the shop has answered, or when it was sent. Rejects like
 * `postSigned`.
 */
export async function sendShopAlert({ orderId, outboxId }: { orderId: number; outboxId: number }): Promise<void> {
  const order = await one(READ_WAITING, { orderId, outboxId });
  if (!order) return;
  const { ALERT_WEBHOOK_URL: url, ALERT_WEBHOOK_SECRET: secret } = env;
  if (url && secret) await postSigned({ url, secret, receiver: 'The alert webhook' }, alertOf(order, outboxId));
  else await sendMessages(order, outboxId);
}

const boardOf = ({ shopSlug }: Waiting): string =>
  new URL(`/#/${encodeURIComponent(shopSlug)}/shop-orders`, env.PUBLIC_URL).href;

/** The body of the request. `id`: the same for every attempt. */
const alertOf = (order: Waiting, outboxId: number) => ({
  id: `alert-${outboxId}`,
  type: 'order.waiting',
  order: {
    number: order.orderNumber,
    type: order.takeaway ? 'takeaway' : 'delivery',
    total: order.totalPaise / 100,
    items: order.itemCount,
    placed_at: order.placedAt.toISOString(),
    accept_by: order.acceptBy.toISOString(),
  },
  shop: { slug: order.shopSlug, name: order.shopName },
  recipients: order.mobiles.map((mobile) => `+91${mobile}`),
  url: boardOf(order),
});

async function sendMessages(order: Waiting, outboxId: number): Promise<void> {
  // GSM 03.38 has no ₹.
  const total = formatPaise(order.totalPaise).replace('₹', 'Rs ');
  const text = `Order ${order.orderNumber} (${total}) is waiting for your answer. ${boardOf(order)}`;
  const results = await Promise.allSettled(
    order.mobiles.map((mobile) => {
      const id = createHash('sha256').update(`${outboxId}:${mobile}`).digest('base64url').slice(0, 24);
      return messageSender().send({ id, to: `+91${mobile}`, text, kind: 'shop_alert', language: 'en' });
    }),
  );
  // One number that the gateway refuses does not keep the others from being alerted.
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  const again = reasons.find((reason) => !(reason instanceof WebhookRefused));
  if (again) throw again;
  if (reasons[0] && reasons.length === results.length) throw reasons[0];
}

const READ_WAITING = sql<{ orderId: number; outboxId: number }, Waiting>(
  `
  SELECT o.order_number, o.takeaway, o.total_paise, o.created_at AS placed_at, o.accept_by, shop.slug AS shop_slug,
    coalesce(shop.name, shop.slug) AS shop_name,
    (SELECT sum(i.quantity) FROM order_items i WHERE i.order_id = o.id)::int AS item_count,
    ARRAY(
      SELECT shop.phone WHERE shop.phone ~ '^[6-9][0-9]{9}$'
      UNION
      SELECT u.login_mobile FROM shop_members m JOIN users u ON u.id = m.user_id
      WHERE m.shop_id = shop.id AND ${hasPermission('m', 'orders')} AND u.login_mobile IS NOT NULL AND u.blocked_at IS NULL
    ) AS mobiles
  FROM orders o JOIN shops shop ON shop.id = o.shop_id
  JOIN outbox entry ON entry.id = :outboxId AND entry.subject_id = o.id AND entry.done_at IS NULL
  WHERE o.id = :orderId AND o.status = 'Pending' AND o.accept_by > now()`,
);
