import { assign, fromPromise, setup } from 'xstate';
import { isRefusal } from '../problem.ts';
import { unprovided } from '../unprovided.ts';

/** `wanted`: up to which number this device took notice; `asked`: what is on its way; `sent`: what surely arrived. */
type Context = { wanted: number; asked: number; sent: number; attempt: number };

const LONGEST_WAIT = 30_000;

/**
 * Brings to the server that somebody took notice of the new orders, again and again until it has arrived: until then the
 * other devices of the shop go on ringing. Spec section 2, shop notifications.
 */
export const acknowledgementMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'acknowledge'; seq: number } | { type: 'line.back' },
  },
  actors: { sendAcknowledgement: fromPromise<unknown, { seq: number }>(unprovided('sendAcknowledgement')) },
  guards: {
    hasMore: ({ context }) => context.wanted > context.sent,
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
  },
  delays: { retryDelay: ({ context }) => Math.min(LONGEST_WAIT, 1000 * 2 ** (context.attempt - 1)) },
}).createMachine({
  id: 'acknowledgement',
  context: { wanted: 0, asked: 0, sent: 0, attempt: 0 },
  initial: 'settled',
  on: { acknowledge: { actions: assign({ wanted: ({ context, event }) => Math.max(context.wanted, event.seq) }) } },
  states: {
    settled: { always: { guard: 'hasMore', target: 'sending' } },
    sending: {
      entry: assign({ asked: ({ context }) => context.wanted }),
      invoke: {
        src: 'sendAcknowledgement',
        input: ({ context }) => ({ seq: context.asked }),
        onDone: { target: 'settled', actions: assign({ sent: ({ context }) => context.asked, attempt: 0 }) },
        onError: [
          // Who may not do it now may not do it later either.
          { guard: { type: 'isRefusal', params: ({ event }) => ({ error: event.error }) }, target: 'refused' },
          { target: 'waiting' },
        ],
      },
    },
    waiting: {
      entry: assign({ attempt: ({ context }) => context.attempt + 1 }),
      after: { retryDelay: 'sending' },
      on: { 'line.back': 'sending' },
    },
    refused: { type: 'final' },
  },
});
