import type { PaymentState } from '@haat/contract/rules/payment';
import { setup, transition } from 'xstate';

/**
 * What happens to a payment: the provider will take nothing more for it, has its money, an order took it, it is to be
 * given back, it was given back.
 */
export type PaymentEvent =
  { type: 'close' } | { type: 'pay' } | { type: 'consume' } | { type: 'owe' } | { type: 'refund' };

/**
 * The life of a payment. State names are the stored values, so a row resumes without a mapping; nothing goes back. Money
 * may still come when the provider had given it up: an authorisation can be late by days. Spec section 4.
 */
export const paymentStateMachine = setup({ types: { events: {} as PaymentEvent } }).createMachine({
  id: 'paymentState',
  initial: 'created',
  states: {
    created: { on: { close: 'failed', pay: 'paid' } },
    failed: { on: { pay: 'paid' } },
    paid: { on: { consume: 'consumed', owe: 'refund_due' } },
    consumed: { on: { owe: 'refund_due' } },
    refund_due: { on: { refund: 'refunded' } },
    refunded: { type: 'final' },
  },
});

/** The state after the event; undefined when it cannot happen in this state. Spec section 4. */
export function movePayment(from: PaymentState, event: PaymentEvent['type']): PaymentState | undefined {
  const current = paymentStateMachine.resolveState({ value: from });
  if (!current.can({ type: event })) return undefined;
  const [next] = transition(paymentStateMachine, current, { type: event });
  return next.value;
}
