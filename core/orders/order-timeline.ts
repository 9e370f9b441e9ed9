import { INTERNAL_EVENT_KINDS, type OrderEventKind, type TimelineKind } from '@haat/contract/orders/order-events';
import type { OrderActor, OrderReason } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentProvider, PaymentState } from '@haat/contract/payments/payment';
import { many, one, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Session } from '../accounts/session.ts';
import { isMemberWith } from '../accounts/shop-rights.ts';
import { ACTOR_FOR_SHOP, ACTOR_NAME, IS_VISIBLE_TO_SHOP, NAME_FOR_SHOP } from './order-record.ts';

/** An entry of the timeline; which fields it has depends on its kind. `by`, `device`, `message` and `payment`: for shop and operator. */
export type TimelineEntry = {
  kind: TimelineKind;
  at: Date;
  actor?: OrderActor;
  by?: string | null;
  device?: string | null;
  status?: OrderStatus | null;
  revision?: number;
  reason?: OrderReason | null;
  text?: string | null;
  amountPaise?: number | undefined;
  totalPaise?: number | undefined;
  promised?: string | undefined;
  alert?: 'push' | 'webhook' | undefined;
  message?: SentMessage;
  payment?: { provider: PaymentProvider; state: PaymentState; source: string };
};

type SentMessage = {
  channel: 'push' | 'mail' | 'message';
  to: 'customer' | 'shop';
  about: string;
  state: 'queued' | 'sent' | 'logged' | 'failed' | 'dead' | 'dropped';
  count: number;
};

export type OrderTimeline = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  takeaway: boolean;
  shop: { slug: string; name: string | null };
  audience: 'customer' | 'staff';
  entries: TimelineEntry[];
};

/**
 * The history of an order, oldest first. Its customer sees the actions with side and reason; members of its shop and the
 * operator also see the person, the device, the messages and the payments. Only the operator sees which of its people acted,
 * even while helping the shop. Deliveries of messages are stored for a month. Throws not_found to anyone else, and to the shop
 * for an order that is not paid.
 */
export async function readOrderTimeline({ orderId, by }: { orderId: number; by: Session }): Promise<OrderTimeline> {
  const order = await one(READ_ORDER, { orderId });
  const audience = order && getAudience(order, by);
  if (!order || !audience) throw new DomainError('not_found', 'Order not found');
  const { id, orderNumber, status, takeaway, shop } = order;
  const facts = { id, orderNumber, status, takeaway, shop, audience };
  const placed: TimelineEntry[] =
    order.userId === null ? [] : [{ kind: 'placed', at: order.createdAt, actor: 'customer' }];
  const isShop = audience === 'staff' && !by.isPlatformAdmin;
  const events = (await many(isShop ? READ_EVENTS_OF_SHOP : READ_EVENTS, { orderId })).map(toEntry);
  if (audience === 'customer')
    return { ...facts, entries: [...placed, ...events.filter(isForCustomer).map(withoutNames)] };

  const [messages, payments] = await Promise.all([many(READ_MESSAGES, { orderId }), many(READ_PAYMENTS, { orderId })]);
  const others: TimelineEntry[] = [
    ...messages.map(({ at, status: about, ...message }) => ({ kind: 'message' as const, at, status: about, message })),
    ...payments.map(({ at, amountPaise, ...payment }) => ({ kind: 'payment' as const, at, amountPaise, payment })),
  ];
  // A stable sort keeps the entries of one transaction in their order.
  const entries = [...placed, ...events, ...others].toSorted((a, b) => a.at.getTime() - b.at.getTime());
  return { ...facts, entries };
}

function getAudience(
  { userId, shopId, isVisibleToShop }: OrderRow,
  by: Session,
): OrderTimeline['audience'] | undefined {
  if (by.isPlatformAdmin || (isVisibleToShop && isMemberWith('orders', by, shopId))) return 'staff';
  return userId === by.userId ? 'customer' : undefined;
}

const isForCustomer = ({ kind }: TimelineEntry): boolean => !INTERNAL_EVENT_KINDS.some((internal) => internal === kind);
const withoutNames = (entry: TimelineEntry): TimelineEntry => ({ ...entry, by: null, device: null });

function toEntry({ details, ...event }: EventRow): TimelineEntry {
  const { paise, to_paise, at, channel, printed } = details ?? {};
  return {
    ...event,
    amountPaise: typeof paise === 'number' ? paise : undefined,
    totalPaise: typeof to_paise === 'number' ? to_paise : undefined,
    promised: typeof at === 'string' ? at : undefined,
    revision: typeof printed === 'number' ? printed : event.revision,
    alert: channel === 'push' || channel === 'webhook' ? channel : undefined,
  };
}

type OrderRow = Omit<OrderTimeline, 'audience' | 'entries'> & {
  createdAt: Date;
  /** Null for a sale over the counter. */
  userId: number | null;
  shopId: number;
  isVisibleToShop: boolean;
};

const READ_ORDER = sql<{ orderId: number }, OrderRow>(
  `SELECT o.id, o.order_number, o.status, o.takeaway, o.created_at, o.user_id, o.shop_id,
     ${IS_VISIBLE_TO_SHOP} AS is_visible_to_shop, json_build_object('slug', shop.slug, 'name', shop.name) AS shop
   FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.id = :orderId`,
);

type EventRow = Required<
  Pick<TimelineEntry, 'at' | 'actor' | 'by' | 'device' | 'status' | 'revision' | 'reason' | 'text'>
> & {
  kind: OrderEventKind;
  details: Record<string, unknown> | null;
};

const readEvents = (actor: string, name: string) => `
  SELECT e.kind, e.at, ${actor} AS actor, ${name} AS by, e.device, e.to_status AS status, e.revision, e.reason,
    e.reason_text AS text, e.details
  FROM order_events e JOIN orders o ON o.id = e.order_id WHERE o.id = :orderId ORDER BY e.id`;

const READ_EVENTS = sql<{ orderId: number }, EventRow>(readEvents('e.actor', ACTOR_NAME));
const READ_EVENTS_OF_SHOP = sql<{ orderId: number }, EventRow>(readEvents(ACTOR_FOR_SHOP, NAME_FOR_SHOP));

type MessageRow = SentMessage & { at: Date; status: OrderStatus | null };

// Mails and messages about a new order are the receipts of its customer, although the notification is the shop's.
const READ_MESSAGES = sql<{ orderId: number }, MessageRow>(
  `SELECT max(CASE WHEN d.state = 'queued' THEN d.created_at ELSE d.updated_at END) AS at, d.channel,
     CASE WHEN d.channel = 'push' AND n.feed LIKE 'shop:%' THEN 'shop' ELSE 'customer' END AS to,
     n.kind AS about, n.status, d.state, count(*)::int AS count
   FROM notifications n JOIN deliveries d ON d.feed = n.feed AND d.seq = n.seq
   WHERE n.order_id = :orderId
   GROUP BY n.feed, n.seq, n.kind, n.status, d.channel, d.state ORDER BY 1`,
);

type PaymentRow = NonNullable<TimelineEntry['payment']> & { at: Date; amountPaise: number };

const READ_PAYMENTS = sql<{ orderId: number }, PaymentRow>(
  `SELECT e.at, p.provider, e.to_state AS state, e.source, coalesce((e.details ->> 'amount_paise')::bigint, p.amount_paise) AS amount_paise
   FROM payments p JOIN payment_events e ON e.payment_id = p.id WHERE p.order_id = :orderId ORDER BY e.id`,
);
