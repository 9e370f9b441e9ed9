import { PAYMENT_STATES, type PaymentState } from '@haat/contract/payments/payment';
import { expect, it } from 'vitest';
import { nextPaymentState, type PaymentEvent } from './payment-state.machine.ts';

const EVENTS = [
  'close',
  'pay',
  'consume',
  'owe',
  'refund',
  'owePart',
  'refundPart',
] as const satisfies PaymentEvent['type'][];

const LEGAL: Record<PaymentState, Partial<Record<PaymentEvent['type'], PaymentState>>> = {
  created: { close: 'failed', pay: 'paid' },
  failed: { pay: 'paid' },
  paid: { consume: 'consumed', owe: 'refund_due' },
  consumed: { owe: 'refund_due', owePart: 'consumed', refundPart: 'consumed' },
  refund_due: { refund: 'refunded', owePart: 'refund_due', refundPart: 'refund_due' },
  refunded: {},
};

const pairs = PAYMENT_STATES.flatMap((from) => EVENTS.map((event) => [from, event, LEGAL[from][event]] as const));

it.each(pairs)('%s, %s: %s', (from, event, to) => {
  expect(nextPaymentState(from, event)).toBe(to);
});

it('never moves backwards', () => {
  const rank = (state: PaymentState) => PAYMENT_STATES.indexOf(state);
  const moves = PAYMENT_STATES.flatMap((from) => EVENTS.map((event) => [from, nextPaymentState(from, event)] as const));
  expect(moves.filter(([from, to]) => to !== undefined && rank(to) < rank(from))).toEqual([]);
});

it('accepts money that arrives after the payment was closed', () => {
  expect(nextPaymentState('failed', 'pay')).toBe('paid');
});
