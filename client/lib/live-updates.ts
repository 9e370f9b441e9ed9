import type { PushData } from '@haat/contract/notify/push.calls';
import type { ServerEvents } from '@haat/contract/socket-events';
import { noteChange } from './known-change.ts';

/**
 * The events of the server, and two local ones: `reconnected`, after a gap in which events may have been missed, and
 * `push.opened`, after a click on a notification of this device.
 */
type Events = ServerEvents & { reconnected: (none: undefined) => void; 'push.opened': (message: PushData) => void };
export type LiveEvent = keyof Events;
export type LivePayload<Name extends LiveEvent> = Parameters<Events[Name]>[0];

const listeners = new Map<LiveEvent, Set<(event: never) => void>>();

/** Calls back with every live event of that name; returns the unsubscribe. */
export function onLive<Name extends LiveEvent>(name: Name, listener: (event: LivePayload<Name>) => void): () => void {
  const named = listeners.get(name) ?? new Set();
  listeners.set(name, named.add(listener));
  return () => named.delete(listener);
}

/** Calls all listeners of that event. Their reads include the change. */
export function emitLive<Name extends LiveEvent>(name: Name, event: LivePayload<Name>): void {
  noteChange();
  for (const listener of listeners.get(name) ?? []) (listener as (event: LivePayload<Name>) => void)(event);
}
