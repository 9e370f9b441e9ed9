import { expect, it } from 'vitest';
import { orderUrgency } from './OrderAge.tsx';

const ORDERED = '2026-11-21T09:00:00.000Z';
const after = (minutes: number) => new Date(Date.parse(ORDERED) + minutes * 60_000);

it.each([
  [0, 'Pending', 'fresh'],
  [9.9, 'Pending', 'fresh'],
  [10, 'Pending', 'waiting'],
  [14.9, 'Accepted', 'waiting'],
  [15, 'Accepted', 'late'],
  [600, 'Pending', 'late'],
  [600, 'In Transit', 'done'],
  [1, 'Delivered', 'done'],
] as const)('after %d minutes an order that is %s is %s', (minutes, status, urgency) => {
  expect(orderUrgency({ order_date: ORDERED, promised_at: null }, status, after(minutes))).toBe(urgency);
});
