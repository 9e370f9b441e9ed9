import { expect, it } from 'vitest';
import { paymentStage } from './order-payment.ts';

it.each([
  ['awaiting', true, 'waiting'],
  ['awaiting', false, 'late'],
  ['paid', false, 'paid'],
  ['due', false, 'paid'],
  ['collected', false, 'paid'],
  ['expired', false, 'expired'],
  ['refund_due', false, 'returned'],
  ['refunded', false, 'returned'],
] as const)('an order that is %s (may be tried again: %s) is %s', (payment_status, can_retry, stage) => {
  expect(paymentStage({ payment_status, can_retry })).toBe(stage);
});

it('is not known before the server said anything', () => expect(paymentStage(undefined)).toBe('unknown'));

it.each(['paid', 'awaiting'] as const)(
  'is not shown as refunded when only a second charge is refunded: %s',
  (payment_status) => {
    const refund = { amount: 250, state: 'due' } as const;
    expect(paymentStage({ payment_status, can_retry: true, refund })).not.toBe('returned');
  },
);

it('shows a refund of an expired order', () => {
  const refund = { amount: 250, state: 'due' } as const;
  expect(paymentStage({ payment_status: 'expired', can_retry: false, refund })).toBe('returned');
});
