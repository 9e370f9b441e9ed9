import { describe, expect, it } from 'vitest';
import { sampleOrder } from '../../../test/samples.ts';
import { arrangeOrders, holdPlaces, isSameArrangement, settle, waitingOf } from './arrange-orders.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const LANES = [
  { key: 'pending', statuses: ['Pending'] },
  { key: 'rest', statuses: ['Accepted', 'Ready', 'In Transit'] },
] as const;
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString();

describe('the arrangement of the orders', () => {
  it('has those first that are due first, then the oldest, each in the lane of its status', () => {
    const orders = [
      sampleOrder({ id: 1, order_date: ago(40), order_status: 'In Transit' }),
      sampleOrder({ id: 2, order_date: ago(30), order_status: 'Accepted' }),
      sampleOrder({ id: 3, order_date: ago(5) }),
      sampleOrder({ id: 4, order_date: ago(20) }),
      sampleOrder({ id: 5, order_date: ago(1) }),
    ];
    expect(arrangeOrders(orders, LANES)).toEqual({ pending: [4, 3, 5], rest: [2, 1] });
  });

  it('has accepted orders by the time that was promised, and new ones by the time until which they can be accepted', () => {
    const accepted = { order_status: 'Accepted', order_date: ago(40) } as const;
    const orders = [
      sampleOrder({ ...accepted, id: 1, promised_at: ago(-10) }),
      sampleOrder({ ...accepted, id: 2, promised_at: ago(1) }),
      // Placed at night.
      sampleOrder({ id: 3, order_date: ago(600), accept_by: ago(-9) }),
      sampleOrder({ id: 4, order_date: ago(8), accept_by: ago(-2) }),
      // Placed just now: its deadline is not set yet.
      sampleOrder({ id: 5, order_date: ago(0) }),
    ];
    expect(arrangeOrders(orders, LANES)).toEqual({ pending: [4, 3, 5], rest: [2, 1] });
  });
});

describe('while the board is used', () => {
  const shown = { pending: [3, 4], rest: [1, 2] };

  it('keeps every card in its place, whatever its order has become', () => {
    expect(holdPlaces(shown, { pending: [4], rest: [1, 3] })).toEqual(shown);
    expect(holdPlaces(shown, { pending: [], rest: [] })).toEqual(shown);
  });

  it('adds new orders below the others, and leaves those out that would move one', () => {
    const target = { pending: [3, 9, 4, 5, 6], rest: [8, 1, 2] };
    const held = holdPlaces(shown, target);
    expect(held).toEqual({ pending: [3, 4, 5, 6], rest: [1, 2] });
    expect(waitingOf(held, target)).toEqual([9, 8]);
  });
});

describe('once the board is at rest', () => {
  const shown = { pending: [3, 4], rest: [1, 2] };

  it('puts every card where it belongs', () => {
    const target = { pending: [4], rest: [1, 2, 3] };
    expect(settle(shown, target)).toBe(target);
    expect(isSameArrangement(shown, target)).toBe(false);
    expect(isSameArrangement(target, { ...target })).toBe(true);
  });

  it('leaves the card that has the focus in its lane, at its place', () => {
    expect(settle(shown, { pending: [4], rest: [1, 2, 3] }, 3)).toEqual({ pending: [3, 4], rest: [1, 2] });
    expect(settle(shown, { pending: [4, 3], rest: [] }, 3)).toEqual({ pending: [3, 4], rest: [] });
  });
});
