import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type DefaultEventsMap, Server, type Socket } from 'socket.io';
import * as z from 'zod';
import {
  CATALOG_NAMESPACE,
  type FeedName,
  shopFeed,
  userFeed,
  type ClientEvents,
  type ServerEvents,
  type SocketAuth,
} from '@haat/contract/socket-events';
import type { Bus } from '@haat/core/live/bus';
import { throttledErrorLog } from '@haat/core/ops/log';
import { readSession, type Session } from '@haat/core/accounts/session';
import { mayInOwnShop } from '@haat/core/accounts/shop-rights';
import { readableAfter } from '@haat/core/notify/acknowledge-orders';
import {
  type FeedRow,
  latestSeqs,
  presentNotification,
  presentToLocked,
  presentExpiry,
  presentRefund,
  presentStatus,
  presentUpdate,
} from '@haat/core/notify/feeds';
import { isAllowedOrigin } from '../http/headers.ts';
import { senderAddress } from '../http/input.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import { carried, type CarriedOrders, NO_ORDERS } from './carried-orders.ts';
import type { FeedHub, FeedReader } from './feed-hub.ts';
import { PerAddressLimit, PerUserLimit } from './limits.ts';
import type { SessionWatch } from './session-watch.ts';
import { attachCatalogs, type CatalogUpdates } from './catalog-sockets.ts';

const SOCKETS_PER_USER = 10;
/** A connection that joins no namespace within this time is closed. */
const JOIN_WITHIN_MS = 10_000;
/** Connections of one address that have not joined a namespace yet. A mobile network puts many customers behind one address. */
const JOINING_PER_ADDRESS = 200;
const MOST_BYTES_FROM_CLIENT = 16 * 1024;
const CLOSE_TIMEOUT_MS = 2_000;

const socketAuth = z.object({
  token: z.string().max(4096),
  last: z.record(z.string().max(40), z.number().int().nonnegative()).default({}),
});

const logFailure = throttledErrorLog('live sockets');

/** The sockets on an HTTP server, which stays open when they end. */
export type AttachedSockets = { count(): number; end(): void };

type LiveParts = {
  server: HttpServer;
  feeds: FeedHub;
  sessions: SessionWatch;
  catalogs: CatalogUpdates;
  acknowledgements: Acknowledgements;
  bus: Pick<Bus, 'subscribe' | 'onReconnect'>;
};

/**
 * Attaches Socket.IO: WebSocket only, so that no client needs the same replica twice. The server alone decides which rooms a
 * socket joins.
 */
export function attachSockets({
  server,
  feeds,
  sessions,
  catalogs,
  acknowledgements,
  bus,
}: LiveParts): AttachedSockets {
  const io: LiveServer = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES_FROM_CLIENT,
    connectTimeout: JOIN_WITHIN_MS,
    allowRequest: (request, answer) => answer(undefined, isTrusted(request)),
  });
  limitJoining(io);
  const perUser = new PerUserLimit(SOCKETS_PER_USER);
  feeds.useRooms({
    has: (feed) => [feed, hintsOf(feed), lockedOf(feed)].some((room) => io.sockets.adapter.rooms.has(room)),
    emit: (feed, rows, orders) => {
      emitRows(io.local.to(feed), rows, orders);
      emitHint(io.local.to(hintsOf(feed)), feed);
      emitToLocked(io.local.to(lockedOf(feed)), rows);
    },
    forwardChange: (shop, change, orders) => {
      emitRows(io.local.to(shop), [change], orders);
      emitHint(io.local.to(hintsOf(shop)), shop);
    },
  });
  io.use((socket, next) => void authenticate(socket).then(() => next(), next));
  io.on('connection', (socket) => {
    const end = (): void => void socket.disconnect(true);
    const { session } = socket.data;
    const replaced = (): void => {
      socket.emit('replaced');
      end();
    };
    const leaves = [perUser.admit(session.userId, replaced), sessions.watch(session, end)];
    socket.once('disconnect', () => leaves.forEach((leave) => leave()));
    for (const feed of feedsOf(session)) void follow(feeds, socket, feed).catch(logFailure);
    if (session.role) void socket.join([ALL_MEMBERS, membersOf(session.shopId)]);
    if (mayInOwnShop('orders', session)) void sendAcknowledged(acknowledgements, socket).catch(logFailure);
  });
  attachCatalogs(io, catalogs);
  const leaveBus = forwardToMembers(io, bus);
  const end = endOf(io, server);
  return {
    end: () => {
      leaveBus();
      end();
    },
    count: () => io.engine.clientsCount,
  };
}

/** The rooms of all members, and of the members of one shop. */
const ALL_MEMBERS = 'members';
const membersOf = (shopId: number): string => `members:${shopId}`;

/**
 * Notifies members of changed announcements, all of them after a gap in the signals, and of their shop's suspension. Returns the
 * function that stops it.
 */
function forwardToMembers(io: LiveServer, bus: LiveParts['bus']): () => void {
  const send = (shopId: number | null): void => {
    const room = shopId === null ? ALL_MEMBERS : membersOf(shopId);
    io.local.to(room).emit('announcements.changed', { shop_id: shopId });
  };
  const unsubscribe = bus.subscribe((signal) => {
    if (signal.type === 'announcements') send(signal.shopId);
    if (signal.type === 'shop-sessions')
      io.local.to(membersOf(signal.shopId)).emit('shop.changed', { shop_id: signal.shopId });
  });
  const stop = bus.onReconnect(() => send(null));
  return () => {
    unsubscribe();
    stop();
  };
}

/** The other limits count the sockets of a namespace; this one counts connections that have not joined any. */
function limitJoining(io: LiveServer): void {
  const perAddress = new PerAddressLimit(JOINING_PER_ADDRESS);
  const joining = new WeakMap<LiveSocket['conn'], () => void>();
  io.engine.on('connection', (connection: LiveSocket['conn']) => {
    const leave = perAddress.admit(senderAddress(connection.request));
    if (!leave) return connection.close(true);
    joining.set(connection, leave);
    connection.once('close', leave);
  });
  for (const namespace of [io, io.of(CATALOG_NAMESPACE)])
    namespace.on('connection', ({ conn }: Pick<LiveSocket, 'conn'>) => joining.get(conn)?.());
}

/** Closes the connections without Socket.IO's disconnect packet, after which clients would not reconnect. */
function endOf(io: LiveServer, server: HttpServer): () => void {
  const connections = new Set<Duplex>();
  server.on('upgrade', (_request, connection) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  return () => {
    io.engine.close();
    // A sleeping phone does not answer the closing handshake.
    setTimeout(() => connections.forEach((connection) => connection.destroy()), CLOSE_TIMEOUT_MS).unref();
  };
}

/** Pages of this host and of the configured origins, and programs, which send no origin. */
function isTrusted({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true;
  return isAllowedOrigin(origin) || (URL.canParse(origin) && new URL(origin).host === host);
}

async function authenticate(socket: LiveSocket): Promise<void> {
  const auth = socketAuth.safeParse(socket.handshake.auth);
  const session = auth.success ? await readSession(auth.data.token) : undefined;
  if (!session) throw new Error('unauthenticated');
  // Before the client learns that it is connected: rows after that moment must not be missed.
  const newest = await latestSeqs(feedsOf(session));
  const last: SocketData['last'] = { ...Object.fromEntries(newest), ...auth.data?.last };
  const feed = shopFeed(session.shopId);
  socket.data = { session, last: { ...last, [feed]: await readableAfter(session, last[feed] ?? 0) } };
}

/** Notifications of the account itself are not shown on a shared device. */
function feedsOf(session: Session): FeedName[] {
  const own = session.isShared ? [] : [userFeed(session.userId)];
  return FOLLOWED_WITH.some((permission) => mayInOwnShop(permission, session))
    ? [...own, shopFeed(session.shopId)]
    : own;
}

const FOLLOWED_WITH = ['orders', 'packing', 'deliveries'] as const;

/** Whether the session receives the rows of that feed, or only a hint that it has new ones: a shop's rows contain amounts. */
const seesRowsOf = (session: Session, feed: FeedName): boolean =>
  feed === userFeed(session.userId) || mayInOwnShop('orders', session);

async function follow(feeds: FeedHub, socket: LiveSocket, feed: FeedName): Promise<void> {
  await whileConnected(socket, () => feeds.attach(feed, readerOf(socket, feed), socket.data.last[feed] ?? 0));
}

async function sendAcknowledged(acknowledgements: Acknowledgements, socket: LiveSocket): Promise<void> {
  const shop_id = socket.data.session.shopId;
  const send = (seq: number) => void socket.emit('orders.acknowledged', { shop_id, seq });
  await whileConnected(socket, () => acknowledgements.watch(shop_id, send));
}

/** Enters and leaves with the socket's disconnect. */
async function whileConnected(socket: LiveSocket, enter: () => Promise<() => void>): Promise<void> {
  try {
    const leave = await enter();
    if (socket.connected) socket.once('disconnect', leave);
    else leave();
  } catch (error) {
    // The client reconnects and receives the rows that it missed once the database responds again.
    socket.disconnect(true);
    throw error;
  }
}

type SocketData = { session: Session; last: NonNullable<SocketAuth['last']> };
type LiveServer = Server<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;
type LiveSocket = Socket<ClientEvents, ServerEvents, DefaultEventsMap, SocketData>;

type Target = Pick<LiveSocket, 'emit'>;

/**
 * A socket subscribed to one feed: it receives the rows that it missed and then joins the feed's room, which gets the new ones.
 */
function socketReader(socket: LiveSocket, feed: FeedName): FeedReader {
  return {
    seesOrders: feed === shopFeed(socket.data.session.shopId),
    isGone: () => !socket.connected,
    replay: async (rows) => emitRows(socket, rows),
    caughtUp: () => void socket.join(feed),
    deliver: () => {},
  };
}

/** The room of sessions that receive only a hint that the feed has new rows. */
const hintsOf = (feed: FeedName): string => `${feed}:hints`;

function hintReader(socket: LiveSocket, feed: FeedName): FeedReader {
  return {
    isGone: () => !socket.connected,
    replay: async (rows) => {
      if (rows.length > 0) emitHint(socket, feed);
    },
    caughtUp: () => void socket.join(hintsOf(feed)),
    deliver: () => {},
  };
}

/** The room of shared devices that are locked. */
const lockedOf = (feed: FeedName): string => `${feed}:locked`;

const lockedReader = (socket: LiveSocket, feed: FeedName): FeedReader => ({
  isGone: () => !socket.connected,
  replay: async (rows) => emitToLocked(socket, rows),
  caughtUp: () => void socket.join(lockedOf(feed)),
  deliver: () => {},
});

function readerOf(socket: LiveSocket, feed: FeedName): FeedReader {
  const { session } = socket.data;
  if (!seesRowsOf(session, feed)) return hintReader(socket, feed);
  return session.isLocked ? lockedReader(socket, feed) : socketReader(socket, feed);
}

function emitToLocked(target: Target, rows: FeedRow[]): void {
  for (const row of rows) if (row.kind === 'order.placed') target.emit('notification', presentToLocked(row));
}

function emitHint(target: Target, feed: FeedName): void {
  target.emit('orders.changed', { shop_id: Number(feed.split(':')[1]) });
}

/** Emits each row as the event of its kind, with its order if that is among `orders`. */
function emitRows(target: Target, rows: FeedRow[], orders: CarriedOrders = NO_ORDERS): void {
  for (const row of rows) {
    const order = carried(row, orders);
    const change = presentStatus(row);
    const refund = presentRefund(row);
    const expiry = presentExpiry(row);
    const update = presentUpdate(row);
    if (change) target.emit('order.status', { ...change, ...order });
    else if (refund) target.emit('order.refund', { ...refund, ...order });
    else if (expiry) target.emit('order.expired', expiry);
    else if (update) target.emit('order.updated', { ...update, ...order });
    else target.emit('notification', { ...presentNotification(row), ...order });
  }
}
