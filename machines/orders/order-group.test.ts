import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/orders/order-status';
import { PAYMENT_STATUSES } from '@haat/contract/payments/payment';
import { describe, expect, it } from 'vitest';
import { orderGroup } from './order-group.ts';
import { isFinalStatus } from './order.machine.ts';

describe('the group of an order', () => {
  it.each([
    ['Pending', 'due', 'running'],
    ['Pending', 'awaiting', 'running'],
    ['In Transit', 'paid', 'running'],
    ['Delivered', 'collected', 'delivered'],
    ['Declined', 'cancelled', 'not_completed'],
    ['Cancelled', 'refund_due', 'not_completed'],
    ['Delivered', 'refunded', 'delivered'],
    ['Pending', 'expired', 'not_completed'],
    ['Accepted', 'refund_due', 'not_completed'],
    ['Pending', 'refunded', 'not_completed'],
  ] as const)('of %s, %s is %s', (order_status, payment_status, group) => {
    expect(orderGroup({ order_status, payment_status })).toBe(group);
  });

  it('is running for a status of a newer version', () => {
    expect(orderGroup({ order_status: 'Packed' as OrderStatus, payment_status: 'due' })).toBe('running');
  });

  it.each(PAYMENT_STATUSES)('of a final order is never running: %s', (payment_status) => {
    for (const order_status of ORDER_STATUSES.filter(isFinalStatus))
      expect(orderGroup({ order_status, payment_status })).not.toBe('running');
  });
});
