import { readStored, writeStored } from '../../lib/storage.ts';

/** Letters in a line: paper of 58 mm has 32, of 80 mm 48. */
export type Columns = 32 | 48;

const KEY = 'receiptColumns';
const listeners = new Set<() => void>();
let unstored: Columns | undefined;

/** The width of this device's printer. */
export function receiptColumns(): Columns {
  return unstored ?? (readStored(KEY) === '48' ? 48 : 32);
}

/** For `useSyncExternalStore`. */
export function onColumnsChosen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Remembers the width; where storage is forbidden, as long as the page lives. */
export function chooseColumns(columns: Columns): void {
  unstored = writeStored(KEY, String(columns)) ? undefined : columns;
  for (const listener of listeners) listener();
}
