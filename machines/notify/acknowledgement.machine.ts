import { assign, fromPromise, setup } from 'xstate';
import { isRefusal } from '@haat/contract/reason';
import { unprovided } from '../unprovided.ts';

/** Sequence numbers: `requested` by this device, `sending` in the current request, `sent` confirmed by the server. */
type Context = { requested: number; sending: number; sent: number; attempt: number };

const MAX_DELAY = 30_000;

/**
 * Sends the acknowledgement of new orders to the server, with retries until it succeeds: until then the other devices of the
 * shop repeat the sound.
 */
export const acknowledgementMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'acknowledge'; seq: number } | { type: 'online' },
  },
  actors: { sendAcknowledgement: fromPromise<unknown, { seq: number }>(unprovided('sendAcknowledgement')) },
  guards: {
    hasMore: ({ context }) => context.requested > context.sent,
    isRefusal: (_, { error }: { error: unknown }) => isRefusal(error),
  },
  delays: { retryDelay: ({ context }) => Math.min(MAX_DELAY, 1000 * 2 ** (context.attempt - 1)) },
}).createMachine({
  id: 'acknowledgement',
  context: { requested: 0, sending: 0, sent: 0, attempt: 0 },
  initial: 'settled',
  on: {
    acknowledge: { actions: assign({ requested: ({ context, event }) => Math.max(context.requested, event.seq) }) },
  },
  states: {
    settled: { always: { guard: 'hasMore', target: 'sending' } },
    sending: {
      entry: assign({ sending: ({ context }) => context.requested }),
      invoke: {
        src: 'sendAcknowledgement',
        input: ({ context }) => ({ seq: context.sending }),
        onDone: { target: 'settled', actions: assign({ sent: ({ context }) => context.sending, attempt: 0 }) },
        onError: [
          // Retries cannot fix a missing permission.
          { guard: { type: 'isRefusal', params: ({ event }) => ({ error: event.error }) }, target: 'refused' },
          { target: 'waiting' },
        ],
      },
    },
    waiting: {
      entry: assign({ attempt: ({ context }) => context.attempt + 1 }),
      after: { retryDelay: 'sending' },
      on: { online: 'sending' },
    },
    refused: { type: 'final' },
  },
});
