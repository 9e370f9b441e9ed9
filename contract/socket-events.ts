import type { OrderStatus } from './orders/order-status.ts';
import type { OrderUpdate } from './orders/order-updates.ts';
import type { NotificationView } from './notify/notifications.calls.ts';
import type { OrderView } from './orders/orders.calls.ts';

/**
 * A feed is a gap-free, numbered list of notifications for one audience: the team of a shop, or one customer. Streams
 * and sockets resume from it by number.
 */
export type FeedName = `shop:${number}` | `user:${number}`;

export const shopFeed = (shopId: number): FeedName => `shop:${shopId}`;
export const userFeed = (userId: number): FeedName => `user:${userId}`;

/** The events that the server sends over Socket.IO. Rooms carry the names of feeds and are joined by the server only. */
export type ServerEvents = {
  /** A new order, for the shop's team. */
  notification: (event: Carrying<NotificationView>) => void;
  /** A status change of an order, for its customer and the other screens of the shop. */
  'order.status': (event: Carrying<OrderStatusEvent>) => void;
  /** A part of the price of an order, or all of it, is being refunded. */
  'order.refund': (event: Carrying<OrderRefundEvent>) => void;
  /** The payment of an order did not arrive in time, so that it was not placed. */
  'order.expired': (event: OrderExpiredEvent) => void;
  /** Anything else that happened to an order, for its customer or for the screens of its shop, by the feed. */
  'order.updated': (event: Carrying<OrderUpdateEvent>) => void;
  /** The orders of the shop have changed, for members who may not see the details. Reload the lists. */
  'orders.changed': (event: OrdersChangedEvent) => void;
  /** The shop has acknowledged its new orders up to `seq`: sent on connecting and after each change. */
  'orders.acknowledged': (event: AcknowledgedEvent) => void;
  /** The announcements to this shop, or to all shops, have changed; for its members. Reload them. */
  'announcements.changed': (event: AnnouncementsEvent) => void;
  /** The shop was suspended or resumed, or has another slug; for its members. Reload the profile. */
  'shop.changed': (event: ShopEvent) => void;
  /** A newer connection of the same user replaces this one, which ends. Do not reconnect until the screen is used again. */
  replaced: (none?: undefined) => void;
};

/**
 * `order`: as the list of the shop's orders answers it, for screens of members who may read it. Read it where it is missing: in a
 * replay, and where the server could not send it.
 */
export type Carrying<Event> = Event & { order?: OrderView };

type AnnouncementsEvent = { shop_id: number | null };

type ShopEvent = { shop_id: number };

type OrdersChangedEvent = { shop_id: number };

type AcknowledgedEvent = { shop_id: number; seq: number };

export type OrderStatusEvent = {
  feed: FeedName;
  seq: number;
  order_id: number;
  order_number: string;
  status: OrderStatus;
  at: string;
};

/** `amount` in rupees; `in_cash`: the shop pays it out. */
export type OrderRefundEvent = Omit<OrderStatusEvent, 'status'> & { amount: number; in_cash?: true };

export type OrderExpiredEvent = Omit<OrderStatusEvent, 'status'>;

export type OrderUpdateEvent = Omit<OrderStatusEvent, 'status'> & { update: OrderUpdate };

/** With a session, the client only listens. */
export type ClientEvents = Record<never, never>;

/** `auth` of the connection: the access token, and the last number seen of each feed, from which missed events are replayed. */
export type SocketAuth = { token: string; last?: Partial<Record<FeedName, number>> };

/** The public namespace for catalog changes; it has no other events. */
export const CATALOG_NAMESPACE = '/catalogs';

export type CatalogServerEvents = {
  /**
   * The version of the catalog being watched: once when watching begins, then whenever products, prices, stock or
   * settings of the shop changed. Reload it when `version` is newer than the one before.
   */
  catalog: (event: CatalogEvent) => void;
};
export type CatalogEvent = { shop_id: number; version: number };

export type CatalogClientEvents = {
  /** Watches this shop from now on, and no other one. A shop that is unknown is ignored. */
  'watch.catalog': (watch: CatalogWatch) => void;
};
type CatalogWatch = { shop_id: number };
