import { describe, expect, it } from 'vitest';
import { isOverdue, isSolved, nextDeadline, PROBLEM_STATES, reportRefusal } from './order-problems.ts';
import { ORDER_STATUSES } from './order-status.ts';

describe('a problem can be reported', () => {
  const delivered = { status: 'Delivered', reportUntil: 1_000, problems: [] } as const;

  it.each(ORDER_STATUSES)('of an order that is %s only if that is Delivered', (status) => {
    expect(reportRefusal({ ...delivered, status }, 0)).toBe(status === 'Delivered' ? undefined : 'not delivered');
  });

  it('until the time is over', () => {
    expect([reportRefusal(delivered, 999), reportRefusal(delivered, 1_000)]).toEqual([undefined, 'too late']);
    expect(reportRefusal({ ...delivered, reportUntil: undefined }, 0)).toBe('not delivered');
  });

  it('one after the other, five times', () => {
    for (const state of PROBLEM_STATES) {
      expect(reportRefusal({ ...delivered, problems: [{ state }] }, 0)).toBe(isSolved(state) ? undefined : 'unsolved');
    }
    const refused = { state: 'refused' } as const;
    expect(reportRefusal({ ...delivered, problems: Array.from({ length: 4 }, () => refused) }, 0)).toBeUndefined();
    expect(reportRefusal({ ...delivered, problems: Array.from({ length: 5 }, () => refused) }, 0)).toBe('too many');
  });
});

it('has a deadline to acknowledge, then one to solve, and none once it is solved', () => {
  const clock = { acknowledge_by: '2026-11-23T10:00:00.000Z', solve_by: '2026-12-21T10:00:00.000Z' };
  const deadlines = PROBLEM_STATES.map((state) => nextDeadline({ ...clock, state }));
  expect(deadlines).toEqual([clock.acknowledge_by, clock.solve_by, undefined, undefined, undefined]);
  const late = new Date(clock.acknowledge_by);
  expect(PROBLEM_STATES.map((state) => isOverdue({ ...clock, state }, late))).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});
