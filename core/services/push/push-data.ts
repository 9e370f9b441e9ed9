import type { PushData } from '@haat/contract/api/push.schema';
import type { FeedName } from '@haat/contract/events/feeds';
import { type OrderStatus, orderStatusLabel } from '@haat/contract/rules/order-status';
import { formatPaise } from '@haat/contract/rules/rupees';
import { orderSummary } from '../orders/order-summary.ts';

/** A notification with what a push message says of it. */
export type PushedNews = {
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
 * What is sent of a notification: neither name, address nor phone of anybody, as it goes through other hands and is shown on
 * locked screens. In English, for a device has not said which language it speaks. Spec section 3, push payload.
 */
export function pushData(news: PushedNews): PushData {
  const { feed, seq, kind, orderId, shopSlug } = news;
  const isForShop = kind === 'order.placed';
  return {
    id: `${feed}#${seq}`,
    kind,
    ...textOf(news),
    path: `/${shopSlug}/${isForShop ? 'shop-orders' : 'order-history'}`,
    // A later step of an order takes the place of the one before; money on its way back is news of its own.
    tag: kind === 'order.refund' ? `${feed}#${seq}` : `${kind}:${orderId}`,
  };
}

function textOf({ kind, status, details, orderNumber }: PushedNews): Pick<PushData, 'title' | 'body'> {
  const { item_count: count = 0, total_paise: paise = 0 } = details;
  const title = `Order ${orderNumber}`;
  if (kind === 'order.placed') return { title: `New order ${orderNumber}`, body: orderSummary(count, paise) };
  if (kind === 'order.refund') return { title, body: `${formatPaise(paise)} is on its way back to you` };
  return { title, body: status ? orderStatusLabel(status) : '' };
}
