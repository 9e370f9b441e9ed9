import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import { problemOfPrinting } from './printing-error.ts';
import type {
  ChoiceInput,
  ConnectionEvent,
  Printer,
  PrinterInput,
  ReceiptPrinterContext,
  ReceiptPrinterEmitted,
  ReceiptPrinterEvents,
  ReceiptTicket,
  TicketOutcome,
} from './receipt-printer-events.ts';
import { receiptTicketMachine } from './receipt-ticket.machine.ts';

/** In ms, before each further attempt to reach a printer that does not answer; after the last one a person is asked. */
const RECONNECT_DELAYS = [1000, 3000];

/**
 * Prints receipts on a Bluetooth printer, one after the other. A receipt of which no byte has gone out is tried again by
 * itself; one that broke off half-way is printed again only when somebody says so, and then says that it is a copy. The
 * connection stands exactly as long as the state `reached`. Spec sections 4 and 8, receipt printing.
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
    /** Answers undefined when whoever was asked chose none. */
    choosePrinter: fromPromise<Printer | undefined, ChoiceInput>(unprovided('choosePrinter')),
    connection: fromCallback<ConnectionEvent, PrinterInput>(unprovidedCallback('connection')),
    printTicket: receiptTicketMachine,
  },
  actions: {
    add: assign(({ context: { queue } }, ticket: ReceiptTicket) => ({ queue: [...queue, ticket] })),
    tell: emit(({ context: { queue } }, type: ReceiptPrinterEmitted['type']) => ({ type, ticket: queue[0] })),
    takeOut: assign({ queue: ({ context }) => context.queue.slice(1) }),
    clear: assign({ queue: [] }),
    markAsCopy: assign({
      queue: ({ context }) => context.queue.map((ticket, at) => (at === 0 ? { ...ticket, isCopy: true } : ticket)),
    }),
    showProgress: assign(({ event }) => (event.type === 'ticket.sent' ? { sent: event.sent, all: event.all } : {})),
    know: assign((_, printer: Printer | undefined) => ({ printer })),
    forgetPrinter: assign({ printer: undefined, queue: [] }),
    forgetAttempts: assign({ attempt: 0, problem: undefined }),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    keepOutcome: assign((_, outcome: TicketOutcome) => ({
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
    connectPatience: 20_000,
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
    // Tickets that are still in the queue wait here until somebody says what becomes of them.
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
        'printer.forgotten': { actions: 'forgetPrinter' },
        discarded: { actions: 'clear' },
      },
    },
    choosing: {
      tags: 'busy',
      entry: 'forgetAttempts',
      invoke: {
        src: 'choosePrinter',
        input: ({ context, event }) => ({ known: event.type === 'printer.asked' ? undefined : context.printer }),
        onDone: [
          { guard: { type: 'isNone', params: ({ event }) => event.output }, target: 'idle' },
          { target: 'reached', actions: { type: 'know', params: ({ event }) => event.output } },
        ],
        onError: {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => problemOfPrinting(event.error) },
        },
      },
    },
    reached: {
      invoke: { src: 'connection', input: ({ context: { printer } }) => ({ printer }) },
      on: {
        'connection.lost': 'unreached',
        'connection.failed': {
          target: 'failed',
          actions: { type: 'keepProblem', params: ({ event }) => event.problem },
        },
      },
      initial: 'connecting',
      states: {
        connecting: {
          tags: 'busy',
          after: { connectPatience: '#receiptPrinter.unreached' },
          on: { 'connection.made': 'ready' },
        },
        ready: {
          always: { guard: 'hasTicket', target: 'printing' },
          after: { release: '#receiptPrinter.idle' },
          on: {
            'connection.lost': '#receiptPrinter.idle',
            'printer.asked': '#receiptPrinter.choosing',
            'printer.forgotten': { target: '#receiptPrinter.idle', actions: 'forgetPrinter' },
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
                actions: { type: 'keepOutcome', params: ({ event }) => event.output },
              },
              {
                guard: { type: 'ended', params: ({ event }) => ({ outcome: event.output, end: 'brokeOff' }) },
                target: '#receiptPrinter.halfPrinted',
              },
              {
                guard: { type: 'ended', params: ({ event }) => ({ outcome: event.output, end: 'printed' }) },
                target: 'ready',
                actions: [{ type: 'tell', params: 'printed' }, 'takeOut', 'forgetAttempts'],
              },
              { target: 'ready', actions: [{ type: 'tell', params: 'printedElsewhere' }, 'takeOut'] },
            ],
          },
          initial: 'waiting',
          states: {
            waiting: { on: { 'ticket.sent': { target: 'sending', actions: 'showProgress' } } },
            // From here on paper may have come out.
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
        actions: { type: 'keepProblem', params: { key: 'receipts.unreachable' } },
      },
      after: { reconnectDelay: 'reached' },
    },
    halfPrinted: {
      entry: ['markAsCopy', 'forgetAttempts'],
      on: {
        again: 'reached',
        skipped: [
          { guard: 'hasAnother', target: 'reached', actions: 'takeOut' },
          { target: 'idle', actions: 'takeOut' },
        ],
      },
    },
    failed: { on: { dismissed: 'idle' } },
  },
});
