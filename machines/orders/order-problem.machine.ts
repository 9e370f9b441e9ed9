import type { ProblemState } from '@haat/contract/orders/order-problems';
import type { OrderActor } from '@haat/contract/orders/order-reasons';
import { setup, transition } from 'xstate';

/** `acknowledge`: the shop has seen it. `refund`, `replace` and `refuse` answer it. */
export type ProblemEvent = { type: 'acknowledge' | 'message' | 'refund' | 'replace' | 'refuse'; by: OrderActor };

type Asked = { event: ProblemEvent };

/**
 * A problem that a customer has reported after the delivery: which event is possible in which state, and for whom. State names
 * are the stored values. Whatever the shop or the operator does first acknowledges it. The operator can overrule a refusal.
 */
export const orderProblemMachine = setup({
  types: { events: {} as ProblemEvent },
  guards: {
    byStaff: ({ event }: Asked) => event.by === 'shop' || event.by === 'operator',
    byOperator: ({ event }: Asked) => event.by === 'operator',
    byPerson: ({ event }: Asked) => event.by !== 'clock',
    byCustomer: ({ event }: Asked) => event.by === 'customer',
  },
}).createMachine({
  id: 'orderProblem',
  initial: 'open',
  states: {
    open: {
      on: {
        acknowledge: { guard: 'byStaff', target: 'acknowledged' },
        message: [
          { guard: 'byCustomer', target: 'open' },
          { guard: 'byStaff', target: 'acknowledged' },
        ],
        refund: { guard: 'byStaff', target: 'refunded' },
        replace: { guard: 'byStaff', target: 'replaced' },
        refuse: { guard: 'byStaff', target: 'refused' },
      },
    },
    acknowledged: {
      on: {
        message: { guard: 'byPerson', target: 'acknowledged' },
        refund: { guard: 'byStaff', target: 'refunded' },
        replace: { guard: 'byStaff', target: 'replaced' },
        refuse: { guard: 'byStaff', target: 'refused' },
      },
    },
    refunded: { on: { message: { guard: 'byPerson', target: 'refunded' } } },
    replaced: { on: { message: { guard: 'byPerson', target: 'replaced' } } },
    refused: {
      on: {
        message: { guard: 'byPerson', target: 'refused' },
        refund: { guard: 'byOperator', target: 'refunded' },
        replace: { guard: 'byOperator', target: 'replaced' },
      },
    },
  },
});

/** The state after the event; undefined when the problem does not allow it, or not by that actor. */
export function problemStateAfter(state: ProblemState, event: ProblemEvent): ProblemState | undefined {
  // A state of a newer version of the server.
  if (!(state in orderProblemMachine.states)) return undefined;
  const current = orderProblemMachine.resolveState({ value: state });
  if (!current.can(event)) return undefined;
  const [next] = transition(orderProblemMachine, current, event);
  return next.value;
}
