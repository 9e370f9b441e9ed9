import type { PlacedOrderView } from '@haat/contract/api/orders.schema';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/** What is kept of the order that was placed last, or is being paid: enough to ask the server for it. */
export type OrderSummary = PlacedOrderView & { shopSlug: string; isPaidOnline?: boolean };

const KEY = 'orderSummary';
let unstored: OrderSummary | undefined;

/** Spec section 4: after ordering, the summary is saved locally. */
export function saveOrderSummary(summary: OrderSummary): void {
  unstored = writeStored(KEY, JSON.stringify(summary)) ? undefined : summary;
}

/** The summary of the last order; undefined when there is none, or none that can be read. */
export function readOrderSummary(): OrderSummary | undefined {
  if (unstored) return unstored;
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? 'null');
    return isSummary(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets it: the next person on this device need not know. */
export function forgetOrderSummary(): void {
  unstored = undefined;
  removeStored(KEY);
}

function isSummary(stored: unknown): stored is OrderSummary {
  const { orderId, orderNumber } = (stored ?? {}) as Partial<OrderSummary>;
  return typeof orderId === 'number' && typeof orderNumber === 'string';
}
