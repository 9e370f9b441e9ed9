import { PrintingError } from '@haat/machines/receipt-printer/printing-error';
import type { ChoiceInput, Printer, ReceiptTicket } from '@haat/machines/receipt-printer/receipt-printer-events';
import { receiptPrinterMachine } from '@haat/machines/receipt-printer/receipt-printer.machine';
import { receiptTicketMachine } from '@haat/machines/receipt-printer/receipt-ticket.machine';
import { createActor, fromPromise } from 'xstate';
import { textOf } from '../../i18n/language.ts';
import { showText } from '../../lib/toasts.ts';
import { choosePrinter } from './bluetooth-printer.ts';
import { loadChunks, printerConnection, sendChunk } from './printer-connection.ts';
import { rememberedPrinter } from './printer-memory.ts';
import { printingTurn } from './printing-turn.ts';

const printTicket = receiptTicketMachine.provide({
  actors: {
    prepare: fromPromise<number, { ticket: ReceiptTicket | undefined }>(({ input }) => prepare(input.ticket)),
    turn: printingTurn,
    writeChunk: fromPromise<void, { index: number }>(({ input: { index } }) => sendChunk(index)),
  },
});

const machine = receiptPrinterMachine.provide({
  actors: {
    choosePrinter: fromPromise<Printer | undefined, ChoiceInput>(({ input }) => choosePrinter(input)),
    connection: printerConnection,
    printTicket,
  },
});

/** The printer of this tab: it prints on while its screen is left for another one. */
export const receiptPrinter = createActor(machine, { input: { printer: rememberedPrinter() } }).start();

receiptPrinter.on('printed', ({ ticket }) => {
  if (ticket?.order) void showText('success', textOf('receipts.printed', { number: ticket.number }));
});
receiptPrinter.on('printedElsewhere', ({ ticket }) => {
  if (ticket) void showText('info', textOf('receipts.printedElsewhere', { number: ticket.number }));
});

// The encoder is fetched with the first receipt.
async function prepare(ticket: ReceiptTicket | undefined): Promise<number> {
  if (!ticket) throw new Error('There is no ticket to print');
  const { bytesOf } = await import('./print-bytes.ts').catch((cause: unknown) => {
    throw new PrintingError('receipts.notLoaded', { cause });
  });
  return loadChunks(bytesOf(ticket));
}
