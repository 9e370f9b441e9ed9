import { useEffect } from 'react';
import { useSession } from '../session/use-session.ts';
import { receiptPrinter } from './receipt-printer.ts';

/** What still waits for the printer is of whoever asked for it: the next shop at this device does not see it. */
export function useOwnTickets(): void {
  const { shopId } = useSession();
  useEffect(() => {
    const { queue } = receiptPrinter.getSnapshot().context;
    if (queue.some(({ order }) => order && order.shop.id !== shopId)) receiptPrinter.send({ type: 'discarded' });
  }, [shopId]);
}
