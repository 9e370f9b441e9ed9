import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { setup, transition } from 'xstate';

type AdvanceEvent = { type: 'advance'; to: OrderStatus };

/** The life of an order, one step at a time. State names are the stored values, so a row resumes without a mapping. Spec section 4. */
export const orderStatusMachine = setup({
  types: { events: {} as AdvanceEvent },
  guards: {
    asksFor: ({ event }, params: { status: OrderStatus }) => event.to === params.status,
  },
}).createMachine({
  id: 'orderStatus',
  initial: 'Pending',
  states: {
    Pending: { on: { advance: { guard: { type: 'asksFor', params: { status: 'Accepted' } }, target: 'Accepted' } } },
    Accepted: {
      on: { advance: { guard: { type: 'asksFor', params: { status: 'In Transit' } }, target: 'In Transit' } },
    },
    'In Transit': {
      on: { advance: { guard: { type: 'asksFor', params: { status: 'Delivered' } }, target: 'Delivered' } },
    },
    Delivered: { type: 'final' },
  },
});

/** The status after the request; the same status when the step is not allowed. Spec section 4. */
export function advanceStatus(from: OrderStatus, to: OrderStatus): OrderStatus {
  const current = orderStatusMachine.resolveState({ value: from });
  const [next] = transition(orderStatusMachine, current, { type: 'advance', to });
  return next.value;
}

/** The one step that may follow; undefined once delivered. Spec section 4. */
export function nextStatus(from: OrderStatus): OrderStatus | undefined {
  return ORDER_STATUSES.find((to) => advanceStatus(from, to) !== from);
}
