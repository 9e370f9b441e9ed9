import type { ProposalState } from '@haat/contract/orders/adjustment';
import type { CancellationState, OrderActor } from '@haat/contract/orders/order-reasons';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { setup, transition } from 'xstate';

/** The facts that decide whether the lines of an order can be changed. */
export type AdjustmentFacts = {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  cancellation?: CancellationState | undefined;
  /** Until when the customer can answer the open proposal, in ms since 1970; missing when there is none. */
  answerBy?: number | undefined;
};

/**
 * `fits`: the proposal follows the customer's choice and costs no more. `runOut`: the time to answer is over. `end`: the order
 * ends. `at`: in ms since 1970.
 */
export type AdjustmentEvent =
  | { type: 'propose'; by: OrderActor; at: number; fits: boolean }
  | { type: 'answer' | 'withdraw' | 'runOut' | 'end'; by: OrderActor; at: number };

type Asked = { context: AdjustmentFacts; event: AdjustmentEvent };

/**
 * The life of a proposal to change the lines of an order. State names are the stored values, but for `none`: no proposal is
 * open. Client and server ask it for every button and every request.
 */
export const adjustmentMachine = setup({
  types: { context: {} as AdjustmentFacts, input: {} as AdjustmentFacts, events: {} as AdjustmentEvent },
  guards: {
    isApplied: ({ context, event }: Asked) => event.type === 'propose' && event.fits && canChange(context, event),
    isAsked: ({ context, event }: Asked) => canChange(context, event),
    byCustomerInTime: ({ context, event }: Asked) =>
      event.by === 'customer' && context.status === 'Accepted' && event.at < (context.answerBy ?? 0),
    byShopInTime: ({ context, event }: Asked) => event.by === 'shop' && context.status === 'Accepted',
    byClockInTime: ({ context, event }: Asked) =>
      event.by === 'clock' && context.status === 'Accepted' && event.at >= (context.answerBy ?? 0),
  },
}).createMachine({
  id: 'adjustment',
  context: ({ input }) => input,
  initial: 'none',
  states: {
    none: {
      on: {
        propose: [
          { guard: 'isApplied', target: 'applied' },
          { guard: 'isAsked', target: 'open' },
        ],
      },
    },
    open: {
      on: {
        answer: { guard: 'byCustomerInTime', target: 'answered' },
        withdraw: { guard: 'byShopInTime', target: 'withdrawn' },
        runOut: { guard: 'byClockInTime', target: 'unanswered' },
        end: 'closed',
      },
    },
    applied: { type: 'final' },
    answered: { type: 'final' },
    unanswered: { type: 'final' },
    withdrawn: { type: 'final' },
    closed: { type: 'final' },
  },
});

/** The lines change while the shop packs, unless the customer asks to cancel, or the money has gone back. */
const canChange = ({ status, paymentStatus, cancellation }: AdjustmentFacts, { by }: AdjustmentEvent): boolean =>
  by === 'shop' && status === 'Accepted' && cancellation !== 'open' && ['due', 'paid'].includes(paymentStatus);

/** The state of the proposal after the event; undefined when the order does not allow it, or not by that actor, or not now. */
export function proposalAfter(order: AdjustmentFacts, event: AdjustmentEvent): ProposalState | undefined {
  const value = order.answerBy === undefined ? 'none' : 'open';
  const current = adjustmentMachine.resolveState({ value, context: order });
  if (!current.can(event)) return undefined;
  const [next] = transition(adjustmentMachine, current, event);
  return next.value === 'none' ? undefined : next.value;
}

/** Whether the shop can propose changes of the lines now. */
export const canPropose = (order: AdjustmentFacts): boolean =>
  proposalAfter(order, { type: 'propose', by: 'shop', at: 0, fits: false }) !== undefined;
