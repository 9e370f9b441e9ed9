import type { NotificationView } from '@haat/contract/notify/notifications.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { assign, emit, fromCallback, fromPromise, sendTo, setup, type SnapshotFrom } from 'xstate';
import { isRefusal } from '@haat/contract/reason';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import { acknowledgementMachine } from './acknowledgement.machine.ts';

/** A notification that arrived, with its `order` as it is now, if the server has sent that. */
type Arrival = { notification: NotificationView; order?: OrderView | undefined };

/** Events of the stream. `stream.refused`: the server answered 401 or 403. `stream.replaced`: too many devices use the login. */
export type StreamEvent =
  | { type: 'stream.opened' }
  | ({ type: 'arrived' } & Arrival)
  | { type: 'acknowledged'; seq: number }
  | { type: 'stream.failed' }
  | { type: 'stream.refused' }
  | { type: 'stream.replaced' };
/** The stream resumes after this id; 0 for a shop without notifications. */
export type StreamFrom = { lastId: number };

/** An order that ends soon. `seq`: its number in the feed; undefined where only the clock of the device says so. */
type LastCall = { orderId: number; seq: number | undefined; isSilenced: boolean };

/** `acknowledged`: the last acknowledged sequence number; undefined until the server has sent it. */
type Context = {
  notifications: readonly NotificationView[];
  calls: readonly LastCall[];
  acknowledged: number | undefined;
  attempt: number;
};
type Failure = { error: unknown };

/** In ms. After all of them, about three minutes, the connection counts as lost. */
const RECONNECT_DELAYS = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000];
const MAX_SHOWN = 200;

/** Newest first, each once, at most 200. */
function withNew(shown: readonly NotificationView[], arrived: NotificationView): readonly NotificationView[] {
  if (shown.some(({ id }) => id === arrived.id)) return shown;
  return [arrived, ...shown].slice(0, MAX_SHOWN);
}

/** Each order once. One that was silenced here stays silent; its number shows whether another device has silenced it. */
function withCall(calls: readonly LastCall[], { orderId, seq }: Omit<LastCall, 'isSilenced'>): readonly LastCall[] {
  const known = calls.find((call) => call.orderId === orderId);
  if (!known) return [...calls, { orderId, seq, isSilenced: false }];
  return calls.map((call) => (call === known ? { ...call, seq: call.seq ?? seq } : call));
}

const newestId = ({ notifications }: Pick<Context, 'notifications'>) =>
  Math.max(0, ...notifications.map(({ id }) => id));

/** The number up to which an acknowledgement is sent: everything that has arrived here. */
const newestRinging = ({ notifications, calls }: Pick<Context, 'notifications' | 'calls'>) =>
  Math.max(newestId({ notifications }), ...calls.map(({ seq = 0 }) => seq));

type Alerts = Pick<Context, 'notifications' | 'acknowledged' | 'calls'>;

const newOrders = ({ notifications, acknowledged }: Omit<Alerts, 'calls'>) =>
  acknowledged === undefined ? [] : notifications.filter(({ id }) => id > acknowledged);

/** The number of orders that are not acknowledged yet. */
export const newOrderCount = (alerts: Omit<Alerts, 'calls'>): number => newOrders(alerts).length;

/** The orders that ring because they end soon; acknowledging their arrival did not silence that. */
export const lastCalls = ({ calls, acknowledged = 0 }: Omit<Alerts, 'notifications'>): number[] =>
  calls.filter(({ isSilenced, seq = Infinity }) => !isSilenced && seq > acknowledged).map(({ orderId }) => orderId);

/** The number of orders that the devices ring for: new ones, and ones that end soon. */
export const ringingCount = (alerts: Alerts): number =>
  new Set([...newOrders(alerts).map(({ order_id: orderId }) => orderId), ...lastCalls(alerts)]).size;

/** Whether the connection counts as lost; it is still retried. */
export function isConnectionLost(state: SnapshotFrom<typeof notificationFeedMachine>): boolean {
  const isTryingAgain = state.matches({ streaming: 'connecting' }) && state.context.attempt >= RECONNECT_DELAYS.length;
  return state.matches('lost') || isTryingAgain;
}

/**
 * A shop's notifications: the past ones, then the live ones at the front, and how far they are acknowledged; and its orders that
 * end soon, which ring again. Acknowledging silences the current alerts, not later ones. A broken stream resumes after the last
 * id, so nothing is missed or shown twice. After three minutes it is `lost`, and still retried.
 */
export const notificationFeedMachine = setup({
  types: {
    context: {} as Context,
    events: {} as
      | StreamEvent
      | { type: 'acknowledge' }
      | { type: 'retry' }
      | { type: 'online' }
      | { type: 'call'; orderId: number; seq?: number }
      | { type: 'call.over'; orderId: number },
    // For the sound and the desktop notification: only live notifications.
    emitted: {} as { type: 'announced' } & Arrival,
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
    addCall: assign(({ context }, call: { orderId: number; seq: number | undefined }) => ({
      calls: withCall(context.calls, call),
    })),
    removeCall: assign(({ context }, orderId: number) => ({
      calls: context.calls.filter((call) => call.orderId !== orderId),
    })),
    silenceCalls: assign(({ context }) => ({ calls: context.calls.map((call) => ({ ...call, isSilenced: true })) })),
    acknowledgeAtServer: sendTo('acknowledgement', ({ context }) => ({
      type: 'acknowledge',
      seq: newestRinging(context),
    })),
    retryAcknowledgement: sendTo('acknowledgement', { type: 'online' }),
    announce: emit((_, { notification, order }: Arrival) => ({ type: 'announced' as const, notification, order })),
  },
  guards: {
    isRefusal: (_, { error }: Failure) => isRefusal(error),
    isNew: ({ context }, { id }: NotificationView) => context.notifications.every((shown) => shown.id !== id),
    isRinging: ({ context }) => ringingCount(context) > 0,
    hasTriedLongEnough: ({ context }) => context.attempt >= RECONNECT_DELAYS.length,
  },
  delays: { reconnectDelay: ({ context }) => RECONNECT_DELAYS[context.attempt - 1] ?? 30_000, lostDelay: 30_000 },
}).createMachine({
  id: 'notificationFeed',
  context: { notifications: [], calls: [], acknowledged: undefined, attempt: 0 },
  invoke: { id: 'acknowledgement', src: 'acknowledgement' },
  initial: 'loading',
  on: {
    acknowledged: { actions: { type: 'markAcknowledged', params: ({ event }) => event.seq } },
    acknowledge: {
      guard: 'isRinging',
      actions: [
        'acknowledgeAtServer',
        { type: 'markAcknowledged', params: ({ context }) => newestRinging(context) },
        'silenceCalls',
      ],
    },
    call: { actions: { type: 'addCall', params: ({ event: { orderId, seq } }) => ({ orderId, seq }) } },
    'call.over': { actions: { type: 'removeCall', params: ({ event }) => event.orderId } },
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
            { type: 'announce', params: ({ event }) => event },
          ],
        },
        'stream.refused': 'refused',
        'stream.replaced': 'replaced',
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
    // Reconnecting automatically would end the stream of another device, which would then do the same, and so on.
    replaced: { on: { retry: { target: 'streaming', actions: assign({ attempt: 0 }) } } },
    // Until there is another session.
    refused: { on: { retry: 'loading' } },
  },
});
