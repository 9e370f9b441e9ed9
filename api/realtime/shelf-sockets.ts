import { SHELF_NAMESPACE, type ShelfClientEvents, type ShelfServerEvents } from '@haat/contract/events/socket-events';
import { id } from '@haat/contract/api/common.schema';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { readShelfVersion } from '@haat/core/services/catalogue/read-shelf';
import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import * as z from 'zod';
import { senderAddress } from '../http/client-address.ts';
import { Allowance } from './allowance.ts';
import { PerAddressLimit } from './per-address-limit.ts';
import type { ShelfAnnouncer } from './shelf-announcer.ts';

/** A mobile network puts many customers behind one address. */
const SOCKETS_PER_ADDRESS = 200;
/** Of one connection: to enter and to watch. */
const WISHES = { most: 20, everyMs: 10_000 };

type Known = { allowance: Allowance };
type ShelfSocket = Socket<ShelfClientEvents, ShelfServerEvents, DefaultEventsMap, Known>;
type ShelfNamespace = Namespace<ShelfClientEvents, ShelfServerEvents, DefaultEventsMap, Known>;
type Connection = ShelfSocket['conn'];
type Visitor = Known & { leave: () => void };

const shelfWatch = z.object({ shop_id: id });
const failed = quietErrors('shelf sockets');
const roomOf = (shopId: number): string => `shelf:${shopId}`;

/**
 * The namespace in which anybody may watch the shelf of one shop. No token is looked at and no feed's room exists in it, so
 * that nothing private can come this way. Spec section 2, products.
 */
export function attachShelves(io: Server, shelves: ShelfAnnouncer): void {
  const namespace = io.of(SHELF_NAMESPACE) as unknown as ShelfNamespace;
  const perAddress = new PerAddressLimit(SOCKETS_PER_ADDRESS);
  const visitors = new WeakMap<Connection, Visitor>();
  shelves.useTeller((event) => void namespace.local.to(roomOf(event.shop_id)).emit('shelf', event));
  namespace.use((socket, next) => {
    const visitor = visitors.get(socket.conn) ?? welcome(socket.conn);
    visitors.set(socket.conn, visitor);
    const leave = visitor.allowance.take() ? perAddress.admit(senderAddress(socket.request)) : undefined;
    if (!leave) return next(new Error('too_many'));
    visitor.leave = leave;
    socket.once('disconnect', leave);
    socket.data.allowance = visitor.allowance;
    next();
  });
  namespace.on('connection', (socket) => letWatch(socket, shelves));
}

// One connection may enter and leave any number of times: what is counted of it must outlast that, and not grow by it.
function welcome(connection: Connection): Visitor {
  const visitor: Visitor = { allowance: new Allowance(WISHES), leave: () => {} };
  // The line may break before the socket is in the namespace: only the connection surely tells of its end.
  connection.once('close', () => visitor.leave());
  return visitor;
}

function letWatch(socket: ShelfSocket, shelves: ShelfAnnouncer): void {
  const { allowance } = socket.data;
  let stop = (): void => {};
  socket.on('watch.shelf', (message) => {
    const watch = shelfWatch.safeParse(message);
    if (!allowance.take()) socket.disconnect(true);
    else if (watch.success) {
      stop();
      stop = beginWatching(socket, watch.data.shop_id, shelves);
    }
  });
  socket.once('disconnect', () => stop());
}

// In the room before the version is read: a change in between is told twice rather than not at all.
function beginWatching(socket: ShelfSocket, shopId: number, shelves: ShelfAnnouncer): () => void {
  const leave = shelves.watch(shopId);
  void socket.join(roomOf(shopId));
  let isOver = false;
  const stop = (): void => {
    if (isOver) return;
    isOver = true;
    leave();
    void socket.leave(roomOf(shopId));
  };
  readShelfVersion(shopId).then((version) => {
    if (version === undefined) stop();
    else if (!isOver) socket.emit('shelf', { shop_id: shopId, version });
  }, failed);
  return stop;
}
