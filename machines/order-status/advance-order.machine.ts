import { ALREADY_FINAL, ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { reasonOf } from '@haat/contract/rules/reason';
import { assign, emit, fromPromise, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided } from '../unprovided.ts';
import { nextStatus } from './order-status.machine.ts';

export type SaveStatus = { orderId: number; to: OrderStatus };

type Context = { orderId: number; status: OrderStatus; problem: Problem | undefined };

const further = (a: OrderStatus, b: OrderStatus) => (ORDER_STATUSES.indexOf(a) > ORDER_STATUSES.indexOf(b) ? a : b);

function problemOfStep(error: unknown): Problem {
  const reason = reasonOf(error);
  if (reason.code === 'network') return { key: 'shopOrders.networkError', reason };
  if (reason.code === 'unauthenticated') return { key: 'shopOrders.mustLogIn', reason };
  return { key: reason.text === ALREADY_FINAL ? 'shopOrders.alreadyFinal' : 'shopOrders.updateFailed', reason };
}

/**
 * The card of one order in the shop: the button saves the next step, and steps made on other screens move the card too.
 * An order only goes forward, so of two reports the further one stands. Spec sections 4 and 8.
 */
export const advanceOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { orderId: number; status: OrderStatus },
    events: {} as { type: 'advance' } | { type: 'moved'; status: OrderStatus } | { type: 'dismissed' },
    // The server knows the order otherwise than this card does: the list should be read again.
    emitted: {} as { type: 'stale' },
    tags: {} as 'busy',
  },
  actors: { saveStatus: fromPromise<OrderStatus, SaveStatus>(unprovided('saveStatus')) },
  actions: {
    // The problem stays: whoever lost against another screen must be able to read it after the card has moved.
    moveTo: assign(({ context }, to: OrderStatus) => ({ status: further(to, context.status) })),
    explain: assign((_, problem: Problem) => ({ problem })),
    tellStale: emit({ type: 'stale' as const }),
  },
  guards: {
    isFinal: ({ context }) => nextStatus(context.status) === undefined,
    isStale: (_, { error }: { error: unknown }) => ['status_not_allowed', 'not_found'].includes(reasonOf(error).code),
  },
}).createMachine({
  id: 'advanceOrder',
  context: ({ input }) => ({ ...input, problem: undefined }),
  initial: 'resting',
  on: {
    moved: { actions: { type: 'moveTo', params: ({ event }) => event.status } },
    dismissed: { actions: assign({ problem: undefined }) },
  },
  states: {
    resting: {
      on: {
        advance: [
          { guard: 'isFinal', actions: { type: 'explain', params: { key: 'shopOrders.alreadyFinal' } } },
          { target: 'saving' },
        ],
      },
    },
    saving: {
      tags: 'busy',
      entry: assign({ problem: undefined }),
      invoke: {
        src: 'saveStatus',
        input: ({ context }) => ({ orderId: context.orderId, to: nextStatus(context.status) ?? context.status }),
        onDone: { target: 'resting', actions: { type: 'moveTo', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
            target: 'resting',
            actions: [{ type: 'explain', params: ({ event }) => problemOfStep(event.error) }, 'tellStale'],
          },
          {
            target: 'resting',
            actions: { type: 'explain', params: ({ event }) => problemOfStep(event.error) },
          },
        ],
      },
    },
  },
});
