import type { OrderView } from '@haat/contract/api/orders.schema';
import { readOrderStatus } from '@haat/contract/rules/order-status';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { stepMaker } from './last-step.ts';
import { useSteps } from './steps-context.ts';
import { useStepProblem } from './step-problem.ts';

/** Moves an order on, one step at a time; also shows the steps that are made on other screens. Spec section 4. */
export function useAdvanceOrder(order: OrderView) {
  const actor = useSteps().of(order);
  const state = useSelector(actor, (snapshot) => snapshot);
  const shown = readOrderStatus(order.order_status) ?? 'Pending';
  const by = stepMaker(order, shown);

  useEffect(() => actor.send({ type: 'moved', status: shown, by }), [actor, shown, by]);

  return {
    status: state.context.status,
    isHeld: state.matches('held'),
    isSaving: state.hasTag('busy'),
    problem: useStepProblem(state.context.problem),
    advance: () => actor.send({ type: 'advance' }),
    undo: () => actor.send({ type: 'undo' }),
    dismiss: () => actor.send({ type: 'dismissed' }),
  };
}
