import type { OrderView } from '@haat/contract/api/orders.schema';
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import { canReachPrinters } from './bluetooth-printer.ts';
import { isReceiptPrinted, onReceiptPrinted } from './printed-receipts.ts';
import { receiptPrinter } from './receipt-printer.ts';

/**
 * The receipt of an order on the Bluetooth printer that was chosen on this device. `hasPrinter` false: it goes to the
 * print dialog of the browser. Spec section 4.
 */
export function usePrintReceipt(order: OrderView) {
  const key = String(order.id);
  const hasPrinter = useSelector(receiptPrinter, ({ context }) => context.printer !== undefined) && canReachPrinters();
  const isWaiting = useSelector(receiptPrinter, ({ context }) => context.queue.some((ticket) => ticket.key === key));
  const isCopy = useSyncExternalStore(onReceiptPrinted, () => isReceiptPrinted(key));
  const number = order.orderNumber || key;
  const send = () => receiptPrinter.send({ type: 'print.asked', ticket: { key, number, isCopy, order } });
  return { key, number, hasPrinter, isWaiting, isCopy, send };
}
