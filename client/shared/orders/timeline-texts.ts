import type { OrderTimelineView, TimelineEntryView } from '@haat/contract/orders/order-timeline.calls';
import { formatRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { customerStatusTextId, shopStatusTextId } from '../../i18n/order-status-text.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';

/** An entry in words. `why`: the reason, in the actor's own words where there are some. */
type EntryTexts = { title: string; actor: string | undefined; why: string | undefined; details: string[] };

/** The entries of a timeline in words, for its reader. */
export function useTimelineTexts(order: OrderTimelineView): (entry: TimelineEntryView) => EntryTexts {
  const t = useText();
  const titleOf = useTitle(order);
  const actorOf = useActor(order);
  const detailsOf = useDetails(order);
  return (entry) => ({
    title: titleOf(entry),
    actor: actorOf(entry),
    why: entry.text ?? (entry.reason && t(`reason.${entry.reason}`)),
    details: detailsOf(entry),
  });
}

function useTitle({ audience, takeaway }: OrderTimelineView): (entry: TimelineEntryView) => string {
  const t = useText();
  const { moment } = useTimeText();
  return ({ kind, status, amount = 0, total, promised, alert, message, payment }) => {
    if (kind === 'status' && status)
      return t((audience === 'customer' ? customerStatusTextId : shopStatusTextId)(status, { takeaway }));
    if (kind === 'promised' && promised) return t('timeline.promisedFor', { time: moment(promised) });
    if (kind === 'adjusted' && total !== undefined) return t('timeline.adjustedTo', { amount: formatRupees(total) });
    if (kind === 'alerted' && alert) return t(`timeline.alertedBy.${alert}`);
    if (kind === 'refund_due' || kind === 'refunded') return t(`timeline.${kind}`, { amount: formatRupees(amount) });
    if (message) return t(`timeline.to.${message.to}`, { channel: t(`timeline.channel.${message.channel}`) });
    if (payment)
      return t('timeline.paymentOf', {
        amount: formatRupees(amount),
        state: t(`operatorPayments.state.${payment.state}`),
      });
    return t(`timeline.${kind}`);
  };
}

function useActor({ audience, shop }: OrderTimelineView): (entry: TimelineEntryView) => string | undefined {
  const t = useText();
  return ({ actor, by }) => {
    if (!actor) return undefined;
    if (audience === 'customer') return actor === 'shop' ? shopName(shop) : t(`timeline.you.${actor}`);
    const who = t(`timeline.by.${actor}`);
    return by === undefined ? who : t('timeline.byName', { who, name: by });
  };
}

/** The subject of a message, by the kind of its notification. */
const ABOUT: Record<string, TextId> = {
  'order.placed': 'timeline.about.placed',
  'order.refund': 'timeline.about.refund',
  'order.expired': 'timeline.about.unpaid',
  'order.adjustment': 'timeline.about.adjustment',
  'order.problem': 'timeline.about.problem',
  'order.alert': 'timeline.about.alert',
  'order.cancellation': 'timeline.about.cancellation',
};

function useDetails({ takeaway }: OrderTimelineView): (entry: TimelineEntryView) => string[] {
  const t = useText();
  return ({ kind, status, revision, message, payment }) => {
    if (message) {
      const about = status ? shopStatusTextId(status, { takeaway }) : ABOUT[message.about];
      const { state, count } = message;
      return [
        ...(about ? [t(about)] : []),
        t(`timeline.sent.${state}`),
        ...(count > 1 ? [t('timeline.times', { count })] : []),
      ];
    }
    if (payment) {
      const source = isSource(payment.source) ? [t(`operatorPayments.source.${payment.source}`)] : [];
      return [t(`operatorPayments.provider.${payment.provider}`), ...source];
    }
    return (kind === 'adjusted' || kind === 'printed') && revision ? [t('timeline.revision', { revision })] : [];
  };
}

const SOURCES = ['start', 'verify', 'webhook', 'sweeper', 'order', 'refund', 'return', 'operator', 'recovery'] as const;
const isSource = (source: string): source is (typeof SOURCES)[number] => SOURCES.some((each) => each === source);
