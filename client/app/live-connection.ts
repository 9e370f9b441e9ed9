import { io, type Socket } from 'socket.io-client';
import { getProfile } from '@haat/contract/accounts/users.calls';
import {
  type FeedName,
  shopFeed,
  type ClientEvents,
  type OrderRefundEvent,
  type ServerEvents,
  type SocketAuth,
} from '@haat/contract/socket-events';
import { readToken } from '@haat/contract/accounts/decode-token';
import { formatRupees } from '@haat/contract/rupees';
import { ApiError } from '../lib/api-error.ts';
import { call } from '../lib/api.ts';
import { API_BASE } from '../lib/config.ts';
import { endSocket } from '../lib/catalog-updates.ts';
import { emitLive } from '../lib/live-updates.ts';
import { whenIdle } from '../lib/async.ts';
import { loadWithRetry } from '../lib/lazy.ts';
import { logProblem } from '../lib/log.ts';
import { readAuthToken } from '../lib/storage.ts';
import { textOf } from '../i18n/language.ts';
import { markSeen } from '../lib/seen-events.ts';
import { showText } from '../ui/toasts.tsx';

type LiveSocket = Socket<ServerEvents, ClientEvents>;

const RETRY_MS = 3000;

/**
 * Subscribes the logged-in user to events of own orders and, with `shopId`, of the own shop. The server replays the events
 * after the last sequence number seen of each feed. Ends with the signal.
 */
export function connectLive(shopId: number | undefined, ended: AbortSignal): void {
  const last: Record<FeedName, number> = {};
  const socket: LiveSocket = io(API_BASE || window.location.origin, {
    transports: ['websocket'],
    auth: (answer) => answer({ token: readAuthToken() ?? '', last } satisfies SocketAuth),
  });
  forwardEvents(socket, shopId, (feed, seq) => (last[feed] = Math.max(last[feed] ?? 0, seq)));
  stayConnected(socket, ended);
  ended.addEventListener('abort', () => endSocket(socket));
  // Push messages are for times when no page is open, so their registration can wait.
  whenIdle(() => void followPush(ended));
  whenIdle(() => void followLanguage(ended));
}

async function followLanguage(ended: AbortSignal): Promise<void> {
  const language = await loadWithRetry(() => import('../account/account-language.ts'), ended);
  language?.followAccountLanguage(ended);
}

async function followPush(ended: AbortSignal): Promise<void> {
  const push = await loadWithRetry(() => import('../shared/push/push-messages.ts'), ended);
  push?.followSession(ended);
}

function forwardEvents(
  socket: LiveSocket,
  shopId: number | undefined,
  see: (feed: FeedName, seq: number) => void,
): void {
  socket.on('notification', (event) => {
    if (shopId !== undefined) see(shopFeed(shopId), event.id);
    emitLive('notification', event);
  });
  socket.on('orders.changed', (event) => emitLive('orders.changed', event));
  socket.on('orders.acknowledged', (event) => emitLive('orders.acknowledged', event));
  socket.on('announcements.changed', (event) => emitLive('announcements.changed', event));
  socket.on('shop.changed', (event) => emitLive('shop.changed', event));
  socket.on('replaced', () => emitLive('replaced', undefined));
  socket.on('order.status', (event) => {
    see(event.feed, event.seq);
    emitLive('order.status', event);
  });
  socket.on('order.refund', (event) => {
    see(event.feed, event.seq);
    emitLive('order.refund', event);
    // The shop's screens also receive the refunds of its customers.
    const own = readToken(readAuthToken() ?? '')?.sub;
    if (event.feed === `user:${own}`) void showRefund(event).catch((error: unknown) => logProblem('refund', error));
  });
  socket.on('order.expired', (event) => {
    see(event.feed, event.seq);
    emitLive('order.expired', event);
  });
  socket.on('order.updated', (event) => {
    see(event.feed, event.seq);
    emitLive('order.updated', event);
  });
}

// The library reconnects automatically, except where the server refused the token or closed the socket.
function stayConnected(socket: LiveSocket, ended: AbortSignal): void {
  let isFirst = true;
  let isReplaced = false;
  socket.on('replaced', () => {
    isReplaced = true;
    whenUsedAgain(ended, () => {
      isReplaced = false;
      reconnectLater();
    });
  });
  const reconnectLater = () => {
    if (!isReplaced && !socket.active && !ended.aborted)
      setTimeout(() => void reconnect(socket, ended, reconnectLater), RETRY_MS);
  };
  socket.on('connect_error', reconnectLater);
  socket.on('disconnect', reconnectLater);
  socket.on('connect', () => {
    if (!isFirst) emitLive('reconnected', undefined);
    isFirst = false;
  });
}

/** Calls `act` once, when the page becomes visible again or is used. */
function whenUsedAgain(ended: AbortSignal, act: () => void): void {
  const used = new AbortController();
  const { signal } = used;
  ended.addEventListener('abort', () => used.abort(), { signal });
  const use = () => {
    if (document.visibilityState !== 'visible') return;
    used.abort();
    act();
  };
  for (const name of ['pointerdown', 'keydown', 'focus']) window.addEventListener(name, use, { signal });
  document.addEventListener('visibilitychange', use, { signal });
}

async function reconnect(socket: LiveSocket, ended: AbortSignal, retry: () => void): Promise<void> {
  if (ended.aborted) return;
  try {
    // Any call renews a token that has expired.
    await call(getProfile, { signal: ended });
    if (!ended.aborted) socket.connect();
  } catch (error) {
    // A refusal ends the session, and the user has been shown why.
    if (!(error instanceof ApiError && error.status < 500)) retry();
  }
}

/** Shows a toast, on any screen, that the refund of an order is on its way. */
export async function showRefund(event: OrderRefundEvent): Promise<void> {
  const { feed, seq, order_number: number, amount, in_cash: isCash } = event;
  if (!markSeen(`${feed}#${seq}`)) return;
  await showText(
    'info',
    textOf(isCash ? 'toasts.refundCash' : 'toasts.refund', { number, amount: formatRupees(amount) }),
  );
}
