import { expect, it } from 'vitest';
import { orderUrgency } from './OrderAge.tsx';

const ORDERED = '2026-11-21T09:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(ORDERED) + minutes * 60_000);

const at = (minutes: number) => after(minutes).toISOString();
const order = { order_date: ORDERED, promised_at: null, accept_by: at(10), unanswered_from: at(5) };

it.each([
  [4.9, 'Pending', 'fresh'],
  [5, 'Pending', 'waiting'],
  [7.9, 'Pending', 'waiting'],
  [8, 'Pending', 'late'],
  [600, 'Pending', 'late'],
  [9.9, 'Accepted', 'fresh'],
  [14.9, 'Accepted', 'waiting'],
  [15, 'Accepted', 'late'],
  [600, 'In Transit', 'done'],
  [1, 'Delivered', 'done'],
] as const)('after %d minutes an order that is %s is %s', (minutes, status, urgency) => {
  expect(orderUrgency(order, status, after(minutes))).toBe(urgency);
});

it('is late after the promised time, and fresh until then', () => {
  const promised = { ...order, promised_at: at(45) };
  expect(orderUrgency(promised, 'Accepted', after(44))).toBe('fresh');
  expect(orderUrgency(promised, 'Accepted', after(45))).toBe('late');
});
