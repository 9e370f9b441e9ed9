import { shopFeed, type FeedName } from '@haat/contract/events/feeds';
import type { ClientEvents, ServerEvents, SocketAuth } from '@haat/contract/events/socket-events';
import { io, type Socket } from 'socket.io-client';
import { ApiError } from './api-error.ts';
import { callApi } from './api.ts';
import { API_BASE } from './config.ts';
import { endSocket } from './end-socket.ts';
import { tellLive } from './live-events.ts';
import { loadPatiently } from './load-patiently.ts';
import { logProblem } from './log-problem.ts';
import { tellRefund } from './tell-refund.ts';
import { readAuthToken } from './tokens.ts';
import { whenIdle } from './when-idle.ts';

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const RETRY_MS = 3000;

/**
 * Connects the signed-in user to what happens to own orders and, with `shopId`, to those of the own shop. What was
 * missed since the last number seen of each feed is replayed by the server. Ends with the signal.
 */
export function connectLive(shopId: number | undefined, ended: AbortSignal): void {
  const last: Record<FeedName, number> = {};
  const socket: LiveSocket = io(API_BASE || window.location.origin, {
    transports: ['websocket'],
    auth: (answer) => answer({ token: readAuthToken() ?? '', last } satisfies SocketAuth),
  });
  hear(socket, shopId, (feed, seq) => (last[feed] = Math.max(last[feed] ?? 0, seq)));
  stayConnected(socket, ended);
  ended.addEventListener('abort', () => endSocket(socket));
  // What tells this device while no page is open; the open one can wait for it.
  whenIdle(() => void followPush(ended));
}

async function followPush(ended: AbortSignal): Promise<void> {
  const push = await loadPatiently(() => import('./push/follow-session.ts'), ended);
  push?.followSession(ended);
}

function hear(socket: LiveSocket, shopId: number | undefined, see: (feed: FeedName, seq: number) => void): void {
  socket.on('notification', (event) => {
    if (shopId !== undefined) see(shopFeed(shopId), event.id);
    tellLive('notification', event);
  });
  socket.on('orders.acknowledged', (event) => tellLive('orders.acknowledged', event));
  socket.on('order.status', (event) => {
    see(event.feed, event.seq);
    tellLive('order.status', event);
  });
  socket.on('order.refund', (event) => {
    see(event.feed, event.seq);
    tellLive('order.refund', event);
    void tellRefund(event).catch((error: unknown) => logProblem('refund', error));
  });
}

// The library tries a broken line again by itself, but not where the server refused the token or closed the socket.
function stayConnected(socket: LiveSocket, ended: AbortSignal): void {
  let isFirst = true;
  const comeBackLater = () => {
    if (!socket.active && !ended.aborted) setTimeout(() => void comeBack(socket, ended, comeBackLater), RETRY_MS);
  };
  socket.on('connect_error', comeBackLater);
  socket.on('disconnect', comeBackLater);
  socket.on('connect', () => {
    if (!isFirst) tellLive('reconnected', undefined);
    isFirst = false;
  });
}

async function comeBack(socket: LiveSocket, ended: AbortSignal, retry: () => void): Promise<void> {
  if (ended.aborted) return;
  try {
    // Any call renews a token that has expired.
    await callApi('/api/users/me', { signal: ended });
    if (!ended.aborted) socket.connect();
  } catch (error) {
    // A refusal is the end of the session, and whoever holds it has been told.
    if (!(error instanceof ApiError && error.status < 500)) retry();
  }
}
