import type { ServerEvents } from '@haat/contract/events/socket-events';

/** Beside what the server sends: `reconnected`, after a gap in which something may have been missed. */
export type LiveEvent = keyof ServerEvents | 'reconnected';
export type LivePayload<Name extends LiveEvent> = Name extends keyof ServerEvents
  ? Parameters<ServerEvents[Name]>[0]
  : undefined;

const listeners = new Map<LiveEvent, Set<(event: never) => void>>();

/** Calls back with every live event of that name; returns the unsubscribe. */
export function onLive<Name extends LiveEvent>(name: Name, listener: (event: LivePayload<Name>) => void): () => void {
  const named = listeners.get(name) ?? new Set();
  listeners.set(name, named.add(listener));
  return () => named.delete(listener);
}

/** Tells everybody who listens. */
export function tellLive<Name extends LiveEvent>(name: Name, event: LivePayload<Name>): void {
  for (const listener of listeners.get(name) ?? []) (listener as (event: LivePayload<Name>) => void)(event);
}
