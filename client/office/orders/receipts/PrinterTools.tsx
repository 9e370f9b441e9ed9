import type { OrderView } from '@haat/contract/orders/orders.calls';
import { useEffect, useSyncExternalStore } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { type Preloadable, loadWithRetry } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/Button.tsx';

/** The button of the receipt printer. */
export function PrinterButton() {
  const t = useText();
  const parts = useReceiptParts();
  if (parts) return <parts.ReceiptPrinterButton />;
  return (
    <Button look="secondary" disabled>
      {t('receipts.printer')}
    </Button>
  );
}

/** The messages of this device's printer, on every screen that prints. */
export function PrinterNotices() {
  const parts = useReceiptParts();
  return parts ? <parts.PrintingNotices /> : null;
}

type Props = { order: OrderView };

/** Prints the receipt of an order; disabled until its code is loaded. */
export function ReceiptButton({ order }: Props) {
  const t = useText();
  const parts = useReceiptParts();
  if (parts) return <parts.PrintReceiptButton order={order} />;
  return (
    <Button look="secondary" wide disabled>
      {t('receipts.print')}
    </Button>
  );
}

const listeners = new Set<() => void>();
let parts: Awaited<ReturnType<typeof loadParts>> | undefined;

/** The components that print, loaded after the screen: the orders come first. */
function useReceiptParts() {
  useEffect(() => {
    const unmounted = new AbortController();
    if (!parts) void loadWithRetry(RECEIPT_PARTS.preload, unmounted.signal);
    return () => unmounted.abort();
  }, []);
  return useSyncExternalStore(subscribe, () => parts);
}

/** For a screen that prints later, maybe without a connection (`lib/lazy.ts`). */
export const RECEIPT_PARTS: Preloadable = { preload: async () => setParts(await loadParts()) };

async function loadParts() {
  const [{ PrintReceiptButton }, { ReceiptPrinterButton }, { PrintingNotices }] = await Promise.all([
    import('./PrintReceiptButton.tsx'),
    import('./ReceiptPrinterButton.tsx'),
    import('./PrintingNotices.tsx'),
  ]);
  return { PrintReceiptButton, ReceiptPrinterButton, PrintingNotices };
}

function setParts(loaded: typeof parts): void {
  if (parts) return;
  parts = loaded;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
