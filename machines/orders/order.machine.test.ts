import { ORDER_ACTORS, type OrderActor } from '@haat/contract/orders/order-reasons';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/orders/order-status';
import { describe, expect, it } from 'vitest';
import {
  canAdvance,
  isAllowed,
  isEndedEarly,
  isFinalStatus,
  isFurther,
  nextStatus,
  OPEN_STATUSES,
  type OrderEvent,
  type OrderFacts,
  orderMachine,
  statusAfter,
  stepsOf,
} from './order.machine.ts';

const EVENTS = ['accept', 'makeReady', 'send', 'handOver', 'decline', 'cancel', 'expire', 'bringBack'] as const;
const NOW = Date.parse('2026-11-23T12:00:00Z');

/** Every change that is allowed: from, event, to, the fulfilment it is for, and by whom. */
const ALLOWED: [OrderStatus, OrderEvent['type'], OrderStatus, 'delivery' | 'takeaway' | 'both', OrderActor[]][] = [
  ['Pending', 'accept', 'Accepted', 'both', ['shop', 'operator']],
  ['Pending', 'decline', 'Declined', 'both', ['shop']],
  ['Pending', 'cancel', 'Cancelled', 'both', ['customer', 'operator']],
  ['Pending', 'expire', 'Expired', 'both', ['clock']],
  ['Accepted', 'makeReady', 'Ready', 'takeaway', ['shop', 'operator']],
  ['Accepted', 'send', 'In Transit', 'delivery', ['shop', 'operator']],
  ['Accepted', 'cancel', 'Cancelled', 'both', ['shop', 'operator']],
  ['Ready', 'handOver', 'Delivered', 'both', ['shop', 'operator']],
  ['Ready', 'cancel', 'Cancelled', 'both', ['shop', 'operator']],
  ['In Transit', 'handOver', 'Delivered', 'both', ['shop', 'operator']],
  ['In Transit', 'bringBack', 'Returned', 'both', ['shop', 'operator']],
  ['In Transit', 'cancel', 'Cancelled', 'both', ['operator']],
];

const everyChange = ORDER_STATUSES.flatMap((status) =>
  [true, false].flatMap((takeaway) =>
    EVENTS.flatMap((type) => ORDER_ACTORS.map((by) => ({ status, takeaway, type, by }))),
  ),
);

it.each(everyChange)('$status, takeaway $takeaway: $type by the $by', ({ status, takeaway, type, by }) => {
  const fulfilment = takeaway ? 'takeaway' : 'delivery';
  const allowed = ALLOWED.find(
    ([from, event, , forWhich, actors]) =>
      from === status && event === type && (forWhich === 'both' || forWhich === fulfilment) && actors.includes(by),
  );
  expect(statusAfter({ status, takeaway }, { type, by, at: NOW })).toBe(allowed?.[2]);
});

describe('a customer who cancels an accepted order', () => {
  const cancelAt = (at: number, graceEndsAt: number | undefined) =>
    statusAfter({ status: 'Accepted', takeaway: false, graceEndsAt }, { type: 'cancel', by: 'customer', at });

  it.each([
    ['before the grace period ends', NOW - 1, NOW, 'Cancelled'],
    ['as it ends', NOW, NOW, undefined],
    ['without a grace period', NOW, undefined, undefined],
  ])('%s', (_, at, graceEndsAt, expected) => expect(cancelAt(at, graceEndsAt)).toBe(expected));

  it.each(['Ready', 'In Transit'] as const)('never while it is %s', (status) => {
    const facts = { status, takeaway: status === 'Ready', graceEndsAt: NOW + 60_000 };
    expect(statusAfter(facts, { type: 'cancel', by: 'customer', at: NOW })).toBeUndefined();
  });
});

it('is accepted by the clock where the shop wants that', () => {
  const event = { type: 'accept', by: 'clock', at: NOW } as const;
  expect(statusAfter({ status: 'Pending', takeaway: true, autoAccepts: true }, event)).toBe('Accepted');
  expect(statusAfter({ status: 'Pending', takeaway: true, autoAccepts: false }, event)).toBeUndefined();
});

it('has a promised time while it is accepted, given by the shop or the operator', () => {
  const allowed = ORDER_STATUSES.flatMap((status) =>
    ORDER_ACTORS.filter((by) => isAllowed({ status, takeaway: true }, { type: 'promise', by, at: NOW })).map(
      (by) => `${status} by ${by}`,
    ),
  );
  expect(allowed).toEqual(['Accepted by shop', 'Accepted by operator']);
});

describe('a request to cancel an accepted order', () => {
  const asks = (facts: Partial<OrderFacts>, by: OrderActor = 'customer', at = NOW) =>
    isAllowed(
      { status: 'Accepted', takeaway: false, graceEndsAt: NOW, ...facts },
      { type: 'requestCancellation', by, at },
    );
  const refuses = (facts: Partial<OrderFacts>, by: OrderActor) =>
    isAllowed({ status: 'Accepted', takeaway: false, ...facts }, { type: 'refuseCancellation', by, at: NOW });

  it('is for its customer, once, after the grace period', () => {
    expect(asks({})).toBe(true);
    expect(asks({}, 'customer', NOW - 1)).toBe(false);
    expect(asks({ cancellation: 'open' })).toBe(false);
    expect(asks({ cancellation: 'refused' })).toBe(false);
    for (const by of ['shop', 'operator', 'clock'] as const) expect(asks({}, by)).toBe(false);
    for (const status of ORDER_STATUSES) expect(asks({ status })).toBe(status === 'Accepted');
  });

  it('is refused by everybody but its customer, while it is open', () => {
    expect(ORDER_ACTORS.filter((by) => refuses({ cancellation: 'open' }, by))).toEqual(['shop', 'operator', 'clock']);
    expect(ORDER_ACTORS.filter((by) => refuses({ cancellation: 'refused' }, by))).toEqual([]);
    expect(ORDER_ACTORS.filter((by) => refuses({}, by))).toEqual([]);
  });

  it.each([true, false])('is answered before the order continues, takeaway %s', (takeaway) => {
    expect(nextStatus({ status: 'Accepted', takeaway, cancellation: 'open' })).toBeUndefined();
    expect(nextStatus({ status: 'Accepted', takeaway, cancellation: 'refused' })).toBe(
      takeaway ? 'Ready' : 'In Transit',
    );
  });
});

it('names the steps of a delivery and of a takeaway', () => {
  expect(stepsOf({ takeaway: false })).toEqual(['Pending', 'Accepted', 'In Transit', 'Delivered']);
  expect(stepsOf({ takeaway: true })).toEqual(['Pending', 'Accepted', 'Ready', 'Delivered']);
});

it('offers as the next step only what the shop may do', () => {
  for (const status of ORDER_STATUSES) {
    for (const takeaway of [true, false]) {
      const next = nextStatus({ status, takeaway });
      const steps = ORDER_STATUSES.filter((to) => canAdvance({ status, takeaway }, to));
      expect(steps).toEqual(next ? [next] : []);
    }
  }
});

it('is over once nothing follows', () => {
  expect(OPEN_STATUSES).toEqual(['Pending', 'Accepted', 'Ready', 'In Transit']);
  expect(ORDER_STATUSES.filter(isFinalStatus)).toEqual(['Delivered', 'Declined', 'Cancelled', 'Expired', 'Returned']);
  expect(ORDER_STATUSES.filter(isEndedEarly)).toEqual(['Declined', 'Cancelled', 'Expired', 'Returned']);
});

it('takes an unknown status as final, with nothing that may be done', () => {
  const status = 'Packed' as OrderStatus;
  expect([isFinalStatus(status), isEndedEarly(status)]).toEqual([true, false]);
  expect(nextStatus({ status, takeaway: false })).toBeUndefined();
});

it.each([
  ['Accepted', 'Pending', true],
  ['Delivered', 'Pending', true],
  ['Cancelled', 'In Transit', true],
  ['Declined', 'Accepted', false],
  ['Ready', 'In Transit', false],
  ['Delivered', 'Cancelled', false],
  ['Pending', 'Pending', false],
] as const)('%s is further than %s: %s', (status, other, expected) => {
  expect(isFurther(status, other)).toBe(expected);
});

it('takes an unknown status as no further than any other', () => {
  const unknown = 'Packed' as OrderStatus;
  for (const status of ORDER_STATUSES) {
    expect([isFurther(unknown, status), isFurther(status, unknown)]).toEqual([false, false]);
  }
});

it('has exactly the statuses that are stored', () => {
  expect(Object.keys(orderMachine.states).toSorted()).toEqual(ORDER_STATUSES.toSorted());
});
