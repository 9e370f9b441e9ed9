import type { OrderView } from '@haat/contract/orders/orders.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Notice } from '../../ui/Notice.tsx';

/**
 * What the customer of an order has to know beside its status: that the shop has not answered yet, the state of the request to
 * cancel it, who ended it and why.
 */
export function OrderEnding({ order }: { order: OrderView }) {
  const ending = useEndingText(order);
  const request = useRequestText(order);
  const waiting = useWaitingText(order);
  const words = ending ?? request ?? waiting;
  return words === undefined ? null : <Notice>{words}</Notice>;
}

function useRequestText({
  order_status: status,
  cancellation,
  shop: { name, slug, phone },
}: OrderView): string | undefined {
  const t = useText();
  const { momentAfter } = useTimeText();
  const shop = shopName({ name, slug });
  if (!cancellation || status === 'Delivered') return undefined;
  if (cancellation.state === 'open')
    return t('endOrder.isAsked', { shop, time: momentAfter(cancellation.answer_by, cancellation.at) });
  if (cancellation.state !== 'refused') return undefined;
  return phone ? t('endOrder.isRefusedCall', { shop, phone }) : t('endOrder.isRefused', { shop });
}

function useWaitingText(order: OrderView): string | undefined {
  const t = useText();
  const { momentAfter } = useTimeText();
  const now = useMinute();
  const {
    order_status: status,
    unanswered_from: from,
    accept_by: until,
    shop: { name, slug },
  } = order;
  if (status !== 'Pending' || !from || !until || Date.parse(from) > now.getTime()) return undefined;
  return t('endOrder.isWaiting', { shop: shopName({ name, slug }), time: momentAfter(until, order.order_date) });
}

function useEndingText({
  order_status: status,
  steps,
  cancellation,
  shop: { name, slug },
}: OrderView): string | undefined {
  const t = useText();
  const { actor, reason, text } = steps.find((step) => step.status === status) ?? {};
  const shop = shopName({ name, slug });
  const why = text ?? t(`reason.${reason ?? 'other'}`);
  if (status === 'Expired') return t('ended.Expired', { shop });
  if (status === 'Declined' || status === 'Returned') return t(`ended.${status}`, { shop, reason: why });
  if (status !== 'Cancelled') return undefined;
  if (cancellation?.state === 'granted') return t('ended.Cancelled.asAsked', { shop });
  const by = actor === 'customer' || actor === 'operator' ? actor : 'shop';
  return t(`ended.Cancelled.${by}`, { shop, reason: why });
}
