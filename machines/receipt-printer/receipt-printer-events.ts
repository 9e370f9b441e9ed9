import type { OrderView } from '@haat/contract/api/orders.schema';
import type { Problem } from '../problem.ts';

/** A printer that somebody chose on this device; the id is the browser's own. */
export type Printer = { id: string; name: string };
export type PrinterInput = { printer: Printer | undefined };
/** Which printer is known from before; without one, somebody is asked to choose. */
export type ChoiceInput = { known: Printer | undefined };

/** A receipt to print. `isCopy`: one was printed before, and whoever asked for it knew. No order: a test print. */
export type ReceiptTicket = { key: string; number: string; isCopy: boolean; order: OrderView | undefined };

export type ConnectionEvent =
  | { type: 'connection.made' }
  /** It did not come about, or broke off; another attempt may do better. */
  | { type: 'connection.lost' }
  /** No attempt would do better. */
  | { type: 'connection.failed'; problem: Problem };

/** `turn.void`: the receipt was printed by another tab since it was asked for. */
export type TurnEvent = { type: 'turn.came' } | { type: 'turn.void' };

/** Told when a ticket's turn has come, with nothing sent, and after each chunk. */
export type TicketProgress = { type: 'ticket.sent'; sent: number; all: number };

/** `brokeOff`: it is not known how much of it is on paper. `failed`: nothing is. */
export type TicketOutcome = { end: 'printed' | 'printedElsewhere' | 'brokeOff' } | { end: 'failed'; problem: Problem };

export type ReceiptPrinterEvents =
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

export type ReceiptPrinterContext = {
  printer: Printer | undefined;
  /** The first one is printed now, or next. */
  queue: readonly ReceiptTicket[];
  /** Chunks of the ticket that is being printed: how many of how many. */
  sent: number;
  all: number;
  attempt: number;
  problem: Problem | undefined;
};

/** What a screen hears of the ticket that leaves the queue by itself. */
export type ReceiptPrinterEmitted = { type: 'printed' | 'printedElsewhere'; ticket: ReceiptTicket | undefined };
