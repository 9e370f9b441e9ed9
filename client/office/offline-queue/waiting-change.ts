import type { OrderStatus } from '@haat/contract/orders/order-status';
import { textOf } from '../../i18n/language.ts';
import { shopStatusTextId } from '../../i18n/order-status-text.ts';

type ChangedOrder = { id: number; orderNumber: string; takeaway: boolean };

/** The entry of an order change in the list of waiting changes; changes of one order wait for each other. */
export const waitingChange = ({ id, orderNumber: number, takeaway }: ChangedOrder, status: OrderStatus) => ({
  subject: `order:${id}`,
  label: textOf('queue.order', { number, status: textOf(shopStatusTextId(status, { takeaway })) }),
});
