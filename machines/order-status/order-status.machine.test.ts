import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { describe, expect, it } from 'vitest';
import { advanceStatus, isFurther, nextStatus, orderStatusMachine } from './order-status.machine.ts';

const allowed: Array<[OrderStatus, OrderStatus]> = [
  ['Pending', 'Accepted'],
  ['Accepted', 'In Transit'],
  ['In Transit', 'Delivered'],
];
const everyPair = ORDER_STATUSES.flatMap((from) => ORDER_STATUSES.map((to) => [from, to] as const));

describe('advanceStatus', () => {
  it.each(everyPair)('from %s asked for %s', (from, to) => {
    const isAllowed = allowed.some(([a, b]) => a === from && b === to);
    expect(advanceStatus(from, to)).toBe(isAllowed ? to : from);
  });

  it('throws on a status that no order can have', () => {
    expect(() => advanceStatus('Lost' as OrderStatus, 'Accepted')).toThrow('Lost');
  });
});

describe('nextStatus', () => {
  it.each([
    ['Pending', 'Accepted'],
    ['Accepted', 'In Transit'],
    ['In Transit', 'Delivered'],
    ['Delivered', undefined],
  ] as const)('after %s comes %s', (from, to) => expect(nextStatus(from)).toBe(to));
});

it.each(everyPair)('isFurther: %s than %s', (status, other) => {
  expect(isFurther(status, other)).toBe(ORDER_STATUSES.indexOf(status) > ORDER_STATUSES.indexOf(other));
});

it('has exactly the statuses that are stored, in their order', () => {
  expect(Object.keys(orderStatusMachine.states)).toEqual([...ORDER_STATUSES]);
});
