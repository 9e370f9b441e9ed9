import { orderedGrams } from './adjustment.ts';
import { plainNumber } from '../plain-number.ts';
import { tidySearch } from '../tidy-text.ts';
import { formatPaise, isRupees, toPaise } from '../rupees.ts';

/** Where an order was placed: in the storefront, or at the shop's counter. */
export const ORDER_CHANNELS = ['online', 'counter'] as const;
export type OrderChannel = (typeof ORDER_CHANNELS)[number];

/**
 * How an order is paid: `cod` in cash, `upi` to the shop's own UPI address, `card` at the shop's card machine, `split` by several
 * of these, `online` through a payment provider.
 */
export const PAYMENT_METHODS = ['cod', 'upi', 'card', 'split', 'online'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

/** The payment methods at the counter. */
export const COUNTER_METHODS = ['cod', 'upi', 'card'] as const satisfies PaymentMethod[];
export type CounterMethod = (typeof COUNTER_METHODS)[number];

/** How a counter sale is paid. */
export const COUNTER_PAYMENTS = [...COUNTER_METHODS, 'split'] as const satisfies PaymentMethod[];
export type CounterPayment = (typeof COUNTER_PAYMENTS)[number];

/** A part of a split payment. */
export type PaymentPart = { method: CounterMethod; paise: number };

/** The problem with the parts of a payment, as words after "payments"; undefined if they add up to the total. */
export function splitProblem(parts: readonly PaymentPart[], totalPaise: number): string | undefined {
  if (parts.length < 2) return 'must have at least two parts';
  if (new Set(parts.map(({ method }) => method)).size < parts.length) return 'must have each payment method once';
  if (parts.some(({ paise }) => paise <= 0)) return 'must have no part of 0 rupees';
  const sum = parts.reduce((paise, part) => paise + part.paise, 0);
  if (sum === totalPaise) return undefined;
  return `must add up to ${formatPaise(totalPaise)}, not to ${formatPaise(sum)}`;
}

/** The stored customer name of a counter sale; screens have their own text. */
export const COUNTER_SALE_NAME = 'Counter sale';

/** For how many days a sale can be returned, and the customer's mobile number is kept. */
export const COUNTER_PHONE_DAYS = 30;

/** The longest text that sales are searched by. */
export const SALE_SEARCH_MAX = 60;

/** The maximum age, in days, at which a sale made offline is dated by its age. */
export const MAX_SALE_AGE_DAYS = 7;

/** The heaviest line of a sale, in grams. */
export const MAX_SALE_GRAMS = 1_000_000;

/** A line of a sale. `pricePaise`: the price of one pack; `grams`: the weight of an item that is sold by weight. */
export type SaleLine = { pricePaise: number; quantity: number; unit: string | null; grams?: number | undefined };

/** How many packs a weight takes out of the stock; a partial pack counts as one. Undefined for a unit that is not a weight. */
export function packsOf(grams: number, unit: string | null): number | undefined {
  const pack = orderedGrams({ unit, quantity: 1 });
  return pack === undefined ? undefined : Math.ceil(grams / pack);
}

/** The price of a line, in paise, before a discount on the whole sale. */
export function saleAmount({ pricePaise, quantity, unit, grams }: SaleLine): number {
  const pack = grams === undefined ? undefined : orderedGrams({ unit, quantity: 1 });
  if (grams === undefined || pack === undefined) return pricePaise * quantity;
  return Math.round((pricePaise * grams) / pack);
}

/**
 * The share of each line in a discount on a whole sale, in paise: in proportion to its amount. The shares add up to the discount.
 * No line costs less than nothing, as long as the discount is no more than the amounts in sum.
 */
export function spreadDiscount(amounts: readonly number[], discountPaise: number): number[] {
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  let amountsSoFar = 0;
  let givenSoFar = 0;
  return amounts.map((amount) => {
    amountsSoFar += amount;
    const given = total === 0 ? 0 : Math.floor((discountPaise * amountsSoFar) / total) - givenSoFar;
    givenSoFar += given;
    return given;
  });
}

/** A sale matches if its receipt number has the digits, its total is the amount, or the name of an item has the words. */
export type SaleSearch = { digits?: string; paise?: number; words: string };

/** The possible meanings of a shop's search for sales: '126' may be part of a receipt number, an amount or a product. */
export function readSaleSearch(text: string): SaleSearch {
  const words = tidySearch(text);
  const [, digits] = /^#?h?(\d+)$/i.exec(words) ?? [];
  const number = plainNumber(words);
  const rupees = /^\d{1,9}(?:\.\d{1,2})?$/.test(number) ? Number(number) : undefined;
  return {
    words,
    ...(digits && { digits }),
    ...(rupees !== undefined && isRupees(rupees) && { paise: toPaise(rupees) }),
  };
}
