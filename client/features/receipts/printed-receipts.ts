import { readStored, writeStored } from '../../lib/storage.ts';

const KEY = 'printedReceipts';
/** A busy shop's receipts of several days; older orders are not printed by mistake. */
const MOST_KEPT = 1000;

const listeners = new Set<() => void>();
const unstored = new Set<string>();

/** Whether a receipt of the order went to a printer of this device, if only in part: the next one is a copy. */
export function isReceiptPrinted(orderKey: string): boolean {
  return unstored.has(orderKey) || stored().includes(orderKey);
}

/** Remembers it, on this device and in all of its tabs. */
export function markReceiptPrinted(orderKey: string): void {
  const others = stored().filter((key) => key !== orderKey);
  if (!writeStored(KEY, JSON.stringify([orderKey, ...others].slice(0, MOST_KEPT)))) unstored.add(orderKey);
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`; tells of other tabs, too. */
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
