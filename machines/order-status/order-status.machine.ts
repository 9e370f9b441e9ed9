import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { setup, transition } from 'xstate';

type AdvanceEvent = { type: 'advance'; to: OrderStatus };

/** The statuses of an order, one transition at a time. State names are the stored values. */
export const orderStatusMachine = setup({
  types: { events: {} as AdvanceEvent },
  guards: {
    requests: ({ event }, params: { status: OrderStatus }) => event.to === params.status,
  },
}).createMachine({
  id: 'orderStatus',
  initial: 'Pending',
  states: {
    Pending: { on: { advance: { guard: { type: 'requests', params: { status: 'Accepted' } }, target: 'Accepted' } } },
    Accepted: {
      on: { advance: { guard: { type: 'requests', params: { status: 'In Transit' } }, target: 'In Transit' } },
    },
    'In Transit': {
      on: { advance: { guard: { type: 'requests', params: { status: 'Delivered' } }, target: 'Delivered' } },
    },
    Delivered: { type: 'final' },
  },
});

/** The status after the request; the same status when the transition is not allowed. */
export function advanceStatus(from: OrderStatus, to: OrderStatus): OrderStatus {
  const current = orderStatusMachine.resolveState({ value: from });
  const [next] = transition(orderStatusMachine, current, { type: 'advance', to });
  return next.value;
}

/** The one status that may follow; undefined once delivered. */
export function nextStatus(from: OrderStatus): OrderStatus | undefined {
  return ORDER_STATUSES.find((to) => advanceStatus(from, to) !== from);
}

/** The order in which an order passes the statuses. Derived once: a transition is too slow for every comparison in a list. */
const SEQUENCE: readonly OrderStatus[] = statusesFrom(ORDER_STATUSES[0]);

function statusesFrom(status: OrderStatus): OrderStatus[] {
  const next = nextStatus(status);
  return next ? [status, ...statusesFrom(next)] : [status];
}

/**
 * Whether an order in `status` has passed `other`: transitions lead from `other` to `status`. A status of a newer version of
 * the server, unknown here, is not further than any other, and no other is further than it.
 */
export function isFurther(status: OrderStatus, other: OrderStatus): boolean {
  return SEQUENCE.includes(other) && SEQUENCE.indexOf(status) > SEQUENCE.indexOf(other);
}
