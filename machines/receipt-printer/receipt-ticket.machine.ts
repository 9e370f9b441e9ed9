import { RECEIPT_CHUNK_GAP_MS } from '@haat/contract/rules/receipt-chunks';
import { assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import { problemOfPrinting } from './printing-error.ts';
import type { ReceiptTicket, TicketOutcome, TicketProgress, TurnEvent } from './receipt-printer-events.ts';

type Input = { ticket: ReceiptTicket | undefined };
type Context = Input & { sent: number; all: number; outcome: TicketOutcome };

/**
 * One receipt on its way to the printer: made, waiting until no other tab prints, then sent in chunks with a gap between
 * them. It ends by itself; whether paper may have come out, the parent knows from `ticket.sent`. Spec sections 4 and 9.
 */
export const receiptTicketMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as TurnEvent,
    output: {} as TicketOutcome,
  },
  actors: {
    /** Makes the bytes of the ticket, and answers in how many chunks they go. */
    prepare: fromPromise<number, Input>(unprovided('prepare')),
    turn: fromCallback<TurnEvent, Input>(unprovidedCallback('turn')),
    writeChunk: fromPromise<void, { index: number }>(unprovided('writeChunk')),
  },
  actions: {
    report: sendParent(({ context: { sent, all } }): TicketProgress => ({ type: 'ticket.sent', sent, all })),
    count: assign({ sent: ({ context }) => context.sent + 1 }),
    fail: assign((_, problem: Problem) => ({ outcome: { end: 'failed' as const, problem } })),
    end: assign((_, end: 'printed' | 'printedElsewhere' | 'brokeOff') => ({ outcome: { end } })),
  },
  guards: { isLastChunk: ({ context }) => context.sent + 1 >= context.all },
  delays: { chunkGap: RECEIPT_CHUNK_GAP_MS, writePatience: 10_000 },
}).createMachine({
  id: 'receiptTicket',
  context: ({ input: { ticket } }) => ({ ticket, sent: 0, all: 0, outcome: { end: 'brokeOff' } }),
  initial: 'preparing',
  output: ({ context }) => context.outcome,
  states: {
    preparing: {
      invoke: {
        src: 'prepare',
        input: ({ context: { ticket } }) => ({ ticket }),
        onDone: { target: 'inTurn', actions: assign({ all: ({ event }) => event.output }) },
        onError: {
          target: 'over',
          actions: { type: 'fail', params: ({ event }) => problemOfPrinting(event.error) },
        },
      },
    },
    inTurn: {
      invoke: { src: 'turn', input: ({ context: { ticket } }) => ({ ticket }) },
      initial: 'waiting',
      states: {
        waiting: {
          on: {
            'turn.came': { target: 'writing', actions: 'report' },
            'turn.void': { target: '#receiptTicket.over', actions: { type: 'end', params: 'printedElsewhere' } },
          },
        },
        writing: {
          after: { writePatience: '#receiptTicket.over' },
          invoke: {
            src: 'writeChunk',
            input: ({ context: { sent } }) => ({ index: sent }),
            onDone: [
              {
                guard: 'isLastChunk',
                target: '#receiptTicket.over',
                actions: ['count', 'report', { type: 'end', params: 'printed' }],
              },
              { target: 'pausing', actions: ['count', 'report'] },
            ],
            onError: '#receiptTicket.over',
          },
        },
        pausing: { after: { chunkGap: 'writing' } },
      },
    },
    over: { type: 'final' },
  },
});
