import { PROBLEM_STATES, type ProblemState } from '@haat/contract/orders/order-problems';
import { ORDER_ACTORS, type OrderActor } from '@haat/contract/orders/order-reasons';
import { expect, it } from 'vitest';
import { type ProblemEvent, problemStateAfter } from './order-problem.machine.ts';

const EVENTS = ['acknowledge', 'message', 'refund', 'replace', 'refuse'] as const satisfies ProblemEvent['type'][];
type Row = Partial<Record<ProblemEvent['type'], ProblemState>>;

const STAFF: Record<ProblemState, Row> = {
  open: {
    acknowledge: 'acknowledged',
    message: 'acknowledged',
    refund: 'refunded',
    replace: 'replaced',
    refuse: 'refused',
  },
  acknowledged: { message: 'acknowledged', refund: 'refunded', replace: 'replaced', refuse: 'refused' },
  refunded: { message: 'refunded' },
  replaced: { message: 'replaced' },
  refused: { message: 'refused' },
};
const LEGAL: Record<OrderActor, Record<ProblemState, Row>> = {
  shop: STAFF,
  operator: { ...STAFF, refused: { message: 'refused', refund: 'refunded', replace: 'replaced' } },
  customer: {
    open: { message: 'open' },
    acknowledged: { message: 'acknowledged' },
    refunded: { message: 'refunded' },
    replaced: { message: 'replaced' },
    refused: { message: 'refused' },
  },
  clock: { open: {}, acknowledged: {}, refunded: {}, replaced: {}, refused: {} },
};

const CASES = PROBLEM_STATES.flatMap((state) =>
  ORDER_ACTORS.flatMap((by) => EVENTS.map((type) => [state, type, by, LEGAL[by][state][type]] as const)),
);

it.each(CASES)('%s, %s by %s: %s', (state, type, by, expected) => {
  expect(problemStateAfter(state, { type, by })).toBe(expected);
});

it('allows nothing in a state of a newer server', () => {
  expect(problemStateAfter('escalated' as ProblemState, { type: 'message', by: 'customer' })).toBeUndefined();
});
