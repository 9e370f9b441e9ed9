import type { PlacedOrderView } from '@haat/contract/api/orders.schema';
import { readOrderStatus } from '@haat/contract/rules/order-status';
import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { isLike } from '../../lib/answer-sample.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/** What is kept of the order that was placed last, or is being paid: enough to ask the server for it. */
export type OrderSummary = PlacedOrderView & {
  shopSlug: string;
  isPaidOnline?: boolean;
  /** What was ordered has left the cart. */
  isCartCleared?: boolean;
};

const KEY = 'orderSummary';
/** What it must have to be shown: anybody can write into a browser's storage. */
const SUMMARY = { orderId: 0, orderNumber: '', order_status: 'Pending', shopSlug: '' } as const;
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

/** Notes that the cart of this order is cleared; whether it was not before. */
export function noteClearedCart(orderId: number): boolean {
  const summary = readOrderSummary();
  if (summary?.orderId !== orderId || summary.isCartCleared) return false;
  saveOrderSummary({ ...summary, isCartCleared: true });
  return true;
}

/** Forgets it: the next person on this device need not know. */
export function forgetOrderSummary(): void {
  unstored = undefined;
  removeStored(KEY);
}

function isSummary(stored: unknown): stored is OrderSummary {
  if (!isLike<OrderSummary>(stored, SUMMARY)) return false;
  const { order_status: status, opens_at: opensAt, shopSlug } = stored;
  const isMoment = opensAt === undefined || !Number.isNaN(Date.parse(opensAt));
  return isMoment && isShopSlug(shopSlug) && readOrderStatus(status) !== undefined;
}
