import { createHash } from 'node:crypto';
import { addressBody } from '@haat/contract/accounts/users.calls';
import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { ADDRESS_MESSAGE, type AddressFields } from '@haat/contract/accounts/address';
import type { Place } from '@haat/contract/shops/delivery-area';
import { MAX_QUANTITY, cartLineId, type LineChoice, parseCartLineId } from '@haat/contract/orders/cart';
import {
  type IfUnavailable,
  minimumOrderPaise,
  NOTE_MAX,
  NOTE_TOO_LONG_MESSAGE,
} from '@haat/contract/orders/order-terms';
import { toPaise } from '@haat/contract/rupees';
import { DomainError } from '../../errors.ts';
import type { Requester } from '../../rate-limit/order-limits.ts';
import { findPinCode } from '../../pin-codes/find-pin-code.ts';

/** `clientAddress`: the network address of the request, by which the orders of new accounts are limited. */
export type PlaceOrderInput = Requester & { body: PlaceOrderBody; idempotencyKey?: string | undefined };

/** One variant and its quantity. `pricePaise`: the price that the customer saw; null when two lines of the variant disagree. */
export type RequestedLine = LineChoice & { id: string; quantity: number; pricePaise: number | null };

/** A cart as the server received it. `key` identifies the request among the requests of its user. */
export type OrderRequest = Requester & {
  key: string;
  /** The client sent the key; otherwise it is derived from the cart. */
  hasOwnKey: boolean;
  bodyHash: string;
  /** The hash without contact, note and choice, which earlier versions did not read. */
  plainHash: string;
  lines: RequestedLine[];
  totalPaise: number;
  takeaway: boolean;
  paymentMethod: 'cod' | 'online';
  addressId: number | null;
  address: AddressFields | null;
  /** Where `address` is, by its PIN code. */
  addressPlace: Place | null;
  /** Who picks up a takeaway, where the request has it. */
  customerName: string | null;
  customerPhone: string | null;
  /** For the shop. */
  note: string | null;
  ifUnavailable: IfUnavailable;
  clientOrderDate: string | null;
};

/**
 * Parses an order request: lines of one variant are summed, an address is read for a delivery only, and who picks it up for a
 * takeaway only. Throws invalid_input and note_too_long.
 */
export function readOrderRequest({ userId, clientAddress, body, idempotencyKey }: PlaceOrderInput): OrderRequest {
  const { takeaway, paymentMethod } = body;
  const lines = sumLines(body.items);
  const totalPaise = toPaise(body.total);
  const destination = takeaway ? { addressId: null, address: null } : readDestination(body.address);
  const contact = {
    customerName: (takeaway && body.customer_name) || null,
    customerPhone: (takeaway && body.customer_phone) || null,
  };
  const note = readNote(body.note);
  const { if_unavailable: ifUnavailable = 'call_me' } = body;
  const plain = { lines, totalPaise, takeaway, paymentMethod, ...destination };
  const bodyHash = hashBody({ ...plain, ...contact, note, ifUnavailable });
  return {
    userId,
    clientAddress,
    key: idempotencyKey === undefined ? `cart:${bodyHash}` : ownKey(idempotencyKey),
    hasOwnKey: idempotencyKey !== undefined,
    bodyHash,
    plainHash: hashBody({ ...plain, customerName: null, customerPhone: null, note: null, ifUnavailable: 'call_me' }),
    ...plain,
    addressPlace: destination.address && (findPinCode(destination.address.zip)?.place ?? null),
    ...contact,
    note,
    ifUnavailable,
    clientOrderDate: body.orderDate ?? null,
  };
}

/** The key of a client, changed if it looks like a derived key. */
const ownKey = (key: string): string => (/^(?:cart|key):/.test(key) ? `key:${key}` : key);

/** The lines of a cart, with lines of the same variant summed. Throws invalid_input. */
export function sumLines(items: PlaceOrderBody['items']): RequestedLine[] {
  const lines = new Map<string, RequestedLine>();
  for (const { id: itemId, quantity, price } of items) {
    const choice = parseCartLineId(itemId);
    if (!choice) throw new DomainError('invalid_input', 'items.id is not a valid cart line id');
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

type Destination = Pick<OrderRequest, 'addressId' | 'address'>;

function readDestination(address: PlaceOrderBody['address']): Destination {
  if (!address || Object.keys(address).length === 0) {
    throw new DomainError('invalid_input', 'Please add your delivery address before placing the order.');
  }
  if (address.id !== undefined) return { addressId: address.id, address: null };
  const parsed = addressBody.safeParse(address);
  if (!parsed.success) throw new DomainError('invalid_input', ADDRESS_MESSAGE);
  return { addressId: null, address: parsed.data };
}

function readNote(note: PlaceOrderBody['note']): string | null {
  if (!note) return null;
  if (note.length <= NOTE_MAX) return note;
  const issues = [{ path: 'note', message: NOTE_TOO_LONG_MESSAGE }];
  throw new DomainError('note_too_long', NOTE_TOO_LONG_MESSAGE, { issues });
}

type Hashed = Destination &
  Pick<
    OrderRequest,
    'lines' | 'totalPaise' | 'takeaway' | 'paymentMethod' | 'customerName' | 'customerPhone' | 'note'
  > &
  Pick<OrderRequest, 'ifUnavailable'>;

/** Equal for carts that differ in the order of their lines only. */
function hashBody({ lines, customerName, customerPhone, note, ifUnavailable, ...terms }: Hashed): string {
  const sorted = lines.map(({ id, quantity, pricePaise }) => `${id} ${quantity} ${pricePaise}`).toSorted();
  const extras = [customerName, customerPhone, note, ...(ifUnavailable === 'call_me' ? [] : [ifUnavailable])];
  // Without extras the hash equals the one of earlier versions, whose requests may be repeated.
  const hasExtras = extras.some((extra) => extra !== null);
  return createHash('sha256')
    .update(JSON.stringify([sorted, terms, ...(hasExtras ? extras : [])]))
    .digest('base64url');
}

/** The lines of a cart as parameters of a statement, an array for each column of `CART_LINES`. */
export type CartLineParams = Record<'productIds' | 'sizeIds' | 'colorIds' | 'unitIds' | 'quantities', number[]> & {
  expectedPaise: (number | null)[];
};

export const toCartLineParams = (lines: readonly RequestedLine[]): CartLineParams => ({
  productIds: lines.map(({ productId }) => productId),
  sizeIds: lines.map(({ sizeId }) => sizeId),
  colorIds: lines.map(({ colorId }) => colorId),
  unitIds: lines.map(({ unitId }) => unitId),
  quantities: lines.map(({ quantity }) => quantity),
  expectedPaise: lines.map(({ pricePaise }) => pricePaise),
});

/** The lines of a cart as rows `line`, numbered by `nr`. */
export const CART_LINES = `unnest(:productIds::bigint[], :sizeIds::bigint[], :colorIds::bigint[], :unitIds::bigint[],
      :quantities::int[], :expectedPaise::bigint[])
    WITH ORDINALITY AS line(product_id, size_id, color_id, unit_id, quantity, price_paise, nr)`;

/** Joins the variant `v` that a line names, by the expressions of the index of choices. */
export const VARIANT_OF_LINE = `v.product_id = line.product_id AND coalesce(v.size_id, 0) = line.size_id
    AND coalesce(v.color_id, 0) = line.color_id AND coalesce(v.unit_id, 0) = line.unit_id AND v.deleted_at IS NULL`;

/** The same as `checkDelivery`: whether `shop` delivers to a place with these columns. NULL for an address without a place. */
export const getWithinReach = (shop: string, place: string): string => `(${shop}.latitude IS NULL
    OR ${shop}.longitude IS NULL
    OR earth_distance(ll_to_earth(${shop}.latitude, ${shop}.longitude), ll_to_earth(${place}.latitude, ${place}.longitude))
      - ${place}.accuracy_metres <= ${shop}.reach_metres)`;

export const MIN_ORDER_PAISE = `coalesce(shop.min_order_paise, ${minimumOrderPaise(undefined)})`;
