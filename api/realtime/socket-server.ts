import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FeedName, shopFeed, userFeed } from '@haat/contract/events/feeds';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { readSession } from '@haat/core/services/auth/read-session';
import { isMember, type Session } from '@haat/core/services/auth/session';
import { newestNumbers } from '@haat/core/services/notifications/read-feeds';
import { Server } from 'socket.io';
import * as z from 'zod';
import { isAllowedOrigin } from '../http/cors.ts';
import type { AcknowledgementAnnouncer } from './acknowledgement-announcer.ts';
import type { FeedHub } from './feed-hub.ts';
import { PerUserLimit } from './per-user-limit.ts';
import type { SessionWatch } from './session-watch.ts';
import type { ShelfAnnouncer } from './shelf-announcer.ts';
import { attachShelves } from './shelf-sockets.ts';
import { emitRows, type LiveServer, type LiveSocket, socketReader } from './socket-reader.ts';

const SOCKETS_PER_USER = 10;
const MOST_BYTES_FROM_CLIENT = 16 * 1024;
const GOODBYE_WITHIN_MS = 2_000;

const socketAuth = z.object({
  token: z.string().max(4096),
  last: z.record(z.string().max(40), z.number().int().nonnegative()).default({}),
});

const failed = quietErrors('live sockets');

/** How many sockets are open, and how to end them all; the HTTP server stays open. */
export type AttachedSockets = { count(): number; end(): void };

export type Live = {
  server: HttpServer;
  feeds: FeedHub;
  sessions: SessionWatch;
  shelves: ShelfAnnouncer;
  acknowledgements: AcknowledgementAnnouncer;
};

/**
 * Socket.IO on this server: by WebSocket only, so that no replica needs to see a client twice. The server alone says which
 * rooms a socket is in.
 */
export function attachSockets({ server, feeds, sessions, shelves, acknowledgements }: Live): AttachedSockets {
  const io: LiveServer = new Server(server, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: MOST_BYTES_FROM_CLIENT,
    allowRequest: (request, answer) => answer(undefined, isFriendly(request)),
  });
  const perUser = new PerUserLimit(SOCKETS_PER_USER);
  feeds.useRooms({
    has: (feed) => io.sockets.adapter.rooms.has(feed),
    emit: (feed, rows) => emitRows(io.local.to(feed), rows),
    echoStep: (shop, step) => emitRows(io.local.to(shop), [step]),
  });
  io.use((socket, next) => void authenticate(socket).then(() => next(), next));
  io.on('connection', (socket) => {
    const end = (): void => void socket.disconnect(true);
    const { session } = socket.data;
    const leaves = [perUser.admit(session.userId, end), sessions.watch(session, end)];
    socket.once('disconnect', () => leaves.forEach((leave) => leave()));
    for (const feed of feedsOf(session)) void follow(feeds, socket, feed).catch(failed);
    if (isMember(session)) void tellAcknowledged(acknowledgements, socket).catch(failed);
  });
  attachShelves(io, shelves);
  return { end: endOf(io, server), count: () => io.engine.clientsCount };
}

/** Ends all sockets without a word of Socket.IO's: a client that is told to leave stays away, one whose line ends comes back. */
function endOf(io: LiveServer, server: HttpServer): () => void {
  const lines = new Set<Duplex>();
  server.on('upgrade', (_request, line) => {
    lines.add(line);
    line.once('close', () => lines.delete(line));
  });
  return () => {
    io.engine.close();
    // A phone that sleeps never says goodbye.
    setTimeout(() => lines.forEach((line) => line.destroy()), GOODBYE_WITHIN_MS).unref();
  };
}

/** Our own pages, those of the configured origins, and programs, which send no origin. */
function isFriendly({ headers: { origin, host } }: IncomingMessage): boolean {
  if (origin === undefined) return true;
  return isAllowedOrigin(origin) || (URL.canParse(origin) && new URL(origin).host === host);
}

async function authenticate(socket: LiveSocket): Promise<void> {
  const auth = socketAuth.safeParse(socket.handshake.auth);
  const session = auth.success ? await readSession(auth.data.token) : undefined;
  if (!session) throw new Error('unauthenticated');
  // Asked for before the client knows that it is connected: what comes after that moment must not be missed.
  const newest = await newestNumbers(feedsOf(session));
  socket.data = { session, last: { ...Object.fromEntries(newest), ...auth.data?.last } };
}

function feedsOf(session: Session): FeedName[] {
  const own = userFeed(session.userId);
  return isMember(session) ? [own, shopFeed(session.shopId)] : [own];
}

async function follow(feeds: FeedHub, socket: LiveSocket, feed: FeedName): Promise<void> {
  await whileConnected(socket, () => feeds.attach(feed, socketReader(socket, feed), socket.data.last[feed] ?? 0));
}

async function tellAcknowledged(acknowledgements: AcknowledgementAnnouncer, socket: LiveSocket): Promise<void> {
  const shop_id = socket.data.session.shopId;
  const tell = (seq: number) => void socket.emit('orders.acknowledged', { shop_id, seq });
  await whileConnected(socket, () => acknowledgements.watch(shop_id, tell));
}

/** Enters something and leaves it when the socket is gone. */
async function whileConnected(socket: LiveSocket, enter: () => Promise<() => void>): Promise<void> {
  try {
    const leave = await enter();
    if (socket.connected) socket.once('disconnect', leave);
    else leave();
  } catch (error) {
    // It comes back, and is told what it missed, when the database answers again.
    socket.disconnect(true);
    throw error;
  }
}
