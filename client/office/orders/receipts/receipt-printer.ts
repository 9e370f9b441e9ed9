import { PrintingError, type ReceiptTicket, receiptTicketMachine } from '@haat/machines/orders/receipt-ticket.machine';
import { type ChoiceInput, type Printer, receiptPrinterMachine } from '@haat/machines/orders/receipt-printer.machine';
import { createActor, fromPromise } from 'xstate';
import { textOf } from '../../../i18n/language.ts';
import { showText } from '../../../ui/toasts.tsx';
import { choosePrinter } from './bluetooth-printer.ts';
import { markReceiptPrinted, printerLock } from './printed-receipts.ts';
import { loadChunks, printerConnection, sendChunk } from './printer-connection.ts';
import { storedPrinter } from './printer-settings.ts';
import { recordPrint } from './record-print.ts';

const printTicket = receiptTicketMachine.provide({
  actors: {
    prepare: fromPromise<number, { ticket: ReceiptTicket | undefined }>(({ input }) => prepare(input.ticket)),
    turn: printerLock,
    writeChunk: fromPromise<void, { index: number }>(({ input: { index } }) => writeChunk(index)),
  },
});

const machine = receiptPrinterMachine.provide({
  actors: {
    choosePrinter: fromPromise<Printer | undefined, ChoiceInput>(({ input }) => choosePrinter(input)),
    connection: printerConnection,
    printTicket,
  },
});

/** The printer of this tab; it continues to print on other screens. */
export const receiptPrinter = createActor(machine, { input: { printer: storedPrinter() } }).start();

receiptPrinter.on('printed', ({ ticket }) => {
  if (!ticket?.order) return;
  recordPrint(ticket.order);
  void showText('success', textOf('receipts.printed', { number: ticket.number }));
});
receiptPrinter.on('printedElsewhere', ({ ticket }) => {
  if (ticket) void showText('info', textOf('receipts.printedElsewhere', { number: ticket.number }));
});

let printing: ReceiptTicket | undefined;

/** From the first chunk that the printer has confirmed, the next receipt is a copy. */
async function writeChunk(index: number): Promise<void> {
  await sendChunk(index);
  if (index === 0 && printing?.order) markReceiptPrinted(printing.key);
}

// The encoder is loaded with the first receipt.
async function prepare(ticket: ReceiptTicket | undefined): Promise<number> {
  if (!ticket) throw new Error('There is no ticket to print');
  const { bytesOf } = await import('./receipt-bytes.ts').catch((cause: unknown) => {
    throw new PrintingError('receipts.notLoaded', { cause });
  });
  printing = ticket;
  return loadChunks(await bytesOf(ticket));
}
