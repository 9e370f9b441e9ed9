import type { DefaultEventsMap, Namespace, Server, Socket } from 'socket.io';
import * as z from 'zod';
import {
  CATALOG_NAMESPACE,
  type CatalogClientEvents,
  type CatalogEvent,
  type CatalogServerEvents,
} from '@haat/contract/socket-events';
import { id } from '@haat/contract/common';
import { throttledErrorLog } from '@haat/core/ops/log';
import { readCatalogVersion, readCatalogVersions } from '@haat/core/catalog/catalog';
import type { Bus } from '@haat/core/live/bus';
import { senderAddress } from '../http/input.ts';
import { Allowance, PerAddressLimit } from './limits.ts';

/** A mobile network puts many customers behind one address. */
const SOCKETS_PER_ADDRESS = 200;
/** The limit of messages, to join and to watch, of one connection. */
const MESSAGES = { max: 20, everyMs: 10_000 };

type Known = { allowance: Allowance };
type CatalogSocket = Socket<CatalogClientEvents, CatalogServerEvents, DefaultEventsMap, Known>;
type CatalogNamespace = Namespace<CatalogClientEvents, CatalogServerEvents, DefaultEventsMap, Known>;
type Connection = CatalogSocket['conn'];
type Visitor = Known & { leave: () => void };

const catalogWatch = z.object({ shop_id: id });
const logFailure = throttledErrorLog('catalog sockets');
const roomOf = (shopId: number): string => `catalog:${shopId}`;

/**
 * The namespace in which anyone may watch the catalog of one shop. It reads no token and has no rooms of feeds, so that nothing
 * private can be sent through it.
 */
export function attachCatalogs(io: Server, catalogs: CatalogUpdates): void {
  const namespace = io.of(CATALOG_NAMESPACE) as unknown as CatalogNamespace;
  const perAddress = new PerAddressLimit(SOCKETS_PER_ADDRESS);
  const visitors = new WeakMap<Connection, Visitor>();
  catalogs.onChange((event) => void namespace.local.to(roomOf(event.shop_id)).emit('catalog', event));
  namespace.use((socket, next) => {
    const visitor = visitors.get(socket.conn) ?? newVisitor(socket.conn);
    visitors.set(socket.conn, visitor);
    const leave = visitor.allowance.take() ? perAddress.admit(senderAddress(socket.request)) : undefined;
    if (!leave) return next(new Error('too_many'));
    visitor.leave = leave;
    socket.once('disconnect', leave);
    socket.data.allowance = visitor.allowance;
    next();
  });
  namespace.on('connection', (socket) => serveWatch(socket, catalogs));
}

// One connection may join and leave repeatedly: its counters must survive that without growing.
function newVisitor(connection: Connection): Visitor {
  const visitor: Visitor = { allowance: new Allowance(MESSAGES), leave: () => {} };
  // The connection may end before the socket has joined the namespace: only the connection's own `close` is certain.
  connection.once('close', () => visitor.leave());
  return visitor;
}

function serveWatch(socket: CatalogSocket, catalogs: CatalogUpdates): void {
  const { allowance } = socket.data;
  let stop = (): void => {};
  socket.on('watch.catalog', (message) => {
    const watch = catalogWatch.safeParse(message);
    if (!allowance.take()) socket.disconnect(true);
    else if (watch.success) {
      stop();
      stop = startWatching(socket, watch.data.shop_id, catalogs);
    }
  });
  socket.once('disconnect', () => stop());
}

// Joins the room before the version is read: a change in between is sent twice rather than never.
function startWatching(socket: CatalogSocket, shopId: number, catalogs: CatalogUpdates): () => void {
  const leave = catalogs.watch(shopId);
  void socket.join(roomOf(shopId));
  let isOver = false;
  const stop = (): void => {
    if (isOver) return;
    isOver = true;
    leave();
    void socket.leave(roomOf(shopId));
  };
  readCatalogVersion(shopId).then((version) => {
    if (version === undefined) stop();
    else if (!isOver) socket.emit('catalog', { shop_id: shopId, version });
  }, logFailure);
  return stop;
}

const PUBLISH_EVERY_MS = 250;
const SWEEP_EVERY_MS = 5_000;

type Watched = { watchers: number; published: number; latest: number; pause: NodeJS.Timeout | undefined };
type Options = { publishEveryMs?: number; sweepEveryMs?: number };

const logSweepFailure = throttledErrorLog('catalog versions');

/**
 * Publishes catalog changes of the shops that are watched in this process: immediately after a quiet time, at most four times a
 * second under load. A periodic sweep finds changes whose signal was lost.
 */
export class CatalogUpdates {
  readonly #watched = new Map<number, Watched>();
  readonly #publishEveryMs: number;
  readonly #stops: (() => void)[];
  #listener: (event: CatalogEvent) => void = () => {};

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, options: Options = {}) {
    this.#publishEveryMs = options.publishEveryMs ?? PUBLISH_EVERY_MS;
    const sweep = (): void => void this.#sweep().catch(logSweepFailure);
    const timer = setInterval(sweep, options.sweepEveryMs ?? SWEEP_EVERY_MS).unref();
    const unsubscribe = bus.subscribe((signal) => {
      if (signal.type === 'catalog') this.#update(signal.shopId, signal.version);
    });
    this.#stops = [unsubscribe, bus.onReconnect(sweep), () => clearInterval(timer)];
  }

  /** Sets the one listener, which sends events to the sockets. */
  onChange(listener: (event: CatalogEvent) => void): void {
    this.#listener = listener;
  }

  /** Counts a watcher of this shop. Returns the function that removes it. */
  watch(shopId: number): () => void {
    const watched = this.#watched.get(shopId) ?? { watchers: 0, published: -1, latest: -1, pause: undefined };
    this.#watched.set(shopId, watched);
    watched.watchers += 1;
    return () => {
      watched.watchers -= 1;
      if (watched.watchers > 0) return;
      clearTimeout(watched.pause);
      if (this.#watched.get(shopId) === watched) this.#watched.delete(shopId);
    };
  }

  close(): void {
    for (const stop of this.#stops) stop();
    for (const { pause } of this.#watched.values()) clearTimeout(pause);
    this.#watched.clear();
  }

  #update(shopId: number, version: number): void {
    const watched = this.#watched.get(shopId);
    if (!watched || version <= watched.latest) return;
    watched.latest = version;
    if (!watched.pause) this.#publish(shopId, watched);
  }

  #publish(shopId: number, watched: Watched): void {
    watched.published = watched.latest;
    this.#listener({ shop_id: shopId, version: watched.latest });
    watched.pause = setTimeout(() => {
      watched.pause = undefined;
      if (watched.latest > watched.published) this.#publish(shopId, watched);
    }, this.#publishEveryMs).unref();
  }

  async #sweep(): Promise<void> {
    if (this.#watched.size === 0) return;
    for (const { shopId, version } of await readCatalogVersions([...this.#watched.keys()]))
      this.#update(shopId, version);
  }
}
