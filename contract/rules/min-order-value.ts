import { formatPaiseShort, toPaise } from './rupees.ts';

/** In rupees; where a shop has none of its own. Spec section 9. */
export const DEFAULT_MIN_ORDER_VALUE = 200;

export type OrderType = 'delivery' | 'takeaway';

/** The shop's minimum for delivery in paise; a missing one is the default. Spec section 3. */
export function minimumOrderPaise(minordervalue: number | null | undefined): number {
  return toPaise(minordervalue ?? DEFAULT_MIN_ORDER_VALUE);
}

/** Whether a cart of this total may be delivered. Both in paise. Spec section 5. */
export function reachesMinimum(totalPaise: number, minimumPaise: number): boolean {
  return totalPaise >= minimumPaise;
}

/** Takeaway below the shop's minimum, whatever was asked for; the customer's choice from there on. Spec section 4. */
export function orderTypeFor(totalPaise: number, minimumPaise: number, wanted: OrderType = 'delivery'): OrderType {
  return reachesMinimum(totalPaise, minimumPaise) ? wanted : 'takeaway';
}

/** Spec section 2: the text below the minimum. */
export function minimumOrderMessage(minimumPaise: number): string {
  return `Minimum order value for delivery is ${formatPaiseShort(minimumPaise)}.`;
}

/**
 * Whether a screen hides the address of an order: it is takeaway, or (orders that do not say) its total is below the
 * minimum, 200 rupees where the order carries none. Spec section 2, order history.
 */
export function hidesAddress(order: { takeaway?: boolean; total: number; minordervalue?: number | null }): boolean {
  return order.takeaway ?? toPaise(order.total) < minimumOrderPaise(order.minordervalue);
}
