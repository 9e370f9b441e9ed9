import type { PushData } from '@haat/contract/notify/push.calls';
import type { FeedName } from '@haat/contract/socket-events';
import { orderMessage, orderScreen } from '@haat/contract/orders/order-messages';
import type { LanguageCode } from '@haat/contract/accounts/language';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { OrderUpdate } from '@haat/contract/orders/order-updates';

/** A notification with the content of its push message. */
export type PushContent = {
  feed: FeedName;
  seq: number;
  kind: PushData['kind'];
  status: OrderStatus | null;
  details: { item_count?: number; total_paise?: number; update?: OrderUpdate };
  orderId: number;
  orderNumber: string;
  takeaway: boolean;
  shopSlug: string;
};

/**
 * The payload of a push message. Without names, addresses and phone numbers: it passes through third parties and appears on
 * lock screens.
 */
export function pushData(content: PushContent, language: LanguageCode): PushData {
  const { feed, seq, kind, orderId, shopSlug, details } = content;
  const message = {
    ...content,
    update: details.update,
    itemCount: details.item_count,
    totalPaise: details.total_paise,
  };
  return {
    id: `${feed}#${seq}`,
    kind,
    ...orderMessage(message, language),
    path: `/${shopSlug}/${screenOf(content)}`,
    // A later status of an order replaces the previous one; a refund is shown separately.
    tag: kind === 'order.refund' ? `${feed}#${seq}` : `${kind}:${orderId}`,
  };
}

/** The screen that a click opens. */
function screenOf(content: PushContent): string {
  if (!content.feed.startsWith('shop:')) return orderScreen(content);
  return content.kind === 'order.problem' ? 'admin/problems' : 'shop-orders';
}
