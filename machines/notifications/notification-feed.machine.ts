import type { NotificationView } from '@haat/contract/api/notifications';
import { assign, emit, fromCallback, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { isRefusal } from '@haat/contract/rules/reason';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import { acknowledgementMachine } from './acknowledgement.machine.ts';

/** Events of the stream. `stream.refused`: the server answered 401 or 403. */
export type StreamEvent =
  | { type: 'stream.opened' }
  | { type: 'arrived'; notification: NotificationView }
  | { type: 'acknowledged'; seq: number }
  | { type: 'stream.failed' }
  | { type: 'stream.refused' };
/** The stream resumes after this id; 0 for a shop without notifications. */
export type StreamFrom = { lastId: number };

/** `acknowledged`: the last acknowledged sequence number; undefined until the server has sent it. */
type Context = { notifications: readonly NotificationView[]; acknowledged: number | undefined; attempt: number };
type Failure = { error: unknown };

/** In ms. After all of them, about three minutes, the connection counts as lost. */
const RECONNECT_DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000];
const MAX_SHOWN = 200;

/** Newest first, each once, at most 200. */
function withNew(shown: readonly NotificationView[], arrived: NotificationView): readonly NotificationView[] {
  if (shown.some(({ id }) => id === arrived.id)) return shown;
  return [arrived, ...shown].slice(0, MAX_SHOWN);
}

const newestId = ({ notifications }: Pick<Context, 'notifications'>) =>
  Math.max(0, ...notifications.map(({ id }) => id));

/** The number of orders that are not acknowledged yet. */
export function newOrderCount({ notifications, acknowledged }: Omit<Context, 'attempt'>): number {
  return acknowledged === undefined ? 0 : notifications.filter(({ id }) => id > acknowledged).length;
}

/** Whether the connection counts as lost; it is still retried. */
export function isConnectionLost(state: SnapshotFrom<typeof notificationFeedMachine>): boolean {
  const isTryingAgain = state.matches({ streaming: 'connecting' }) && state.context.attempt >= RECONNECT_DELAYS.length;
  return state.matches('lost') || isTryingAgain;
}

/**
 * A shop's notifications: the past ones, then the live ones at the front, and how far they are acknowledged. A broken stream
 * resumes after the last id, so nothing is missed or shown twice. After three minutes it is `lost`, and still retried.
 */
export const notificationFeedMachine = setup({
  types: {
    context: {} as Context,
    events: {} as StreamEvent | { type: 'acknowledge' } | { type: 'retry' } | { type: 'online' },
    // For the sound and the desktop notification: only what arrived live.
    emitted: {} as { type: 'announced'; notification: NotificationView },
  },
  actors: {
    loadNotifications: fromPromise<NotificationView[]>(unprovided('loadNotifications')),
    stream: fromCallback<StreamEvent, StreamFrom>(unprovidedCallback('stream')),
    acknowledgement: acknowledgementMachine,
  },
  actions: {
    show: assign(({ context }, arrived: NotificationView) => ({
      notifications: withNew(context.notifications, arrived),
    })),
    markAcknowledged: assign(({ context }, seq: number) => ({
      acknowledged: Math.max(seq, context.acknowledged ?? 0),
    })),
    acknowledgeAtServer: sendTo('acknowledgement', ({ context }) => ({ type: 'acknowledge', seq: newestId(context) })),
    retryAcknowledgement: sendTo('acknowledgement', { type: 'online' }),
    announce: emit((_, notification: NotificationView) => ({ type: 'announced' as const, notification })),
  },
  guards: {
    isRefusal: (_, { error }: Failure) => isRefusal(error),
    isNew: ({ context }, { id }: NotificationView) => context.notifications.every((shown) => shown.id !== id),
    hasNewOrders: ({ context }) => newOrderCount(context) > 0,
    hasTriedLongEnough: ({ context }) => context.attempt >= RECONNECT_DELAYS.length,
  },
  delays: { reconnectDelay: ({ context }) => RECONNECT_DELAYS[context.attempt - 1] ?? 30_000, lostDelay: 30_000 },
}).createMachine({
  id: 'notificationFeed',
  context: { notifications: [], acknowledged: undefined, attempt: 0 },
  invoke: { id: 'acknowledgement', src: 'acknowledgement' },
  initial: 'loading',
  on: {
    acknowledged: { actions: { type: 'markAcknowledged', params: ({ event }) => event.seq } },
    acknowledge: {
      guard: 'hasNewOrders',
      actions: ['acknowledgeAtServer', { type: 'markAcknowledged', params: ({ context }) => newestId(context) }],
    },
    online: { actions: 'retryAcknowledgement' },
  },
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
    failed: { on: { retry: 'loading', online: { target: 'loading', actions: 'retryAcknowledgement' } } },
    streaming: {
      initial: 'connecting',
      invoke: {
        src: 'stream',
        input: ({ context }) => ({ lastId: newestId(context) }),
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
      on: { online: { target: 'streaming', actions: 'retryAcknowledgement' }, retry: 'streaming' },
    },
    lost: {
      after: { lostDelay: 'streaming' },
      on: {
        retry: { target: 'streaming', actions: assign({ attempt: 0 }) },
        online: { target: 'streaming', actions: 'retryAcknowledgement' },
      },
    },
    // Until there is another session.
    refused: { on: { retry: 'loading' } },
  },
});
