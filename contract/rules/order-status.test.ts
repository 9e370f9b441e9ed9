import { expect, it } from 'vitest';
import { ORDER_STATUSES, orderStatusClass, orderStatusLabel, readOrderStatus } from './order-status.ts';

it('has the four steps in their order', () => {
  expect(ORDER_STATUSES).toEqual(['Pending', 'Accepted', 'In Transit', 'Delivered']);
});

it('calls In Transit "Order on the way", and the others what they are', () => {
  expect(ORDER_STATUSES.map(orderStatusLabel)).toEqual(['Pending', 'Accepted', 'Order on the way', 'Delivered']);
});

it('derives the style class: lower case, hyphens', () => {
  expect(ORDER_STATUSES.map(orderStatusClass)).toEqual(['pending', 'accepted', 'in-transit', 'delivered']);
});

it('counts a missing status as Pending, and does not know an unknown one', () => {
  expect([undefined, null, '', 'Delivered', 'delivered', 'Lost'].map(readOrderStatus)).toEqual([
    'Pending',
    'Pending',
    'Pending',
    'Delivered',
    undefined,
    undefined,
  ]);
});
