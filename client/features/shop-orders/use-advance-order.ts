import type { AdvancedOrderView, OrderView } from '@haat/contract/api/orders.schema';
import { readOrderStatus, type OrderStatus } from '@haat/contract/rules/order-status';
import { reasonOf } from '@haat/contract/rules/reason';
import { advanceOrderMachine, type SaveStatus } from '@haat/machines/order-status/advance-order.machine';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { fromPromise } from 'xstate';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { callApi } from '../../lib/api.ts';
import { ORDER } from '../../lib/order-sample.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { showText } from '../../lib/toasts.ts';
import { useStepProblem } from './use-step-problem.ts';

const saveStatus = ({ orderId, to }: SaveStatus) =>
  callApi<AdvancedOrderView>(`/api/orders/${orderId}/status`, { method: 'PATCH', body: { status: to }, like: ORDER });

/** Moves an order on, one step at a time; also shows the steps that are made on other screens. Spec section 4. */
export function useAdvanceOrder(order: OrderView) {
  const t = useText();
  const queries = useQueryClient();
  const shown = readOrderStatus(order.order_status) ?? 'Pending';

  const save = async (step: SaveStatus): Promise<OrderStatus> => {
    const { order_status, changed } = await saveStatus(step).catch((error: unknown) => {
      // The guard takes the card away with its alert, and who is sent to the start must still know why.
      if (reasonOf(error).code === 'unauthenticated') void showText('error', t('shopOrders.mustLogIn'));
      throw error;
    });
    const number = order.orderNumber;
    if (!changed)
      void showText('info', t('shopOrders.alreadyMoved', { number, status: t(orderStatusTextId(step.to)) }));
    return order_status;
  };
  const actors = { saveStatus: fromPromise<OrderStatus, SaveStatus>(({ input }) => save(input)) };
  const [state, send, actor] = useMachine(advanceOrderMachine.provide({ actors }), {
    input: { orderId: order.id, status: shown },
  });

  useEffect(() => send({ type: 'moved', status: shown }), [send, shown]);
  useEffect(() => {
    const readAgain = () => void queries.invalidateQueries({ queryKey: QUERY_KEYS.shopOrders(order.shop.id) });
    const subscription = actor.on('stale', readAgain);
    return () => subscription.unsubscribe();
  }, [actor, queries, order.shop.id]);

  return {
    status: state.context.status,
    isSaving: state.hasTag('busy'),
    problem: useStepProblem(state.context.problem),
    advance: () => send({ type: 'advance' }),
    dismiss: () => send({ type: 'dismissed' }),
  };
}
