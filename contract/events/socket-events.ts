import type { OrderStatus } from '../rules/order-status.ts';
import type { NotificationView } from '../api/notifications.schema.ts';
import type { FeedName } from './feeds.ts';

/** What the server sends over Socket.IO. Rooms carry the names of feeds and are joined by the server only. */
export type ServerEvents = {
  /** A new order, for the shop's team. */
  notification: (event: NotificationView) => void;
  /** A step of an order: to its customer, and to the other screens of the shop. */
  'order.status': (event: OrderStatusEvent) => void;
  /** The shelf of a shop changed: products, prices or stock; read it again when `version` is newer than yours. */
  shelf: (event: ShelfEvent) => void;
};

export type OrderStatusEvent = {
  feed: FeedName;
  seq: number;
  order_id: number;
  order_number: string;
  status: OrderStatus;
  at: string;
};
export type ShelfEvent = { shop_id: number; version: number };

/** The client only listens. */
export type ClientEvents = Record<never, never>;

/** `auth` of the connection: the access token, and the last number seen of each feed, to be replayed what was missed. */
export type SocketAuth = { token: string; last?: Partial<Record<FeedName, number>> };
