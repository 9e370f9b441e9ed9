import { retriedRequest, type PlaceRequest } from '@haat/machines/checkout/place-request';
import { isLike } from '../../lib/answer-sample.ts';
import { readStored, removeStored, writeStored } from '../../lib/storage.ts';

/**
 * An order that was sent. `until` when its key is used again for the same order (ms since 1970); `orderId` once it is
 * stored and waits for its payment.
 */
type Pending = { request: PlaceRequest; until: number; orderId?: number };

const PREFIX = 'pendingOrder_';
/** What it must have to be sent again: anybody can write into a browser's storage. */
const REQUEST = { key: '', lines: [{ id: '', price: 0, quantity: 0 }], totalPaise: 0 } as const;
const UNANSWERED_MS = 30 * 60_000;
/** As long as the server takes the same cart for the same order. */
const ANSWERED_MS = 10_000;

/**
 * What to send for an order, kept until its answer was shown: after a lost answer, a reload, or in a second tab the same
 * order goes under the same key, and so cannot be placed twice. `owner`: whose cart it is, and of which shop.
 */
export function claimRequest(owner: string, wanted: PlaceRequest): PlaceRequest {
  const pending = readPending(owner);
  const request = pending ? retriedRequest(pending.request, wanted) : wanted;
  const known = request === pending?.request ? pending : {};
  keep(owner, { ...known, request, until: Date.now() + UNANSWERED_MS });
  return request;
}

/** The order of the request is stored: it waits for its payment. */
export function noteStoredOrder(owner: string, orderId: number): void {
  const pending = readPending(owner);
  if (pending) keep(owner, { ...pending, orderId });
}

/** The order that was stored for this cart and not yet seen to be paid, and what is in it. */
export function storedOrderOf(owner: string): { orderId: number; lines: PlaceRequest['lines'] } | undefined {
  const { orderId, request } = readPending(owner) ?? {};
  return orderId === undefined || !request ? undefined : { orderId, lines: request.lines };
}

/** The order is on the screen. Another tab may have pressed at the same moment, so that its key is kept a little longer. */
export function settleRequest(owner: string): void {
  const pending = readPending(owner);
  if (pending) keep(owner, { request: pending.request, until: Date.now() + ANSWERED_MS });
}

/** The order was refused for good: the next one is another. */
export function forgetRequest(owner: string): void {
  removeStored(PREFIX + owner);
}

/** Forgets all of them: the next person on this device need not know. */
export function forgetRequests(): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Nothing was stored where nothing can be read.
  }
}

function keep(owner: string, pending: Pending): void {
  writeStored(PREFIX + owner, JSON.stringify(pending));
}

function readPending(owner: string): Pending | undefined {
  try {
    const stored = JSON.parse(readStored(PREFIX + owner) ?? 'null') as Partial<Pending> | null;
    const isLiving = typeof stored?.until === 'number' && stored.until > Date.now();
    return isLiving && isLike<PlaceRequest>(stored.request, REQUEST) ? (stored as Pending) : undefined;
  } catch {
    return undefined;
  }
}
