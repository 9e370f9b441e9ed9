import { expect, it } from 'vitest';
import { anOrder } from '../../test/an-order.ts';
import { takeStep } from './take-step.ts';

const at = '2026-11-21T09:05:00.000Z';

it('moves the order that it is about', () => {
  const moved = takeStep(anOrder({ id: 4 }), { order_id: 4, status: 'Accepted', at });
  expect(moved).toMatchObject({ order_status: 'Accepted', steps: [{ status: 'Pending' }, { status: 'Accepted', at }] });
});

it('is not taken twice, nor backwards, nor by another order', () => {
  const order = anOrder({ id: 4, order_status: 'In Transit' });
  expect(takeStep(order, { order_id: 4, status: 'In Transit', at })).toBe(order);
  expect(takeStep(order, { order_id: 4, status: 'Accepted', at })).toBe(order);
  expect(takeStep(order, { order_id: 5, status: 'Delivered', at })).toBe(order);
});
