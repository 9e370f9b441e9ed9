import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { toRupees } from '@haat/contract/rupees';
import { type PaymentMethod, type PlaceRequest, requestToSend } from '@haat/machines/orders/place-request';
import { hasShape } from '../../lib/api.ts';
import { clearTabStorage, PENDING_ORDER_PREFIX, readStored, removeStored, writeStored } from '../../lib/storage.ts';
import { forgetChoice } from './remembered-choice.ts';
import { clearOrderSummary } from './order-summary-storage.ts';

/**
 * An order request that was sent. `until`: how long its key is reused for the same order (ms since 1970). `orderId`:
 * set once it is stored and awaits its payment. `isAnswered`: its order was shown.
 */
type Pending = { request: PlaceRequest; until: number; orderId?: number; isAnswered?: boolean };

/** The fields that a stored request must have: the storage of a browser can be edited. */
const REQUEST = { key: '', lines: [{ id: '', price: 0, quantity: 0 }], totalPaise: 0 } as const;
const UNANSWERED_MS = 30 * 60_000;
/** How long the key is reused after the response. The server recognizes it for 30 days; without a key, the cart for 10 s. */
const ANSWERED_MS = 10_000;

/**
 * The request to send, stored until its response was shown: after a lost response, a reload, or in a second tab the
 * same order is sent under the same key, so that it cannot be placed twice. `owner`: user and shop of the cart.
 */
export function claimRequest(owner: string, order: PlaceRequest): PlaceRequest {
  const pending = readPending(owner);
  const request = pending ? requestToSend(pending.request, order) : order;
  const { orderId } = request === pending?.request ? pending : {};
  keep(owner, { request, until: Date.now() + UNANSWERED_MS, ...(orderId === undefined ? {} : { orderId }) });
  return request;
}

/** Records that the order is stored and awaits its payment. */
export function markOrderStored(owner: string, orderId: number): void {
  const pending = readPending(owner);
  if (pending) keep(owner, { ...pending, orderId });
}

/** The stored order of this cart that is not known to be paid, and its lines. */
export function storedOrderOf(owner: string): { orderId: number; lines: PlaceRequest['lines'] } | undefined {
  const { orderId, request } = readPending(owner) ?? {};
  return orderId === undefined || !request ? undefined : { orderId, lines: request.lines };
}

/** The request that was sent from this cart and has no response that was shown. */
export function unpaidRequest(owner: string): PlaceRequest | undefined {
  const pending = readPending(owner);
  return pending?.isAnswered ? undefined : pending?.request;
}

/** The order was shown. Another tab may have sent it at the same moment, so its key is kept a little longer. */
export function settleRequest(owner: string): void {
  const pending = readPending(owner);
  if (pending) keep(owner, { request: pending.request, until: Date.now() + ANSWERED_MS, isAnswered: true });
}

/** Whether an order of the same lines was placed and shown a moment ago. */
export function wasJustPlaced(owner: string, lines: PlaceRequest['lines']): boolean {
  const pending = readPending(owner);
  return pending?.isAnswered === true && itemsOf(pending.request.lines) === itemsOf(lines);
}

const itemsOf = (lines: PlaceRequest['lines']) =>
  lines
    .map(({ id, quantity }) => `${quantity} ${id}`)
    .toSorted()
    .join();

/** Removes the request after a final rejection. */
export function clearRequest(owner: string): void {
  removeStored(PENDING_ORDER_PREFIX + owner);
}

/** Removes drafts, the last order and all requests, so that the next user of this device does not see them. */
export function forgetUser(): void {
  clearOrderSummary();
  clearTabStorage();
  forgetChoice();
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PENDING_ORDER_PREFIX));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to remove.
  }
}

function keep(owner: string, pending: Pending): void {
  writeStored(PENDING_ORDER_PREFIX + owner, JSON.stringify(pending));
}

function readPending(owner: string): Pending | undefined {
  try {
    const stored = JSON.parse(readStored(PENDING_ORDER_PREFIX + owner) ?? 'null') as Partial<Pending> | null;
    const isLiving = typeof stored?.until === 'number' && stored.until > Date.now();
    // It has name and phone of the customer.
    if (stored && !isLiving) clearRequest(owner);
    return isLiving && hasShape<PlaceRequest>(stored.request, REQUEST) ? (stored as Pending) : undefined;
  } catch {
    return undefined;
  }
}

type Body<Method extends PaymentMethod> = PlaceOrderBody & { paymentMethod: Method };

/** The request as the body of the API call. */
export function orderBody<Method extends PaymentMethod>(request: PlaceRequest & { payment: Method }): Body<Method> {
  const { lines, totalPaise, takeaway, payment, addressId, contact, note, ifUnavailable } = request;
  return {
    items: lines.map(({ id, name, price, quantity, image, shopId, unit_id, unit_type, size, color, unit }) => ({
      id,
      name,
      price,
      quantity,
      image,
      shopId,
      unit_id,
      unit_type,
      size,
      color,
      unit,
    })),
    total: toRupees(totalPaise),
    address: addressId === undefined ? null : { id: addressId },
    paymentMethod: payment,
    takeaway,
    ...(contact && { customer_name: contact.name, customer_phone: contact.phone }),
    ...(note !== undefined && { note }),
    ...(ifUnavailable && { if_unavailable: ifUnavailable }),
    orderDate: new Date().toISOString(),
  };
}
