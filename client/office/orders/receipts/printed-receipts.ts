import type { ReceiptTicket, TurnEvent } from '@haat/machines/orders/receipt-ticket.machine';
import { fromCallback } from 'xstate';
import { readStored, writeStored } from '../../../lib/storage.ts';

const KEY = 'printedReceipts';
/** Several days of a busy shop; older orders are rarely printed again. */
const MAX_STORED = 1000;

const listeners = new Set<() => void>();
const unstored = new Set<string>();

/** Whether a receipt of the order was printed from this device, even in part: the next one is a copy. */
export function isReceiptPrinted(orderKey: string): boolean {
  return unstored.has(orderKey) || stored().includes(orderKey);
}

/** Shared by all tabs of this device. */
export function markReceiptPrinted(orderKey: string): void {
  const others = stored().filter((key) => key !== orderKey);
  if (!writeStored(KEY, JSON.stringify([orderKey, ...others].slice(0, MAX_STORED)))) unstored.add(orderKey);
  for (const listener of listeners) listener();
}

/** Whether the print dialog was opened for the order, and the user has not said yet whether it printed. */
export function isPrintUnconfirmed(orderKey: string): boolean {
  return isReceiptPrinted(unconfirmed(orderKey));
}

/** Marks that the print dialog was opened: a browser does not say whether it printed. */
export function markPrintUnconfirmed(orderKey: string): void {
  markReceiptPrinted(unconfirmed(orderKey));
}

/** Marks whether it did. */
export function confirmPrint(orderKey: string, hasPrinted: boolean): void {
  const key = unconfirmed(orderKey);
  unstored.delete(key);
  writeStored(KEY, JSON.stringify(stored().filter((each) => each !== key)));
  if (hasPrinted) markReceiptPrinted(orderKey);
  else for (const listener of listeners) listener();
}

const unconfirmed = (orderKey: string): string => `${orderKey}?`;

/** For `useSyncExternalStore`; also called for changes of other tabs. */
export function onReceiptPrinted(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function stored(): string[] {
  try {
    const keys: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

const LOCK = 'receipt-printer';

/**
 * Holds the lock on the printer while the machine invokes it, so that one tab prints at a time. A receipt that another tab has
 * printed since it was requested is skipped.
 */
export const printerLock = fromCallback<TurnEvent, { ticket: ReceiptTicket | undefined }>(({ input, sendBack }) => {
  const releasing = new AbortController();
  const released = new Promise<void>((resolve) => {
    releasing.signal.addEventListener('abort', () => resolve());
  });
  const whileLocked = () => {
    sendBack(claim(input.ticket));
    return released;
  };
  navigator.locks.request(LOCK, { signal: releasing.signal }, whileLocked).catch((error: unknown) => {
    // Released before the lock was acquired.
    if (!releasing.signal.aborted) throw error;
  });
  return () => releasing.abort();
});

function claim(ticket: ReceiptTicket | undefined): TurnEvent {
  if (!ticket?.order) return { type: 'turn.came' };
  if (!ticket.isCopy && isReceiptPrinted(ticket.key)) return { type: 'turn.void' };
  return { type: 'turn.came' };
}
