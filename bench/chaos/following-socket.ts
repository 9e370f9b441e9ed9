import type { FeedName } from '@haat/contract/events/feeds';
import type { ClientEvents, ServerEvents, SocketAuth } from '@haat/contract/events/socket-events';
import { io, type Socket } from 'socket.io-client';

const AGAIN_MS = 200;

/** What was told: the number in the feed, and the order that it is about. */
export type Told = { seq: number; orderId: number };

/** A screen on a socket, which comes back with the last number it saw of its feed. */
export class FollowingSocket {
  readonly told: Told[] = [];
  readonly #feed: FeedName;
  readonly #socket: Socket<ServerEvents, ClientEvents>;
  #isClosed = false;

  constructor({ url, token, feed }: { url: string; token: string; feed: FeedName }) {
    this.#feed = feed;
    const auth = (answer: (auth: SocketAuth) => void) =>
      answer({ token, last: { [feed]: this.told.at(-1)?.seq ?? 0 } });
    this.#socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      auth,
      reconnectionDelay: AGAIN_MS,
      reconnectionDelayMax: 1_000,
    });
    this.#socket.on('notification', ({ id, order_id }) => this.#hear(`shop`, { seq: id, orderId: order_id }));
    this.#socket.on('order.status', (step) => this.#hear(step.feed, { seq: step.seq, orderId: step.order_id }));
    this.#socket.on('order.refund', (refund) => this.#hear(refund.feed, { seq: refund.seq, orderId: refund.order_id }));
    // The library comes back by itself only when the line broke, not when the server said no or goodbye.
    this.#socket.on('disconnect', () => this.#again());
    this.#socket.on('connect_error', () => this.#again());
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.disconnect();
  }

  // A shop's screens also hear of steps, which are in the feeds of their customers.
  #hear(feed: string, told: Told): void {
    if (feed === this.#feed || (feed === 'shop' && this.#feed.startsWith('shop:'))) this.told.push(told);
  }

  #again(): void {
    if (this.#isClosed || this.#socket.active) return;
    setTimeout(() => this.#isClosed || this.#socket.connect(), AGAIN_MS);
  }
}
