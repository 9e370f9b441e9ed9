import type { FeedName, ClientEvents, ServerEvents, SocketAuth } from '@haat/contract/socket-events';
import { io, type Socket } from 'socket.io-client';

const AGAIN_MS = 200;

/** An event: its number in the feed, and its order. */
export type ReceivedEvent = { seq: number; orderId: number };
type Event = ReceivedEvent & { feed: string; at: string };

/** A screen on a socket, which begins after the number 0 of its feed and reconnects with the last number that it saw. */
export class ReconnectingSocket {
  readonly received: ReceivedEvent[] = [];
  /** How long after it happened each came, in ms. */
  readonly delays: number[] = [];
  /** How often it has been connected. */
  connections = 0;
  readonly #feed: FeedName;
  readonly #socket: Socket<ServerEvents, ClientEvents>;
  #isClosed = false;

  constructor({ url, token, feed }: { url: string; token: string; feed: FeedName }) {
    this.#feed = feed;
    const auth = (answer: (auth: SocketAuth) => void) =>
      answer({ token, last: { [feed]: this.received.at(-1)?.seq ?? 0 } });
    this.#socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      auth,
      reconnectionDelay: AGAIN_MS,
      reconnectionDelayMax: 1_000,
    });
    this.#socket.on('connect', () => (this.connections += 1));
    this.#socket.on('notification', ({ id: seq, order_id: orderId, created_at: at }) =>
      this.#receive({ feed: 'shop', seq, orderId, at }),
    );
    this.#socket.on('order.status', ({ order_id: orderId, ...step }) => this.#receive({ orderId, ...step }));
    this.#socket.on('order.refund', ({ order_id: orderId, ...refund }) => this.#receive({ orderId, ...refund }));
    this.#socket.on('order.expired', ({ order_id: orderId, ...expiry }) => this.#receive({ orderId, ...expiry }));
    this.#socket.on('order.updated', ({ order_id: orderId, ...update }) => this.#receive({ orderId, ...update }));
    // The library reconnects automatically only after a lost connection, not when the server refused or closed it.
    this.#socket.on('disconnect', () => this.#again());
    this.#socket.on('connect_error', () => this.#again());
  }

  /** The numbers of all received events, in the order in which they came. */
  get ids(): number[] {
    return this.received.map(({ seq }) => seq);
  }

  close(): void {
    this.#isClosed = true;
    this.#socket.disconnect();
  }

  // A shop's screens also receive status changes, which are in the feeds of their customers.
  #receive({ feed, seq, orderId, at }: Event): void {
    if (feed !== this.#feed && !(feed === 'shop' && this.#feed.startsWith('shop:'))) return;
    this.received.push({ seq, orderId });
    this.delays.push(Date.now() - Date.parse(at));
  }

  #again(): void {
    if (this.#isClosed || this.#socket.active) return;
    setTimeout(() => this.#isClosed || this.#socket.connect(), AGAIN_MS);
  }
}
