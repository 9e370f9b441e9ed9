import type { OrderView } from '@haat/contract/api/orders';
import { recordPrint as recordPrintCall } from '@haat/contract/api/order-timeline';
import { call } from '../../lib/api.ts';
import { logProblem } from '../../lib/log.ts';

/** Adds to the timeline of an order that its receipt was printed. The receipt is there without it, so nobody is told of a failure. */
export function recordPrint({ id, revision }: Pick<OrderView, 'id' | 'revision'>): void {
  void call(recordPrintCall, { params: { id }, body: { revision } }).catch((error: unknown) =>
    logProblem('print', error),
  );
}
