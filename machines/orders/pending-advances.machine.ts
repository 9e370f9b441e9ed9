import type { OrderStatus } from '@haat/contract/orders/order-status';
import { assign, setup, type ActorRefFrom } from 'xstate';
import { advanceOrderMachine } from './advance-order.machine.ts';

export type AdvanceOrderActor = ActorRefFrom<typeof advanceOrderMachine>;

/** The actors by the id of their order. */
type Context = { actors: Readonly<Record<number, AdvanceOrderActor>> };

/**
 * The status changes on a shop's order board that may still be pending: one `advanceOrder` actor for each order that is
 * shown. The actors belong to this machine and not to the cards, so a pending change is saved even when its card has left the
 * list.
 */
export const pendingAdvancesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as { type: 'order.shown'; orderId: number; status: OrderStatus; takeaway: boolean } | { type: 'flush' },
  },
  actors: { advanceOrder: advanceOrderMachine },
  actions: {
    flushAll: ({ context }) => Object.values(context.actors).forEach((actor) => actor.send({ type: 'flush' })),
  },
  guards: {
    isNew: ({ context }, orderId: number) => !(orderId in context.actors),
  },
}).createMachine({
  id: 'pendingAdvances',
  context: { actors: {} },
  on: {
    'order.shown': {
      guard: { type: 'isNew', params: ({ event }) => event.orderId },
      actions: assign({
        actors: ({ context, event: { orderId, status, takeaway }, spawn }) => ({
          ...context.actors,
          [orderId]: spawn('advanceOrder', { input: { orderId, status, takeaway } }),
        }),
      }),
    },
    flush: { actions: 'flushAll' },
  },
});
