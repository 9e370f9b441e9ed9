import type { PaymentState } from '@haat/contract/payments/payment';
import { setup, transition } from 'xstate';

/**
 * `close`: the provider accepts no more money for it. `pay`: the money arrived. `consume`: an order used it. `owe`: the rest is
 * to be refunded. `refund`: it was refunded. `owePart` and `refundPart`: the same for a part.
 */
export type PaymentEvent = { type: 'close' | 'pay' | 'consume' | 'owe' | 'refund' | 'owePart' | 'refundPart' };

/**
 * The states of a payment, which never go back. State names are the stored values. Money may still arrive for a payment that
 * has failed: an authorisation can be late by days.
 */
export const paymentStateMachine = setup({ types: { events: {} as PaymentEvent } }).createMachine({
  id: 'paymentState',
  initial: 'created',
  states: {
    created: { on: { close: 'failed', pay: 'paid' } },
    failed: { on: { pay: 'paid' } },
    paid: { on: { consume: 'consumed', owe: 'refund_due' } },
    consumed: { on: { owe: 'refund_due', owePart: 'consumed', refundPart: 'consumed' } },
    refund_due: { on: { refund: 'refunded', owePart: 'refund_due', refundPart: 'refund_due' } },
    refunded: { type: 'final' },
  },
});

/** The state after the event; undefined when this state does not allow it. */
export function nextPaymentState(from: PaymentState, event: PaymentEvent['type']): PaymentState | undefined {
  const current = paymentStateMachine.resolveState({ value: from });
  if (!current.can({ type: event })) return undefined;
  const [next] = transition(paymentStateMachine, current, { type: event });
  return next.value;
}
