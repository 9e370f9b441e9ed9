import { SHELF_NAMESPACE, type ShelfClientEvents, type ShelfServerEvents } from '@haat/contract/events/socket-events';
import type { Socket } from 'socket.io-client';
import { API_BASE } from './config.ts';
import { endSocket } from './end-socket.ts';
import { loadPatiently } from './load-patiently.ts';

type ShelfSocket = Socket<ShelfServerEvents, ShelfClientEvents>;

const COME_BACK_AFTER_MS = 15_000;

/**
 * Watches the shelf of a shop, signed in or not: calls back when the watching begins, as nobody knows how old the shelf on
 * the screen is, and then with every newer version. Returns the stop.
 */
export function watchShelf(shopId: number, onNews: () => void): () => void {
  const ended = new AbortController();
  let socket: ShelfSocket | undefined;
  void loadPatiently(() => import('socket.io-client'), ended.signal).then((library) => {
    if (!library || ended.signal.aborted) return;
    socket = library.io((API_BASE || window.location.origin) + SHELF_NAMESPACE, { transports: ['websocket'] });
    hearOf(shopId, socket, onNews);
    comeBack(socket, ended.signal);
  });
  return () => {
    ended.abort();
    if (socket) endSocket(socket);
  };
}

function hearOf(shopId: number, socket: ShelfSocket, onNews: () => void): void {
  let known = -1;
  // With every connection, the first one and those after a gap: the server answers with the version that stands.
  socket.on('connect', () => void socket.emit('watch.shelf', { shop_id: shopId }));
  socket.on('shelf', ({ shop_id, version }) => {
    if (shop_id !== shopId || version <= known) return;
    known = version;
    onNews();
  });
}

// The library tries a broken line again by itself, but not where the server closed the socket or let nobody in.
function comeBack(socket: ShelfSocket, ended: AbortSignal): void {
  const later = () => {
    if (socket.active || ended.aborted) return;
    setTimeout(() => {
      if (!ended.aborted) socket.connect();
    }, COME_BACK_AFTER_MS);
  };
  socket.on('disconnect', later);
  socket.on('connect_error', later);
}
