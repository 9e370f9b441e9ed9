import type { CartConflict } from '@haat/contract/orders/orders.calls';
import type { IfUnavailable } from '@haat/contract/orders/order-terms';
import type { CartLine } from '@haat/contract/orders/cart';
import type { PickUpContact } from '@haat/contract/accounts/contact';
import { type Reason, reasonOf, RefusedError } from '@haat/contract/reason';

export type PaymentMethod = 'cod' | 'online';

/**
 * An order as the customer saw it: `totalPaise` is what the screen showed, `key` makes sending it twice harmless. `contact`: who
 * picks up a takeaway.
 */
export type PlaceRequest = {
  key: string;
  lines: readonly CartLine[];
  totalPaise: number;
  takeaway: boolean;
  payment: PaymentMethod;
  addressId: number | undefined;
  contact: PickUpContact | undefined;
  note: string | undefined;
  /** Missing from requests that an earlier version has stored. */
  ifUnavailable?: IfUnavailable | undefined;
};

/**
 * The request to send: the earlier one, with its idempotency key, while nothing about the order changed. After a lost
 * response that order may exist already, and the same key returns it instead of placing a second one.
 */
export function requestToSend(earlier: PlaceRequest | undefined, request: PlaceRequest): PlaceRequest {
  return earlier && contentOf(earlier) === contentOf(request) ? earlier : request;
}

/** The fields that identify the order; the other fields of its lines may differ in a cart that was loaded again. */
function contentOf({ lines, contact, note, ifUnavailable = 'call_me', ...terms }: PlaceRequest): string {
  const { totalPaise, takeaway, payment, addressId } = terms;
  const items = lines.map(({ id, price, quantity }) => [id, price, quantity]);
  const who = [contact?.name, contact?.phone];
  return JSON.stringify([items, totalPaise, takeaway, payment, addressId, ...who, note, ifUnavailable]);
}

const OUTCOME_UNKNOWN: readonly Reason['code'][] = ['network', 'internal', 'unavailable'];

/** Whether the order may have been placed despite the error, so that the request must be sent again unchanged. */
export function isOutcomeUnknown(error: unknown): boolean {
  return OUTCOME_UNKNOWN.includes(reasonOf(error).code);
}

// Checked before the server looks for an order with the same key.
const CHECKED_FIRST: readonly Reason['code'][] = ['unauthenticated', 'forbidden', 'rate_limited'];

/** Whether an order of an earlier attempt may exist: then the next attempt needs the same key. */
export function canBePlaced(error: unknown): boolean {
  return isOutcomeUnknown(error) || CHECKED_FIRST.includes(reasonOf(error).code);
}

/** The order was rejected because prices or stock have changed; `current` has the shop's values. */
export class CartChangedError extends RefusedError {
  readonly current: CartConflict;

  constructor(reason: Reason, current: CartConflict) {
    super(reason);
    this.current = current;
  }
}
