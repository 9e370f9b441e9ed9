import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import {
  problemOfPrinting,
  type ReceiptTicket,
  receiptTicketMachine,
  type TicketOutcome,
  type TicketProgress,
} from './receipt-ticket.machine.ts';

/** In ms, before each further attempt to connect; after the last one the user is asked. */
const RECONNECT_DELAYS = [1000, 3000];

/**
 * Prints receipts on a Bluetooth printer, one after the other. A receipt of which no byte was sent is retried
 * automatically; one that was printed in part is printed again only when the user confirms, and is marked as a copy. The
 * connection is open exactly as long as the state `reached`.
 */
export const receiptPrinterMachine = setup({
  types: {
    context: {} as ReceiptPrinterContext,
    input: {} as PrinterInput,
    events: {} as ReceiptPrinterEvents,
    emitted: {} as ReceiptPrinterEmitted,
    tags: {} as 'busy',
  },
  actors: {
    /** Resolves with undefined when the user chose no printer. */
    choosePrinter: fromPromise<Printer | undefined, ChoiceInput>(unprovided('choosePrinter')),
    connection: fromCallback<ConnectionEvent, PrinterInput>(unprovidedCallback('connection')),
    printTicket: receiptTicketMachine,
  },
  actions: {
    add: assign(({ context: { queue } }, ticket: ReceiptTicket) => ({ queue: [...queue, ticket] })),
    emitResult: emit(({ context: { queue } }, type: ReceiptPrinterEmitted['type']) => ({ type, ticket: queue[0] })),
    removeFirst: assign({ queue: ({ context }) => context.queue.slice(1) }),
    clear: assign({ queue: [] }),
    markAsCopy: assign({
      queue: ({ context }) => context.queue.map((ticket, at) => (at === 0 ? { ...ticket, isCopy: true } : ticket)),
    }),
    showProgress: assign(({ event }) => (event.type === 'ticket.sent' ? { sent: event.sent, all: event.all } : {})),
    storePrinter: assign((_, printer: Printer | undefined) => ({ printer })),
    removePrinter: assign({ printer: undefined, queue: [] }),
    resetAttempts: assign({ attempt: 0, problem: undefined }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    setProblem: assign((_, problem: Problem) => ({ problem })),
    setOutcome: assign((_, outcome: TicketOutcome) => ({
      problem: outcome.end === 'failed' ? outcome.problem : undefined,
    })),
  },
  guards: {
    isNew: ({ context }, { key }: ReceiptTicket) => context.queue.every((waiting) => waiting.key !== key),
    hasTicket: ({ context }) => context.queue.length > 0,
    hasAnother: ({ context }) => context.queue.length > 1,
    hasTriedEnough: ({ context }) => context.attempt > RECONNECT_DELAYS.length,
    isNone: (_, printer: Printer | undefined) => printer === undefined,
    ended: (_, { outcome, end }: { outcome: TicketOutcome; end: TicketOutcome['end'] }) => outcome.end === end,
  },
  delays: {
    connectTimeout: 20_000,
    reconnectDelay: ({ context }) => RECONNECT_DELAYS[context.attempt - 1] ?? 0,
    // A printer serves one device at a time: another tablet of the shop gets it while this one has nothing to print.
    release: 30_000,
  },
}).createMachine({
  id: 'receiptPrinter',
  context: ({ input: { printer } }) => ({ printer, queue: [], sent: 0, all: 0, attempt: 0, problem: undefined }),
  initial: 'idle',
  on: {
    'print.asked': {
      guard: { type: 'isNew', params: ({ event }) => event.ticket },
      actions: { type: 'add', params: ({ event }) => event.ticket },
    },
  },
  states: {
    // Tickets that are still in the queue wait here until the user retries or discards them.
    idle: {
      on: {
        'print.asked': [
          {
            guard: { type: 'isNew', params: ({ event }) => event.ticket },
            target: 'choosing',
            actions: { type: 'add', params: ({ event }) => event.ticket },
          },
          { target: 'choosing' },
        ],
        retry: 'choosing',
        'printer.asked': 'choosing',
        'printer.forgotten': { actions: 'removePrinter' },
        discarded: { actions: 'clear' },
      },
    },
    choosing: {
      tags: 'busy',
      entry: 'resetAttempts',
      invoke: {
        src: 'choosePrinter',
        input: ({ context, event }) => ({ known: event.type === 'printer.asked' ? undefined : context.printer }),
        onDone: [
          { guard: { type: 'isNone', params: ({ event }) => event.output }, target: 'idle' },
          { target: 'reached', actions: { type: 'storePrinter', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'setProblem', params: ({ event }) => problemOfPrinting(event.error) },
        },
      },
    },
    reached: {
      invoke: { src: 'connection', input: ({ context: { printer } }) => ({ printer }) },
      on: {
        'connection.lost': 'unreached',
        'connection.failed': {
          target: 'failed',
          actions: { type: 'setProblem', params: ({ event }) => event.problem },
        },
      },
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'busy',
          after: { connectTimeout: '#receiptPrinter.unreached' },
          on: { 'connection.made': 'ready' },
        },
        ready: {
          always: { guard: 'hasTicket', target: 'printing' },
          after: { release: '#receiptPrinter.idle' },
          on: {
            'connection.lost': '#receiptPrinter.idle',
            'printer.asked': '#receiptPrinter.choosing',
            'printer.forgotten': { target: '#receiptPrinter.idle', actions: 'removePrinter' },
          },
        },
        printing: {
          tags: 'busy',
          entry: assign({ sent: 0, all: 0 }),
          invoke: {
            src: 'printTicket',
            input: ({ context: { queue } }) => ({ ticket: queue[0] }),
            onDone: [
              {
                guard: { type: 'ended', params: ({ event }) => ({ outcome: event.output, end: 'failed' }) },
                target: '#receiptPrinter.failed',
                actions: { type: 'setOutcome', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'ended', params: ({ event }) => ({ outcome: event.output, end: 'brokeOff' }) },
                target: '#receiptPrinter.halfPrinted',
              },
              {
                guard: { type: 'ended', params: ({ event }) => ({ outcome: event.output, end: 'printed' }) },
                target: 'ready',
                actions: [{ type: 'emitResult', params: 'printed' }, 'removeFirst', 'resetAttempts'],
              },
              { target: 'ready', actions: [{ type: 'emitResult', params: 'printedElsewhere' }, 'removeFirst'] },
            ],
          },
          initial: 'waiting',
          states: {
            waiting: { on: { 'ticket.sent': { target: 'sending', actions: 'showProgress' } } },
            // From here on the printer may have printed a part.
            sending: {
              on: {
                'ticket.sent': { actions: 'showProgress' },
                'connection.lost': '#receiptPrinter.halfPrinted',
              },
            },
          },
        },
      },
    },
    unreached: {
      tags: 'busy',
      entry: 'countAttempt',
      always: {
        guard: 'hasTriedEnough',
        target: 'failed',
        actions: { type: 'setProblem', params: { key: 'receipts.unreachable' } },
      },
      after: { reconnectDelay: 'reached' },
    },
    halfPrinted: {
      entry: ['markAsCopy', 'resetAttempts'],
      on: {
        again: 'reached',
        skipped: [
          { guard: 'hasAnother', target: 'reached', actions: 'removeFirst' },
          { target: 'idle', actions: 'removeFirst' },
        ],
      },
    },
    failed: { on: { dismissed: 'idle' } },
  },
});

/** A printer that was chosen on this device; the browser assigns the id. */
export type Printer = { id: string; name: string };
export type PrinterInput = { printer: Printer | undefined };
/** The printer that was used last; without one, the user is asked to choose. */
export type ChoiceInput = { known: Printer | undefined };

export type ConnectionEvent =
  | { type: 'connection.made' }
  /** It failed or was interrupted; another attempt may succeed. */
  | { type: 'connection.lost' }
  /** No further attempt would succeed. */
  | { type: 'connection.failed'; problem: Problem };

type ReceiptPrinterEvents =
  | ConnectionEvent
  | TicketProgress
  | { type: 'print.asked'; ticket: ReceiptTicket }
  | { type: 'printer.asked' }
  | { type: 'printer.forgotten' }
  | { type: 'retry' }
  | { type: 'discarded' }
  | { type: 'dismissed' }
  | { type: 'again' }
  | { type: 'skipped' };

type ReceiptPrinterContext = {
  printer: Printer | undefined;
  /** The first one is being printed, or is next. */
  queue: readonly ReceiptTicket[];
  /** Chunks of the ticket that is being printed. */
  sent: number;
  all: number;
  attempt: number;
  problem: Problem | undefined;
};

/** Emitted when a ticket leaves the queue without the user. */
type ReceiptPrinterEmitted = { type: 'printed' | 'printedElsewhere'; ticket: ReceiptTicket | undefined };
