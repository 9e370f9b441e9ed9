import type { PushData } from '@haat/contract/api/push';
import type { FeedName } from '@haat/contract/events/socket-events';
import { type OrderStatus, orderStatusLabel } from '@haat/contract/rules/order-status';
import { formatPaise } from '@haat/contract/rules/rupees';
import { orderSummary } from '../notifications/feeds.ts';

/** A notification with what its push message shows. */
export type PushContent = {
  feed: FeedName;
  seq: number;
  kind: PushData['kind'];
  status: OrderStatus | null;
  details: { item_count?: number; total_paise?: number };
  orderId: number;
  orderNumber: string;
  shopSlug: string;
};

/**
 * The payload of a push message. Without names, addresses and phone numbers: it passes through third parties and appears on
 * lock screens. In English, as the language of a device is not known.
 */
export function pushData(content: PushContent): PushData {
  const { feed, seq, kind, orderId, shopSlug } = content;
  const isForShop = kind === 'order.placed';
  return {
    id: `${feed}#${seq}`,
    kind,
    ...textOf(content),
    path: `/${shopSlug}/${isForShop ? 'shop-orders' : 'order-history'}`,
    // A later status of an order replaces the previous one; a refund is shown separately.
    tag: kind === 'order.refund' ? `${feed}#${seq}` : `${kind}:${orderId}`,
  };
}

function textOf({ kind, status, details, orderNumber }: PushContent): Pick<PushData, 'title' | 'body'> {
  const { item_count: count = 0, total_paise: paise = 0 } = details;
  const title = `Order ${orderNumber}`;
  if (kind === 'order.placed') return { title: `New order ${orderNumber}`, body: orderSummary(count, paise) };
  if (kind === 'order.refund') return { title, body: `${formatPaise(paise)} is being refunded` };
  return { title, body: status ? orderStatusLabel(status) : '' };
}
