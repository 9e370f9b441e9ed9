import { createHash } from 'node:crypto';
import { saveAddressBody } from '@haat/contract/api/addresses.schema';
import type { PlaceOrderBody } from '@haat/contract/api/orders.schema';
import { ADDRESS_MESSAGE, type AddressFields } from '@haat/contract/rules/address';
import { MAX_QUANTITY } from '@haat/contract/rules/cart';
import { cartLineId, type LineChoice, parseCartLineId } from '@haat/contract/rules/cart-line-id';
import { toPaise } from '@haat/contract/rules/rupees';
import { DomainError } from '../../errors.ts';

/** What a customer wants of one variant. `pricePaise`: what they were shown; null when two lines of it disagree. */
export type WantedLine = LineChoice & { id: string; quantity: number; pricePaise: number | null };

/** An order request in the terms of the server. `key` stands for it among the requests of its user. */
export type WantedOrder = {
  userId: number;
  key: string;
  /** The key is the client's, not derived from the cart. */
  hasOwnKey: boolean;
  bodyHash: string;
  lines: WantedLine[];
  totalPaise: number;
  takeaway: boolean;
  paymentMethod: 'cod' | 'online';
  addressId: number | null;
  address: AddressFields | null;
  clientOrderDate: string | null;
};

export type OrderRequest = { userId: number; body: PlaceOrderBody; idempotencyKey?: string | undefined };

/**
 * Reads what counts of an order request: lines of one variant summed, an address only for a delivery. Throws
 * invalid_input. Spec sections 3 and 5.
 */
export function readWantedOrder({ userId, body, idempotencyKey }: OrderRequest): WantedOrder {
  const { takeaway, paymentMethod } = body;
  const lines = sumLines(body.items);
  const totalPaise = toPaise(body.total);
  const place = takeaway ? { addressId: null, address: null } : readAddress(body.address);
  const bodyHash = hashOf({ lines, totalPaise, takeaway, paymentMethod, ...place });
  return {
    userId,
    key: idempotencyKey ?? `cart:${bodyHash}`,
    hasOwnKey: idempotencyKey !== undefined,
    bodyHash,
    lines,
    totalPaise,
    takeaway,
    paymentMethod,
    ...place,
    clientOrderDate: body.orderDate ?? null,
  };
}

/** The lines of a cart, those of one variant summed. Throws invalid_input. */
export function sumLines(items: PlaceOrderBody['items']): WantedLine[] {
  const lines = new Map<string, WantedLine>();
  for (const { id: given, quantity, price } of items) {
    const choice = parseCartLineId(given);
    if (!choice) throw new DomainError('invalid_input', 'items.id is not a cart line');
    const id = cartLineId(choice);
    const same = lines.get(id);
    const pricePaise = toPaise(price);
    lines.set(id, {
      ...choice,
      id,
      quantity: quantity + (same?.quantity ?? 0),
      pricePaise: same && same.pricePaise !== pricePaise ? null : pricePaise,
    });
  }
  const summed = [...lines.values()];
  if (summed.some(({ quantity }) => quantity > MAX_QUANTITY)) {
    throw new DomainError('invalid_input', `items.quantity must be at most ${MAX_QUANTITY}`);
  }
  return summed;
}

type Place = Pick<WantedOrder, 'addressId' | 'address'>;

function readAddress(given: PlaceOrderBody['address']): Place {
  if (!given || Object.keys(given).length === 0) {
    throw new DomainError('invalid_input', 'Please add your delivery address before placing the order.');
  }
  if (given.id !== undefined) return { addressId: given.id, address: null };
  const address = saveAddressBody.omit({ id: true }).safeParse(given);
  if (!address.success) throw new DomainError('invalid_input', ADDRESS_MESSAGE);
  return { addressId: null, address: address.data };
}

// The same cart is the same request, whatever the order of its lines.
function hashOf({
  lines,
  ...others
}: Pick<WantedOrder, 'lines' | 'totalPaise' | 'takeaway' | 'paymentMethod'> & Place) {
  const wanted = lines.map(({ id, quantity, pricePaise }) => `${id} ${quantity} ${pricePaise}`).toSorted();
  return createHash('sha256')
    .update(JSON.stringify([wanted, others]))
    .digest('base64url');
}
