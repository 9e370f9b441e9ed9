import type { ItemQuantities } from '@haat/contract/orders/order-lines.calls';
import type { OrderReason } from '@haat/contract/orders/order-reasons';
import { ALREADY_FINAL, type OrderStatus } from '@haat/contract/orders/order-status';
import { reasonOf } from '@haat/contract/reason';
import { assign, emit, fromPromise, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided } from '../unprovided.ts';
import { isFurther, nextStatus } from './order.machine.ts';

/** In ms. How long a change of status can be undone. */
export const UNDO_MS = 5000;

/**
 * `reason`, and `text` in the shop's own words: for an order that ends without delivery. `writtenOff`: returned items that cannot
 * be sold again. `readyInMinutes`: for an accepted order; the shop's usual time if missing.
 */
type Change = {
  to: OrderStatus;
  reason?: OrderReason;
  text?: string | undefined;
  writtenOff?: ItemQuantities | undefined;
  readyInMinutes?: number | undefined;
};

export type SaveStatus = Change & { orderId: number };

type Order = { orderId: number; status: OrderStatus; takeaway: boolean };
type Context = Order & { change: Change | undefined; problem: Problem | undefined };

const further = (a: OrderStatus, b: OrderStatus) => (isFurther(a, b) ? a : b);

function problemOf(error: unknown): Problem {
  const reason = reasonOf(error);
  if (reason.code === 'network') return { key: 'shopOrders.networkError', reason };
  if (reason.code === 'unauthenticated') return { key: 'shopOrders.mustLogIn', reason };
  return { key: reason.text === ALREADY_FINAL ? 'shopOrders.alreadyFinal' : 'shopOrders.updateFailed', reason };
}

/** A change made on another screen; `by`: the member who made it, if known. */
type Moved = { status: OrderStatus; by?: string | undefined };

/**
 * One order on the board of a shop. A change of status can be undone for five seconds and is saved afterwards, or immediately on
 * `flush`; declining and cancelling an order work the same way. Changes made on other screens arrive as `moved` and replace a
 * change that is not saved yet. An order only goes forward, so of two reports, the later status wins.
 */
export const advanceOrderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as Order,
    events: {} as
      | { type: 'advance'; readyInMinutes?: number | undefined }
      | ({ type: 'end' } & Change)
      | { type: 'undo' }
      | { type: 'flush' }
      | ({ type: 'moved' } & Moved)
      | { type: 'dismissed' },
    // `stale`: the server has another status, the list should be read again. `overtaken`: another screen has made the
    // pending change, or a later one.
    emitted: {} as { type: 'stale' } | ({ type: 'overtaken' } & Moved),
    tags: {} as 'busy',
  },
  actors: { saveStatus: fromPromise<OrderStatus, SaveStatus>(unprovided('saveStatus')) },
  actions: {
    // The problem stays, so that it can be read after another screen has moved the card.
    moveTo: assign(({ context }, to: OrderStatus) => ({ status: further(to, context.status) })),
    setProblem: assign((_, problem: Problem) => ({ problem })),
    emitStale: emit({ type: 'stale' as const }),
    emitOvertaken: emit((_, { status, by }: Moved) => ({ type: 'overtaken' as const, status, by })),
  },
  guards: {
    overtakes: ({ context }, { status }: Moved) => isFurther(status, context.status),
    isFinal: ({ context }) => nextStatus(context) === undefined,
    isStale: (_, { error }: { error: unknown }) => ['status_not_allowed', 'not_found'].includes(reasonOf(error).code),
  },
  delays: { undoTime: UNDO_MS },
}).createMachine({
  id: 'advanceOrder',
  context: ({ input }) => ({ ...input, change: undefined, problem: undefined }),
  initial: 'resting',
  on: {
    moved: { actions: { type: 'moveTo', params: ({ event }) => event.status } },
    dismissed: { actions: assign({ problem: undefined }) },
  },
  states: {
    resting: {
      entry: assign({ change: undefined }),
      on: {
        advance: [
          { guard: 'isFinal', actions: { type: 'setProblem', params: { key: 'shopOrders.alreadyFinal' } } },
          {
            target: 'undoable',
            actions: assign(({ context, event: { readyInMinutes } }) => ({
              change: { to: nextStatus(context) ?? context.status, readyInMinutes },
            })),
          },
        ],
        end: {
          target: 'undoable',
          actions: assign(({ event: { to, reason, text, writtenOff } }) => ({
            change: { to, text, writtenOff, ...(reason && { reason }) },
          })),
        },
      },
    },
    undoable: {
      entry: assign({ problem: undefined }),
      after: { undoTime: 'saving' },
      on: {
        undo: 'resting',
        flush: 'saving',
        moved: {
          guard: { type: 'overtakes', params: ({ event }) => event },
          target: 'resting',
          actions: [
            { type: 'moveTo', params: ({ event }) => event.status },
            { type: 'emitOvertaken', params: ({ event }) => event },
          ],
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveStatus',
        input: ({ context }) => ({ to: context.status, ...context.change, orderId: context.orderId }),
        onDone: { target: 'resting', actions: { type: 'moveTo', params: ({ event }) => event.output } },
        onError: [
          {
            guard: { type: 'isStale', params: ({ event }) => ({ error: event.error }) },
            target: 'resting',
            actions: [{ type: 'setProblem', params: ({ event }) => problemOf(event.error) }, 'emitStale'],
          },
          {
            target: 'resting',
            actions: { type: 'setProblem', params: ({ event }) => problemOf(event.error) },
          },
        ],
      },
    },
  },
});
