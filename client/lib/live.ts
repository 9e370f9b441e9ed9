import { shopFeed, type FeedName } from '@haat/contract/events/feeds';
import type { ClientEvents, ServerEvents, SocketAuth } from '@haat/contract/events/socket-events';
import type { Socket } from 'socket.io-client';
import { callApi } from './api.ts';
import { API_BASE } from './config.ts';
import { readAuthToken } from './tokens.ts';

type LiveEvent = keyof ServerEvents | 'connected';
type Listener = (event: never) => void;
type Payload<Name extends LiveEvent> = Name extends keyof ServerEvents ? Parameters<ServerEvents[Name]>[0] : undefined;

const RENEW_AFTER_MS = 3000;
const listeners = new Map<LiveEvent, Set<Listener>>();
const last: NonNullable<SocketAuth['last']> = {};

/** Calls back with every live event of that name; `connected` also after a gap. Returns the unsubscribe. */
export function onLive<Name extends LiveEvent>(name: Name, listener: (event: Payload<Name>) => void): () => void {
  const named = listeners.get(name) ?? new Set();
  listeners.set(name, named.add(listener));
  return () => named.delete(listener);
}

/**
 * Connects the signed-in user to what happens to own orders and, with `shopId`, to those of the own shop. What was
 * missed since the last number seen of each feed is replayed by the server. Returns the disconnect.
 */
export function connectLive(shopId: number | undefined): () => void {
  let socket: Socket<ServerEvents, ClientEvents> | undefined;
  let isWanted = true;
  void import('socket.io-client').then(({ io }) => {
    if (!isWanted) return;
    socket = io(API_BASE || window.location.origin, {
      transports: ['websocket'],
      auth: (answer) => answer({ token: readAuthToken() ?? '', last } satisfies SocketAuth),
    });
    listen(socket, shopId);
  });
  return () => {
    isWanted = false;
    socket?.disconnect();
  };
}

function listen(socket: Socket<ServerEvents, ClientEvents>, shopId: number | undefined): void {
  socket.on('connect', () => tell('connected', undefined));
  socket.on('notification', (event) => {
    if (shopId !== undefined) see(shopFeed(shopId), event.id);
    tell('notification', event);
  });
  socket.on('order.status', (event) => {
    see(event.feed, event.seq);
    tell('order.status', event);
  });
  socket.on('shelf', (event) => tell('shelf', event));
  socket.on('connect_error', () => {
    // A broken line is tried again by the library; a refused token must be renewed first, which any call does.
    if (!socket.active) setTimeout(() => void renew(socket), RENEW_AFTER_MS);
  });
}

async function renew(socket: Socket<ServerEvents, ClientEvents>): Promise<void> {
  try {
    await callApi('/api/users/me');
    if (readAuthToken()) socket.connect();
  } catch {
    // The session is over, and whoever holds it has been told; or the line is broken, and coming back reconnects.
  }
}

function see(feed: FeedName, seq: number): void {
  last[feed] = Math.max(last[feed] ?? 0, seq);
}

function tell<Name extends LiveEvent>(name: Name, event: Payload<Name>): void {
  for (const listener of listeners.get(name) ?? []) (listener as (event: Payload<Name>) => void)(event);
}
