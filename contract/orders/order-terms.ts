import { formatPaiseShort, toPaise } from '../rupees.ts';

/** In rupees, for shops without their own minimum. */
export const DEFAULT_MIN_ORDER_VALUE = 200;

/** The maximum length of a customer's note for the shop. */
export const NOTE_MAX = 300;

/** The error text for a longer note. */
export const NOTE_TOO_LONG_MESSAGE = `The note for the shop is too long. Shorten it to ${NOTE_MAX} characters.`;

/** The typed note as an order stores it: one line, without surrounding spaces. Undefined for an empty note. */
export const noteIn = (text: string): string | undefined => onOneLine(text).trim() || undefined;

/** The text with a space in place of line breaks and other control characters. */
export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ');

/** What the shop should do about an unavailable item, as the customer chooses with the order. */
export const IF_UNAVAILABLE = ['call_me', 'replace', 'leave_out'] as const;
export type IfUnavailable = (typeof IF_UNAVAILABLE)[number];

export type OrderType = 'delivery' | 'takeaway';

/** The shop's minimum for delivery in paise; a missing one is the default. */
export function minimumOrderPaise(minordervalue: number | null | undefined): number {
  return toPaise(minordervalue ?? DEFAULT_MIN_ORDER_VALUE);
}

/** Whether a cart of this total may be delivered. Both in paise. */
export function reachesMinimum(totalPaise: number, minimumPaise: number): boolean {
  return totalPaise >= minimumPaise;
}

/** Whether the quantity of one item is within the maximum for one order; null for no maximum. */
export function isWithinMaximum(quantity: number, maximumQuantity: number | null): boolean {
  return maximumQuantity === null || quantity <= maximumQuantity;
}

/** The error text for more of one item than the shop sells in one order. */
export function maximumQuantityMessage(maximumQuantity: number): string {
  return `This shop sells at most ${maximumQuantity} of each item in one order.`;
}

/** Takeaway below the shop's minimum; the customer's choice from there on. */
export function orderTypeFor(totalPaise: number, minimumPaise: number, chosen: OrderType = 'delivery'): OrderType {
  return reachesMinimum(totalPaise, minimumPaise) ? chosen : 'takeaway';
}

/** The text below the minimum. A takeaway is refused below it only when it is to be paid online. */
export function minimumOrderMessage(minimumPaise: number, type: OrderType = 'delivery'): string {
  const what = type === 'takeaway' ? 'online payment' : 'delivery';
  return `Minimum order value for ${what} is ${formatPaiseShort(minimumPaise)}.`;
}

/**
 * Whether a screen hides the address of an order: it is takeaway, or (orders that do not say) its total is below the
 * minimum, 200 rupees where the order carries none.
 */
export function hidesAddress(order: { takeaway?: boolean; total: number; minordervalue?: number | null }): boolean {
  return order.takeaway ?? toPaise(order.total) < minimumOrderPaise(order.minordervalue);
}
