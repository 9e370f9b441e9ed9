import { ORDER_ACTORS } from '@haat/contract/orders/order-reasons';
import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { PAYMENT_STATUSES } from '@haat/contract/payments/payment';
import { describe, expect, it } from 'vitest';
import { type AdjustmentFacts, canPropose, proposalAfter } from './adjustment.machine.ts';

const NOW = 1_000;
const accepted: AdjustmentFacts = { status: 'Accepted', paymentStatus: 'due' };
const asked: AdjustmentFacts = { ...accepted, answerBy: NOW + 1 };
const propose = { type: 'propose', by: 'shop', at: NOW, fits: false } as const;

describe('a proposal', () => {
  it('is applied at once or open, as it fits', () => {
    expect(proposalAfter(accepted, { ...propose, fits: true })).toBe('applied');
    expect(proposalAfter(accepted, propose)).toBe('open');
  });

  it('is for accepted orders only', () => {
    const statuses = ORDER_STATUSES.filter((status) => canPropose({ ...accepted, status }));
    expect(statuses).toEqual(['Accepted']);
  });

  it('is for orders whose money is there or is to be collected', () => {
    const payments = PAYMENT_STATUSES.filter((paymentStatus) => canPropose({ ...accepted, paymentStatus }));
    expect(payments.toSorted()).toEqual(['due', 'paid']);
  });

  it('comes from the shop', () => {
    const actors = ORDER_ACTORS.filter((by) => proposalAfter(accepted, { ...propose, by }));
    expect(actors).toEqual(['shop']);
  });

  it('waits while the customer asks to cancel, or is asked already', () => {
    expect(canPropose({ ...accepted, cancellation: 'open' })).toBe(false);
    expect(canPropose({ ...accepted, cancellation: 'refused' })).toBe(true);
    expect(canPropose(asked)).toBe(false);
  });
});

describe('an open proposal', () => {
  const actorsOf = (type: 'answer' | 'withdraw' | 'runOut', order = asked) =>
    ORDER_ACTORS.filter((by) => proposalAfter(order, { type, by, at: NOW }));

  it('is answered by the customer as long as there is time', () => {
    expect(actorsOf('answer')).toEqual(['customer']);
    expect(actorsOf('answer', { ...asked, answerBy: NOW })).toEqual([]);
  });

  it('is settled by the clock from then on', () => {
    expect(actorsOf('runOut')).toEqual([]);
    expect(actorsOf('runOut', { ...asked, answerBy: NOW })).toEqual(['clock']);
  });

  it('is withdrawn by the shop, and closed with the order', () => {
    expect(actorsOf('withdraw')).toEqual(['shop']);
    expect(proposalAfter(asked, { type: 'end', by: 'customer', at: NOW })).toBe('closed');
  });

  it('cannot be answered when there is none', () => {
    expect(actorsOf('answer', accepted)).toEqual([]);
    expect(actorsOf('withdraw', accepted)).toEqual([]);
  });
});
