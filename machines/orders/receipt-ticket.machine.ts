import type { OrderView } from '@haat/contract/orders/orders.calls';
import { RECEIPT_CHUNK_GAP_MS } from '@haat/contract/orders/receipt-chunks';
import { assign, fromCallback, fromPromise, sendParent, setup } from 'xstate';
import type { Problem, TextKey } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';

type Input = { ticket: ReceiptTicket | undefined };
type Context = Input & { sent: number; all: number; outcome: TicketOutcome };

/**
 * Prints one receipt: prepares it, waits until no other tab prints, then sends it in chunks with a gap between them.
 * `ticket.sent` informs the parent whether anything may have been printed.
 */
export const receiptTicketMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Input,
    events: {} as TurnEvent,
    output: {} as TicketOutcome,
  },
  actors: {
    /** Encodes the ticket and resolves with the number of its chunks. */
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
  delays: { chunkGap: RECEIPT_CHUNK_GAP_MS, writeTimeout: 10_000 },
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
          after: { writeTimeout: '#receiptTicket.over' },
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

/** A receipt to print. `isCopy`: it was printed before, and the user asked for a copy. Without an order: a test print. */
export type ReceiptTicket = { key: string; number: string; isCopy: boolean; order: OrderView | undefined };

/** `turn.void`: the receipt was printed by another tab since it was asked for. */
export type TurnEvent = { type: 'turn.came' } | { type: 'turn.void' };

/** Sent when it is a ticket's turn, with nothing sent yet, and after each chunk. */
export type TicketProgress = { type: 'ticket.sent'; sent: number; all: number };

/** `brokeOff`: it is unknown how much was printed. `failed`: nothing was. */
export type TicketOutcome = { end: 'printed' | 'printedElsewhere' | 'brokeOff' } | { end: 'failed'; problem: Problem };

/** Why nothing is printed, as the id of a text. */
export class PrintingError extends Error {
  override name = 'PrintingError';
  readonly key: TextKey;

  constructor(key: TextKey, options?: ErrorOptions) {
    super(key, options);
    this.key = key;
  }
}

/** The problem of a PrintingError; any other error has no known cause. */
export function problemOfPrinting(error: unknown): Problem {
  return { key: error instanceof PrintingError ? error.key : 'receipts.cannotPrint' };
}
