import type { Printer } from '@haat/machines/orders/receipt-printer.machine';
import { readStored, removeStored, writeStored } from '../../../lib/storage.ts';

const PRINTER_KEY = 'receiptPrinter';

/** The printer that was chosen on this device; undefined when there is none. */
export function storedPrinter(): Printer | undefined {
  try {
    const { id, name } = JSON.parse(readStored(PRINTER_KEY) ?? 'null') as Partial<Printer>;
    return typeof id === 'string' && typeof name === 'string' ? { id, name } : undefined;
  } catch {
    return undefined;
  }
}

export function storePrinter(printer: Printer): void {
  writeStored(PRINTER_KEY, JSON.stringify(printer));
}

/** Receipts go to the browser's print dialog again. */
export function removePrinter(): void {
  removeStored(PRINTER_KEY);
}

/** Characters per line: 32 on paper of 58 mm, 48 on 80 mm. */
export type Columns = 32 | 48;

const COLUMNS_KEY = 'receiptColumns';
const listeners = new Set<() => void>();
let unstored: Columns | undefined;

/** How QR codes get onto the paper: the printer draws them, or it gets a picture because it cannot. */
export type CodesAs = 'printer' | 'picture';

const CODES_KEY = 'receiptCodes';
let unstoredCodes: CodesAs | undefined;

export function codesAs(): CodesAs {
  return unstoredCodes ?? (readStored(CODES_KEY) === 'picture' ? 'picture' : 'printer');
}

/** Stored like the width of the paper. */
export function chooseCodesAs(codes: CodesAs): void {
  unstoredCodes = writeStored(CODES_KEY, codes) ? undefined : codes;
  for (const listener of listeners) listener();
}

/** The paper width of this device's printer. */
export function receiptColumns(): Columns {
  return unstored ?? (readStored(COLUMNS_KEY) === '48' ? 48 : 32);
}

/** For `useSyncExternalStore`. */
export function onPrinterSettings(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the width on the device; without storage, until the page is closed. */
export function chooseColumns(columns: Columns): void {
  unstored = writeStored(COLUMNS_KEY, String(columns)) ? undefined : columns;
  for (const listener of listeners) listener();
}
