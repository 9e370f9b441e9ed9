import type { ReceiptTicket, TurnEvent } from '@haat/machines/receipt-printer/receipt-printer-events';
import { fromCallback } from 'xstate';
import { isReceiptPrinted, markReceiptPrinted } from './printed-receipts.ts';

const LOCK = 'receipt-printer';

/**
 * Keeps all other tabs from printing until the machine leaves it. A receipt that another tab printed since this one was
 * asked for is not printed once more. It counts as printed before its first byte goes out: whatever happens then, and be
 * it that the tablet goes dark, what is printed next says that it is a copy.
 */
export const printingTurn = fromCallback<TurnEvent, { ticket: ReceiptTicket | undefined }>(({ input, sendBack }) => {
  const leaving = new AbortController();
  const left = new Promise<void>((resolve) => {
    leaving.signal.addEventListener('abort', () => resolve());
  });
  const printInTurn = () => {
    sendBack(claim(input.ticket));
    return left;
  };
  navigator.locks.request(LOCK, { signal: leaving.signal }, printInTurn).catch((error: unknown) => {
    // Whoever leaves before the turn comes gives it up.
    if (!leaving.signal.aborted) throw error;
  });
  return () => leaving.abort();
});

function claim(ticket: ReceiptTicket | undefined): TurnEvent {
  if (!ticket?.order) return { type: 'turn.came' };
  if (!ticket.isCopy && isReceiptPrinted(ticket.key)) return { type: 'turn.void' };
  markReceiptPrinted(ticket.key);
  return { type: 'turn.came' };
}
