import type { CartConflict } from '@haat/contract/api/orders.schema';
import type { CartLine } from '@haat/contract/rules/cart';
import { orderTypeFor, reachesMinimum, type OrderType } from '@haat/contract/rules/min-order-value';
import type { Problem } from '../problem.ts';
import type { PaymentMethod, PlaceRequest } from './place-request.ts';

/** `changed` holds the shop's current lines after it refused what was shown; `request` what may have been placed already. */
export type CheckoutContext = {
  totalPaise: number;
  minimumPaise: number;
  wanted: OrderType;
  payment: PaymentMethod | undefined;
  takesOnline: boolean;
  addressId: number | undefined;
  request: PlaceRequest | undefined;
  changed: CartConflict | undefined;
  problem: Problem | undefined;
};

/** Whether the order can be paid online: the shop takes it, and the total reaches its minimum. Spec section 2, order. */
export function offersOnline({ takesOnline, totalPaise, minimumPaise }: CheckoutContext): boolean {
  return takesOnline && reachesMinimum(totalPaise, minimumPaise);
}

/** Takeaway below the shop's minimum, whatever was chosen. Spec section 4. */
export function orderTypeOf({ totalPaise, minimumPaise, wanted }: CheckoutContext): OrderType {
  return orderTypeFor(totalPaise, minimumPaise, wanted);
}

/** The order as it stands; takeaway carries no address. */
export function requestOf(
  context: CheckoutContext,
  { key, lines }: { key: string; lines: readonly CartLine[] },
): PlaceRequest {
  const { totalPaise, payment = 'cod', addressId } = context;
  const takeaway = orderTypeOf(context) === 'takeaway';
  return { key, lines, totalPaise, takeaway, payment, addressId: takeaway ? undefined : addressId };
}
