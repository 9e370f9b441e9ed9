import type { OrderStatus } from '@haat/contract/rules/order-status';

/** How urgent an order is: `done` once it has left the shop. */
export type OrderUrgency = 'fresh' | 'waiting' | 'late' | 'done';

const MINUTE = 60_000;
const WAITING_FROM = 10 * MINUTE;
const LATE_FROM = 15 * MINUTE;

/** An order waits from its 10th minute on, and is late from its 15th, until it leaves the shop. */
export function orderUrgency(orderedAt: string, status: OrderStatus, now: Date): OrderUrgency {
  if (status === 'In Transit' || status === 'Delivered') return 'done';
  const age = now.getTime() - Date.parse(orderedAt);
  if (age >= LATE_FROM) return 'late';
  return age >= WAITING_FROM ? 'waiting' : 'fresh';
}
