import type { NotificationView } from '@haat/contract/api/notifications.schema';
import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import { isRefusal } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';

/** What the stream reports. `stream.refused`: the server does not let this user in (401 or 403). */
export type StreamEvent =
  | { type: 'stream.opened' }
  | { type: 'arrived'; notification: NotificationView }
  | { type: 'stream.failed' }
  | { type: 'stream.refused' };
/** The stream resumes behind this id; 0 for a shop that has no notification yet. */
export type StreamFrom = { lastId: number };

type Context = { notifications: readonly NotificationView[]; attempt: number };
type Failure = { error: unknown };

/** In ms; a line that stays broken through all of them, a good minute, is lost for good. */
const RECONNECT_DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000];
const MOST_SHOWN = 200;

/** Newest first, each once, at most 200. */
function withNew(shown: readonly NotificationView[], arrived: NotificationView): readonly NotificationView[] {
  if (shown.some(({ id }) => id === arrived.id)) return shown;
  return [arrived, ...shown].slice(0, MOST_SHOWN);
}

/**
 * A shop's notifications: those so far, then the live ones at the front. A broken stream is opened again where it broke
 * off, so nothing is missed and nothing shown twice; only after a good minute is it `lost`. Spec sections 2, 4 and 8.
 */
export const notificationFeedMachine = setup({
  types: {
    context: {} as Context,
    events: {} as StreamEvent | { type: 'retry' } | { type: 'line.back' },
    // For the chime and the desktop notification: what arrived live, not what was read from the list.
    emitted: {} as { type: 'announced'; notification: NotificationView },
  },
  actors: {
    loadNotifications: fromPromise<NotificationView[]>(unprovided('loadNotifications')),
    stream: fromCallback<StreamEvent, StreamFrom>(unprovidedCallback('stream')),
  },
  actions: {
    show: assign(({ context }, arrived: NotificationView) => ({
      notifications: withNew(context.notifications, arrived),
    })),
    announce: emit((_, notification: NotificationView) => ({ type: 'announced' as const, notification })),
  },
  guards: {
    isRefusal: (_, { error }: Failure) => isRefusal(error),
    isNew: ({ context }, { id }: NotificationView) => context.notifications.every((shown) => shown.id !== id),
    hasTriedLongEnough: ({ context }) => context.attempt >= RECONNECT_DELAYS.length,
  },
  delays: { reconnectDelay: ({ context }) => RECONNECT_DELAYS[context.attempt - 1] ?? 30_000 },
}).createMachine({
  id: 'notificationFeed',
  context: { notifications: [], attempt: 0 },
  initial: 'loading',
  states: {
    loading: {
      invoke: {
        src: 'loadNotifications',
        onDone: { target: 'streaming', actions: assign({ notifications: ({ event }) => event.output }) },
        onError: [
          { guard: { type: 'isRefusal', params: ({ event }) => ({ error: event.error }) }, target: 'refused' },
          { target: 'failed' },
        ],
      },
    },
    failed: { on: { retry: 'loading', 'line.back': 'loading' } },
    streaming: {
      initial: 'connecting',
      invoke: {
        src: 'stream',
        input: ({ context }) => ({ lastId: Math.max(0, ...context.notifications.map(({ id }) => id)) }),
      },
      on: {
        arrived: {
          guard: { type: 'isNew', params: ({ event }) => event.notification },
          actions: [
            { type: 'show', params: ({ event }) => event.notification },
            { type: 'announce', params: ({ event }) => event.notification },
          ],
        },
        'stream.refused': 'refused',
        'stream.failed': [{ guard: 'hasTriedLongEnough', target: 'lost' }, { target: 'reconnecting' }],
      },
      states: { connecting: { on: { 'stream.opened': 'live' } }, live: { entry: assign({ attempt: 0 }) } },
    },
    reconnecting: {
      entry: assign({ attempt: ({ context }) => context.attempt + 1 }),
      after: { reconnectDelay: 'streaming' },
      on: { 'line.back': 'streaming', retry: 'streaming' },
    },
    lost: {
      entry: assign({ attempt: 0 }),
      on: { retry: 'streaming', 'line.back': 'streaming' },
    },
    refused: { type: 'final' },
  },
});
