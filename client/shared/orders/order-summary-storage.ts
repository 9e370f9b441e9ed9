import type { PlacedOrderView } from '@haat/contract/orders/orders.calls';
import { readOrderStatus } from '@haat/contract/orders/order-status';
import { isShopSlug } from '@haat/contract/shops/shop';
import { hasShape } from '../../lib/api.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/** The last placed order, or the one being paid: enough to load it from the server. */
export type OrderSummary = PlacedOrderView & {
  shopSlug: string;
  isPaidOnline?: boolean;
  /** The ordered lines were removed from the cart. */
  isCartCleared?: boolean;
};

const KEY = 'orderSummary';
/** The fields that a stored summary must have: the storage of a browser can be edited. */
const SUMMARY = { orderId: 0, orderNumber: '', order_status: 'Pending', shopSlug: '' } as const;
let unstored: OrderSummary | undefined;

/** Stores the summary of a placed order. */
export function saveOrderSummary(summary: OrderSummary): void {
  unstored = writeStored(KEY, JSON.stringify(summary)) ? undefined : summary;
}

/** The stored summary; undefined if there is none or it is invalid. */
export function readOrderSummary(): OrderSummary | undefined {
  if (unstored) return unstored;
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? 'null');
    return isSummary(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Records that the cart of this order was cleared. Returns false if it was recorded before. */
export function markCartCleared(orderId: number): boolean {
  const summary = readOrderSummary();
  if (summary?.orderId !== orderId || summary.isCartCleared) return false;
  saveOrderSummary({ ...summary, isCartCleared: true });
  return true;
}

/** Removes it, so that the next user of this device does not see it. */
export function clearOrderSummary(): void {
  unstored = undefined;
  removeStored(KEY);
}

function isSummary(stored: unknown): stored is OrderSummary {
  if (!hasShape<OrderSummary>(stored, SUMMARY)) return false;
  const { order_status: status, opens_at: opensAt, shopSlug } = stored;
  const isMoment = opensAt === undefined || !Number.isNaN(Date.parse(opensAt));
  return isMoment && isShopSlug(shopSlug) && readOrderStatus(status) !== undefined;
}
