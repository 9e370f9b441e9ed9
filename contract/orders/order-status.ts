import { plainDigits } from '../plain-digits.ts';
import { tidySearch } from '../tidy-text.ts';

/**
 * The statuses of an order as they are stored and sent: first the steps on its way, then the other ends. Ready is for takeaway,
 * In Transit for delivery.
 */
export const ORDER_STATUSES = [
  'Pending',
  'Accepted',
  'Ready',
  'In Transit',
  'Delivered',
  'Declined',
  'Cancelled',
  'Expired',
  'Returned',
] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The orders of a shop in two lists: `open` as long as the shop has something to do, `done` once they have ended. */
export const SHOP_ORDER_GROUPS = ['open', 'done'] as const;
export type ShopOrderGroup = (typeof SHOP_ORDER_GROUPS)[number];

/** Why an order that has ended cannot be changed. */
export const ALREADY_FINAL = 'Order is already at final status.';

const LABELS: Partial<Record<OrderStatus, string>> = {
  Ready: 'Ready for pickup',
  'In Transit': 'Order on the way',
  Declined: 'Declined by the shop',
  Expired: 'Not accepted in time',
  Returned: 'Could not be delivered',
};

/** The label of a status; most are their own label. */
export function orderStatusLabel(status: OrderStatus): string {
  return LABELS[status] ?? status;
}
/** The style class of a status: lower case with hyphens, e.g. `in-transit`. */
export function orderStatusClass(status: OrderStatus): string {
  return status.toLowerCase().replaceAll(' ', '-');
}

/** A missing status counts as Pending; an unknown one is undefined. */
export function readOrderStatus(value: string | null | undefined): OrderStatus | undefined {
  if (value === null || value === undefined || value === '') return 'Pending';
  return ORDER_STATUSES.find((status) => status === value);
}

/** Orders are counted up to this number; beyond it, the exact count is of no use. */
export const MAX_ORDER_COUNT = 1000;

/** Longer than a phone number with blanks and a prefix. */
export const ORDER_SEARCH_MAX = 40;

/** A shop's search for orders: digits of an order number or a phone, or words of a name. */
export type OrderSearch = { digits: string; inPhones: boolean } | { words: string };

/**
 * Digits, as in `H000012`, `12` or `+91 98765 43210`, are searched for among order numbers and phones; a leading H searches
 * order numbers only. Any other text of two letters or more is looked for in the names of customers and products. Undefined
 * for a shorter one: nothing is found then.
 */
export function readOrderSearch(text: string): OrderSearch | undefined {
  const words = tidySearch(text);
  const number = plainDigits(words);
  if (!/^#?h?[\d\s+().-]*$/i.test(number)) return words.length < 2 ? undefined : { words };
  const digits = number.replaceAll(/\D/g, '');
  if (digits === '') return undefined;
  const inPhones = !/^#?h/i.test(number);
  return { digits: inPhones ? withoutPrefix(digits) : digits, inPhones };
}

// Phones are kept as their ten digits.
function withoutPrefix(digits: string): string {
  return digits.replace(/^(?:91|0091|0)(?=\d{10}$)/, '');
}
