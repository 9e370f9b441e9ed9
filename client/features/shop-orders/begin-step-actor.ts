import type { AdvancedOrderView, OrderView } from '@haat/contract/api/orders.schema';
import { readOrderStatus, type OrderStatus } from '@haat/contract/rules/order-status';
import { reasonOf } from '@haat/contract/rules/reason';
import { advanceOrderMachine, type SaveStatus } from '@haat/machines/order-status/advance-order.machine';
import type { QueryClient } from '@tanstack/react-query';
import { createActor, fromPromise } from 'xstate';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { textOf } from '../../i18n/language.ts';
import { callApi } from '../../lib/api.ts';
import { ORDER } from '../../lib/order-sample.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { showText } from '../../lib/toasts.ts';
import { stepMaker } from './last-step.ts';
import type { StepActor } from './step-actors.ts';

/** Begins what moves one order: saves its steps, says who was faster, and has the list read again. Spec section 4. */
export function beginStepActor(order: OrderView, queries: QueryClient): StepActor {
  const readListAgain = () => void queries.invalidateQueries({ queryKey: QUERY_KEYS.shopOrders(order.shop.id) });

  const save = async ({ orderId, to }: SaveStatus): Promise<OrderStatus> => {
    const saved = await sendStatus(orderId, to).catch((error: unknown) => {
      // The guard takes the card away with its alert, and who is sent to the start must still know why.
      if (reasonOf(error).code === 'unauthenticated') void showText('error', textOf('shopOrders.mustLogIn'));
      throw error;
    });
    if (!saved.changed) tellFaster(order, to, stepMaker(saved, to));
    readListAgain();
    return saved.order_status;
  };
  const actors = { saveStatus: fromPromise<OrderStatus, SaveStatus>(({ input }) => save(input)) };
  const status = readOrderStatus(order.order_status) ?? 'Pending';
  const actor = createActor(advanceOrderMachine.provide({ actors }), { input: { orderId: order.id, status } });
  actor.on('stale', readListAgain);
  actor.on('overtaken', ({ status: reached, by }) => tellFaster(order, reached, by));
  return actor.start();
}

// It goes its way also when the page is closed by whoever has just moved the order.
const sendStatus = (orderId: number, status: OrderStatus) =>
  callApi<AdvancedOrderView>(`/api/orders/${orderId}/status`, {
    method: 'PATCH',
    body: { status },
    keepalive: true,
    like: ORDER,
  });

function tellFaster({ orderNumber: number }: OrderView, reached: OrderStatus, name: string | undefined): void {
  const status = textOf(orderStatusTextId(reached));
  const text = name
    ? textOf('shopOrders.alreadyMovedBy', { number, status, name })
    : textOf('shopOrders.alreadyMoved', { number, status });
  void showText('info', text);
}
