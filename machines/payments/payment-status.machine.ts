import type { PaymentStatus } from '@haat/contract/payments/payment';
import { setup, transition } from 'xstate';

/**
 * `deliver`: the order is handed over, and cash collected. `cancel`: it will not be handed over, and no cash is due. `pay`: an
 * online payment arrived. `expire`: none arrived in time. `owe`: the money is to be refunded. `refund`: it was refunded.
 */
export type PaymentStatusEvent = 'deliver' | 'cancel' | 'pay' | 'expire' | 'owe' | 'refund';

/**
 * How an order is paid. State names are the stored values. An order begins as due (in cash), as awaiting its online
 * payment, or as paid by a payment that was there before.
 */
export const paymentStatusMachine = setup({
  types: { events: {} as { type: PaymentStatusEvent } },
}).createMachine({
  id: 'paymentStatus',
  initial: 'due',
  states: {
    due: { on: { deliver: 'collected', cancel: 'cancelled' } },
    collected: { type: 'final' },
    cancelled: { type: 'final' },
    awaiting: { on: { pay: 'paid', expire: 'expired' } },
    paid: { on: { owe: 'refund_due' } },
    expired: { type: 'final' },
    refund_due: { on: { refund: 'refunded' } },
    refunded: { type: 'final' },
  },
});

/** The status after the event; undefined when the event changes nothing in this status. */
export function nextPaymentStatus(from: PaymentStatus, type: PaymentStatusEvent): PaymentStatus | undefined {
  const current = paymentStatusMachine.resolveState({ value: from });
  if (!current.can({ type })) return undefined;
  const [next] = transition(paymentStatusMachine, current, { type });
  return next.value;
}
