import type { Socket } from 'socket.io-client';
import { CATALOG_NAMESPACE, type CatalogClientEvents, type CatalogServerEvents } from '@haat/contract/socket-events';
import { API_BASE } from './config.ts';
import { loadWithRetry } from './lazy.ts';

type CatalogSocket = Socket<CatalogServerEvents, CatalogClientEvents>;

const RECONNECT_AFTER_MS = 15_000;

/**
 * Watches the catalog of a shop, logged in or not: calls back once subscribed, because the catalog on the screen may be
 * outdated, and then with every newer version. Returns the unsubscribe.
 */
export function watchCatalog(shopId: number, onUpdate: () => void): () => void {
  const ended = new AbortController();
  let socket: CatalogSocket | undefined;
  void loadWithRetry(() => import('socket.io-client'), ended.signal).then((library) => {
    if (!library || ended.signal.aborted) return;
    socket = library.io((API_BASE || window.location.origin) + CATALOG_NAMESPACE, { transports: ['websocket'] });
    subscribe(shopId, socket, onUpdate);
    reconnect(socket, ended.signal);
  });
  return () => {
    ended.abort();
    if (socket) endSocket(socket);
  };
}

function subscribe(shopId: number, socket: CatalogSocket, onNews: () => void): void {
  let known = -1;
  // On every connection, the first one and each reconnect: the server answers with the current version.
  socket.on('connect', () => void socket.emit('watch.catalog', { shop_id: shopId }));
  socket.on('catalog', ({ shop_id, version }) => {
    if (shop_id !== shopId || version <= known) return;
    known = version;
    onNews();
  });
}

// The library reconnects automatically, except where the server closed or refused the socket.
function reconnect(socket: CatalogSocket, ended: AbortSignal): void {
  const later = () => {
    if (socket.active || ended.aborted) return;
    setTimeout(() => {
      if (!ended.aborted) socket.connect();
    }, RECONNECT_AFTER_MS);
  };
  socket.on('disconnect', later);
  socket.on('connect_error', later);
}

/**
 * Closes a socket for good. One that is still connecting is closed when it is open or has failed: closed earlier, the
 * browser would log an error to the console only because the user left a screen quickly.
 */
export function endSocket(socket: Pick<Socket, 'io' | 'disconnect'>): void {
  const { io } = socket;
  const end = (): void => void socket.disconnect();
  if (io.engine.readyState !== 'opening') return end();
  // Not in the event itself: the library handles `open` after this listener.
  io.once('open', () => queueMicrotask(end));
  io.once('error', end);
}
