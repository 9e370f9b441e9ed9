import type { NotificationView } from '@haat/contract/api/notifications.schema';
import { assign, emit, fromCallback, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { isRefusal } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import { acknowledgementMachine } from './acknowledgement.machine.ts';

/** What the stream reports. `stream.refused`: the server does not let this user in (401 or 403). */
export type StreamEvent =
  | { type: 'stream.opened' }
  | { type: 'arrived'; notification: NotificationView }
  | { type: 'acknowledged'; seq: number }
  | { type: 'stream.failed' }
  | { type: 'stream.refused' };
/** The stream resumes behind this id; 0 for a shop that has no notification yet. */
export type StreamFrom = { lastId: number };

/** `acknowledged`: up to which number somebody at the shop took notice; undefined until the server said so. */
type Context = { notifications: readonly NotificationView[]; acknowledged: number | undefined; attempt: number };
type Failure = { error: unknown };

/** In ms; a line that stays broken through all of them, three minutes, counts as lost for good. */
const RECONNECT_DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000];
const MOST_SHOWN = 200;

/** Newest first, each once, at most 200. */
function withNew(shown: readonly NotificationView[], arrived: NotificationView): readonly NotificationView[] {
  if (shown.some(({ id }) => id === arrived.id)) return shown;
  return [arrived, ...shown].slice(0, MOST_SHOWN);
}

const newestId = ({ notifications }: Pick<Context, 'notifications'>) =>
  Math.max(0, ...notifications.map(({ id }) => id));

/** How many orders nobody at the shop has taken notice of yet. Spec section 2, shop notifications. */
export function newOrderCount({ notifications, acknowledged }: Omit<Context, 'attempt'>): number {
  return acknowledged === undefined ? 0 : notifications.filter(({ id }) => id > acknowledged).length;
}

/** Whether new orders have stopped coming for good, as far as anybody can tell: it is tried on all the same. */
export function isLineLost(state: SnapshotFrom<typeof notificationFeedMachine>): boolean {
  const isTryingAgain = state.matches({ streaming: 'connecting' }) && state.context.attempt >= RECONNECT_DELAYS.length;
  return state.matches('lost') || isTryingAgain;
}

/**
 * A shop's notifications: those so far, then the live ones at the front, and how far somebody has taken notice of them. A
 * broken stream is opened again where it broke off, so nothing is missed and nothing shown twice; only after three
 * minutes is it `lost`, and even then tried on. Spec sections 2, 4 and 8.
 */
export const notificationFeedMachine = setup({
  types: {
    context: {} as Context,
    events: {} as StreamEvent | { type: 'acknowledge' } | { type: 'retry' } | { type: 'line.back' },
    // For the chime and the desktop notification: what arrived live, not what was read from the list.
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
    takeNotice: assign(({ context }, seq: number) => ({ acknowledged: Math.max(seq, context.acknowledged ?? 0) })),
    tellServer: sendTo('acknowledgement', ({ context }) => ({ type: 'acknowledge', seq: newestId(context) })),
    hurryServer: sendTo('acknowledgement', { type: 'line.back' }),
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
    acknowledged: { actions: { type: 'takeNotice', params: ({ event }) => event.seq } },
    acknowledge: {
      guard: 'hasNewOrders',
      actions: ['tellServer', { type: 'takeNotice', params: ({ context }) => newestId(context) }],
    },
    'line.back': { actions: 'hurryServer' },
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
    failed: { on: { retry: 'loading', 'line.back': { target: 'loading', actions: 'hurryServer' } } },
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
      on: { 'line.back': { target: 'streaming', actions: 'hurryServer' }, retry: 'streaming' },
    },
    lost: {
      after: { lostDelay: 'streaming' },
      on: {
        retry: { target: 'streaming', actions: assign({ attempt: 0 }) },
        'line.back': { target: 'streaming', actions: 'hurryServer' },
      },
    },
    refused: { type: 'final' },
  },
});
