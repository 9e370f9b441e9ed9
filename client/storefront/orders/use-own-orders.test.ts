import type { OrderStatus } from '@haat/contract/orders/order-status';
import { expect, it } from 'vitest';
import { sampleOrder } from '../../test/samples.ts';
import { applyStatusChange } from './use-own-orders.ts';

const at = '2026-11-21T09:05:00.000Z';

it('updates the order of the event', () => {
  const moved = applyStatusChange(sampleOrder({ id: 4 }), { order_id: 4, status: 'Accepted', at });
  expect(moved).toMatchObject({ order_status: 'Accepted', steps: [{ status: 'Pending' }, { status: 'Accepted', at }] });
});

it('ignores repeated and older events, and those of other orders', () => {
  const order = sampleOrder({ id: 4, order_status: 'In Transit' });
  expect(applyStatusChange(order, { order_id: 4, status: 'In Transit', at })).toBe(order);
  expect(applyStatusChange(order, { order_id: 4, status: 'Accepted', at })).toBe(order);
  expect(applyStatusChange(order, { order_id: 5, status: 'Delivered', at })).toBe(order);
});

it('ignores events with an unknown status', () => {
  const order = sampleOrder({ id: 4 });
  expect(applyStatusChange(order, { order_id: 4, status: 'Packed' as OrderStatus, at })).toBe(order);
});
