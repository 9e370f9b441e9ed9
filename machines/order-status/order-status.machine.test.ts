import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/rules/order-status';
import { describe, expect, it, vi } from 'vitest';
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

it.each(ORDER_STATUSES)('isFurther: an unknown status neither passes %s nor is passed by it', (status) => {
  const unknown = 'Packed' as OrderStatus;
  expect([isFurther(unknown, status), isFurther(status, unknown), isFurther(unknown, unknown)]).toEqual([
    false,
    false,
    false,
  ]);
});

it('compares two statuses without a transition', () => {
  const resolveState = vi.spyOn(orderStatusMachine, 'resolveState');
  isFurther('Delivered', 'Pending');
  expect(resolveState).not.toHaveBeenCalled();
  resolveState.mockRestore();
});

it('has exactly the statuses that are stored, in their order', () => {
  expect(Object.keys(orderStatusMachine.states)).toEqual([...ORDER_STATUSES]);
});
