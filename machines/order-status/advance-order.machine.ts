import { ALREADY_FINAL, ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { reasonOf } from '@haat/contract/rules/reason';
import { assign, emit, fromPromise, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided } from '../unprovided.ts';
import { nextStatus } from './order-status.machine.ts';

/** In ms. How long a step can be taken back. */
export const UNDO_MS = 5000;

export type SaveStatus = { orderId: number; to: OrderStatus };

type Context = { orderId: number; status: OrderStatus; problem: Problem | undefined };

const isFurther = (a: OrderStatus, b: OrderStatus) => ORDER_STATUSES.indexOf(a) > ORDER_STATUSES.indexOf(b);
const further = (a: OrderStatus, b: OrderStatus) => (isFurther(a, b) ? a : b);

function problemOfStep(error: unknown): Problem {
  const reason = reasonOf(error);
  if (reason.code === 'network') return { key: 'shopOrders.networkError', reason };
  if (reason.code === 'unauthenticated') return { key: 'shopOrders.mustLogIn', reason };
  return { key: reason.text === ALREADY_FINAL ? 'shopOrders.alreadyFinal' : 'shopOrders.updateFailed', reason };
}

/** A step that was made on another screen; `by`: who made it, where that is known. */
type Moved = { status: OrderStatus; by?: string | undefined };

/**
 * The card of one order in the shop. A step is held for five seconds, in which it can be taken back, and then saved, or at
 * once when nobody can take it back any more (`hurry`). Steps made on other screens move the card too, and overtake a
 * step that is still held. An order only goes forward, so of two reports the further one stands. Spec sections 4 and 8.
 */
export const advanceOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { orderId: number; status: OrderStatus },
    events: {} as
      { type: 'advance' } | { type: 'undo' } | { type: 'hurry' } | ({ type: 'moved' } & Moved) | { type: 'dismissed' },
    // The server knows the order otherwise than this card does: the list should be read again.
    // Or somebody else has made the step that was held here, or went past it.
    emitted: {} as { type: 'stale' } | ({ type: 'overtaken' } & Moved),
    tags: {} as 'busy',
  },
  actors: { saveStatus: fromPromise<OrderStatus, SaveStatus>(unprovided('saveStatus')) },
  actions: {
    // The problem stays: whoever lost against another screen must be able to read it after the card has moved.
    moveTo: assign(({ context }, to: OrderStatus) => ({ status: further(to, context.status) })),
    explain: assign((_, problem: Problem) => ({ problem })),
    tellStale: emit({ type: 'stale' as const }),
    tellOvertaken: emit((_, { status, by }: Moved) => ({ type: 'overtaken' as const, status, by })),
  },
  guards: {
    overtakes: ({ context }, { status }: Moved) => isFurther(status, context.status),
    isFinal: ({ context }) => nextStatus(context.status) === undefined,
    isStale: (_, { error }: { error: unknown }) => ['status_not_allowed', 'not_found'].includes(reasonOf(error).code),
  },
  delays: { undoTime: UNDO_MS },
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
          { target: 'held' },
        ],
      },
    },
    held: {
      entry: assign({ problem: undefined }),
      after: { undoTime: 'saving' },
      on: {
        undo: 'resting',
        hurry: 'saving',
        moved: {
          guard: { type: 'overtakes', params: ({ event }) => event },
          target: 'resting',
          actions: [
            { type: 'moveTo', params: ({ event }) => event.status },
            { type: 'tellOvertaken', params: ({ event }) => event },
          ],
        },
      },
    },
    saving: {
      tags: 'busy',
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
