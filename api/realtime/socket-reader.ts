import type { FeedName } from '@haat/contract/events/feeds';
import type { ClientEvents, ServerEvents, SocketAuth } from '@haat/contract/events/socket-events';
import type { Session } from '@haat/core/services/auth/session';
import type { FeedRow } from '@haat/core/services/notifications/feed-row';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import type { FeedReader } from './feed-reader.ts';
import { presentNotification, presentRefund, presentStep } from './present-event.ts';

export type SocketData = { session: Session; last: NonNullable<SocketAuth['last']> };
export type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
export type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

type Target = Pick<LiveSocket, 'emit'>;

/** A socket that follows one feed: it is replayed what it missed and then joins the feed's room, where it hears the rest. */
export function socketReader(socket: LiveSocket, feed: FeedName): FeedReader {
  return {
    isGone: () => !socket.connected,
    replay: async (rows) => emitRows(socket, rows),
    caughtUp: () => void socket.join(feed),
    deliver: () => {},
  };
}

/** Sends each row as the event that it is. */
export function emitRows(target: Target, rows: FeedRow[]): void {
  for (const row of rows) {
    const step = presentStep(row);
    const refund = presentRefund(row);
    if (step) target.emit('order.status', step);
    else if (refund) target.emit('order.refund', refund);
    else target.emit('notification', presentNotification(row));
  }
}
