import type { OrderView } from '@haat/contract/orders/orders.calls';
import { recordPrint as recordPrintCall } from '@haat/contract/orders/order-timeline.calls';
import { call } from '../../../lib/api.ts';
import { logProblem } from '../../../lib/log.ts';
import { PROVISIONAL_ID } from './receipt-shop.ts';

/** Adds to the timeline of an order that its receipt was printed. A failure is not shown: the receipt has been printed. */
export function recordPrint({ id, revision }: Pick<OrderView, 'id' | 'revision'>): void {
  // Of a sale that waits for a connection, nothing is known to the server.
  if (id === PROVISIONAL_ID) return;
  void call(recordPrintCall, { params: { id }, body: { revision } }).catch((error: unknown) =>
    logProblem('print', error),
  );
}
