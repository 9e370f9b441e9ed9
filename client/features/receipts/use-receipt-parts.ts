import { useEffect, useSyncExternalStore } from 'react';
import { loadPatiently } from '../../lib/load-patiently.ts';

const listeners = new Set<() => void>();
let parts: Awaited<ReturnType<typeof fetchParts>> | undefined;

/**
 * The parts that print, which come beside the screen and not with it: the orders are there before a printer is asked
 * for. Undefined until then; nothing of the screen waits.
 */
export function useReceiptParts() {
  useEffect(() => {
    const left = new AbortController();
    if (!parts) void loadPatiently(fetchParts, left.signal).then(keep);
    return () => left.abort();
  }, []);
  return useSyncExternalStore(listen, () => parts);
}

async function fetchParts() {
  const [{ PrintReceiptButton }, { ReceiptPrinterButton }, { PrintingNotices }] = await Promise.all([
    import('./PrintReceiptButton.tsx'),
    import('./ReceiptPrinterButton.tsx'),
    import('./PrintingNotices.tsx'),
  ]);
  return { PrintReceiptButton, ReceiptPrinterButton, PrintingNotices };
}

function keep(fetched: typeof parts): void {
  if (parts || !fetched) return;
  parts = fetched;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
