import { PAYMENT_STATUSES } from '@haat/contract/payments/payment';
import { expect, it } from 'vitest';
import { nextPaymentStatus, paymentStatusMachine, type PaymentStatusEvent } from './payment-status.machine.ts';

const EVENTS: PaymentStatusEvent[] = ['deliver', 'pay', 'expire', 'owe', 'refund'];

it('has the statuses that are stored, and no others', () => {
  expect(Object.keys(paymentStatusMachine.states).toSorted()).toEqual([...PAYMENT_STATUSES].toSorted());
});

it('allows these transitions only', () => {
  const transitions = PAYMENT_STATUSES.flatMap((from) =>
    EVENTS.flatMap((event) => {
      const to = nextPaymentStatus(from, event);
      return to ? [`${from} ${event} ${to}`] : [];
    }),
  );
  expect(transitions).toEqual([
    'due deliver collected',
    'awaiting pay paid',
    'awaiting expire expired',
    'paid owe refund_due',
    'refund_due refund refunded',
  ]);
});
