import type { CartLine } from '@haat/contract/rules/cart';
import { reasonOf, type Reason } from '@haat/contract/rules/reason';

export type PaymentMethod = 'cod' | 'online';

/** An order as the customer saw it: `totalPaise` is what the screen showed, `key` makes sending it twice harmless. */
export type PlaceRequest = {
  key: string;
  lines: readonly CartLine[];
  totalPaise: number;
  takeaway: boolean;
  payment: PaymentMethod;
  addressId: number | undefined;
};

/**
 * The request to send: the earlier one, with its key, while nothing about the order changed. After a lost answer that
 * order may exist already, and the same key finds it instead of placing a second one.
 */
export function retriedRequest(earlier: PlaceRequest | undefined, wanted: PlaceRequest): PlaceRequest {
  return earlier && essence(earlier) === essence(wanted) ? earlier : wanted;
}

/** What makes it this order; a cart that was read anew may have the other fields of its lines in another order. */
function essence({ lines, totalPaise, takeaway, payment, addressId }: PlaceRequest): string {
  const goods = lines.map(({ id, price, quantity }) => [id, price, quantity]);
  return JSON.stringify([goods, totalPaise, takeaway, payment, addressId]);
}

const WITHOUT_ANSWER: readonly Reason['code'][] = ['network', 'internal', 'unavailable'];

/** Whether the order may have been placed all the same, so that the request must be kept and sent again as it was. */
export function isWithoutAnswer(error: unknown): boolean {
  return WITHOUT_ANSWER.includes(reasonOf(error).code);
}

// Said at the door, before anybody looked whether the order is there already.
const AT_THE_DOOR: readonly Reason['code'][] = ['unauthenticated', 'forbidden', 'rate_limited'];

/** Whether an order sent before, of which no answer came, may still exist: then the next try needs the same key. */
export function leavesOrderOpen(error: unknown): boolean {
  return isWithoutAnswer(error) || AT_THE_DOOR.includes(reasonOf(error).code);
}
