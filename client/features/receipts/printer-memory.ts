import type { Printer } from '@haat/machines/receipt-printer/receipt-printer-events';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

const KEY = 'receiptPrinter';

/** The printer that was chosen on this device; undefined when there is none. */
export function rememberedPrinter(): Printer | undefined {
  try {
    const { id, name } = JSON.parse(readStored(KEY) ?? 'null') as Partial<Printer>;
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
  } catch {
    return undefined;
  }
}

/** Remembers it for the next visit; where storage is forbidden, it is chosen anew then. */
export function rememberPrinter(printer: Printer): void {
  writeStored(KEY, JSON.stringify(printer));
}

/** The next receipt goes to the print dialog of the browser again. */
export function forgetPrinter(): void {
  removeStored(KEY);
}
