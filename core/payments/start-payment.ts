import {
  MAX_PAYMENT_RUPEES,
  ALREADY_PAID,
  PAYMENT_UNAVAILABLE,
  PAYMENT_EXPIRED,
  type PaymentProvider,
  MIN_ONLINE_PAISE,
} from '@haat/contract/payments/payment';
import { toPaise } from '@haat/contract/rupees';
import { isDeadlock, many, one, run, sql } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { DomainError, GatewayError, invalidField } from '../errors.ts';
import { requireOfferedGateway } from '../gateways/payments/gateways.ts';
import type { OpenedPayment, PaidLine } from '../gateways/payments/payment-gateway.ts';
import { ProviderError } from '../gateways/payments/provider-error.ts';
import { log } from '../ops/log.ts';
import {
  type CountedParams,
  countUsesSql,
  isLimitExceeded,
  refuseForLimit,
  toCountedParams,
} from '../rate-limit/order-limits.ts';
import { findOrderPayment, type OrderPayment } from './order-payment.ts';
import { findPayment, getReference, type PaymentRecord } from './payment-record.ts';
import { signedNotes } from './recover-payment.ts';

/** Where the provider's page sends the browser; both are screens of ours. */
type ReturnTo = { success: string; cancel: string };

/** `clientAddress`: the network address of the request, by which the payments of new accounts are limited. */
export type PaymentStart = {
  provider: PaymentProvider;
  user: { id: number; email: string | null };
  clientAddress?: string | undefined;
  returnTo?: ReturnTo | undefined;
};

/** A payment that awaits the customer: at the provider under `providerOrderId`, on its page `url` if it has one. */
export type StartedPayment = {
  providerOrderId: string;
  url: string | null;
  amountPaise: number;
  order?: ReservedOrder;
};
type ReservedOrder = { id: number; orderNumber: string; reservedUntil: Date };

/**
 * Continues the payment of the user's own order, whose stock is reserved. Throws unavailable when the provider is not
 * offered or cannot be reached; status_not_allowed when the order is paid; payment_unverified when its time to pay has run
 * out; not_found; rate_limited when the account has started too many payments in the last hour.
 */
export async function resumeOrderPayment({
  orderId,
  ...start
}: PaymentStart & { orderId: number }): Promise<StartedPayment> {
  requireOfferedGateway(start.provider);
  const order = await findOrderPayment({ userId: start.user.id, orderId });
  return openOrderPayment({ ...order, id: orderId }, start);
}

type OrderToPay = { id: number } & Pick<OrderPayment, 'orderNumber' | 'paymentStatus' | 'reservedUntil' | 'totalPaise'>;

/** Opens the order's payment at that provider, or the one that is open there. Throws like `resumeOrderPayment`. */
export async function openOrderPayment(order: OrderToPay, start: PaymentStart): Promise<StartedPayment> {
  const { user, returnTo } = start;
  const reserved = requireReserved(order);
  const { payment, isNew } = await findOrAddPayment(order.id, start);
  const lines = await many(LINES_OF_ORDER, { orderId: order.id });
  const opened = await openPayment({ payment, lines, email: user.email, returnTo, mayExist: !isNew });
  return { ...opened, amountPaise: order.totalPaise, order: reserved };
}

/** Opens a payment without an order: its money waits for an order of that total, or is refunded. Throws rate_limited. */
export async function startBarePayment(
  start: PaymentStart & { amountPaise: number; lines?: PaidLine[] },
): Promise<StartedPayment> {
  const { provider, user, amountPaise, lines = [], returnTo } = start;
  requireOfferedGateway(provider);
  requirePayable(amountPaise);
  const added = await addCounted(start, (params) => one(ADD_PAYMENT, { provider, amountPaise, ...params }));
  const payment = await findPayment({ paymentId: added?.id ?? 0 });
  const opened = await openPayment({ payment, lines, email: user.email, returnTo, mayExist: false });
  return { ...opened, amountPaise };
}

/** Providers accept no less than a rupee. */
export function requirePayable(amountPaise: number): void {
  if (amountPaise < MIN_ONLINE_PAISE) throw invalidField('amount', 'must be at least one rupee to be paid online');
  if (amountPaise > toPaise(MAX_PAYMENT_RUPEES)) throw invalidField('amount', 'is too much to be paid online');
}

function requireReserved({ id, orderNumber, paymentStatus, reservedUntil }: OrderToPay): ReservedOrder {
  if (paymentStatus === 'paid') throw new DomainError('status_not_allowed', ALREADY_PAID, { orderId: id, orderNumber });
  if (paymentStatus !== 'awaiting' || !reservedUntil) throw new DomainError('payment_unverified', PAYMENT_EXPIRED);
  return { id, orderNumber, reservedUntil };
}

type FoundPayment = { payment: PaymentRecord; isNew: boolean };

/**
 * The open payment of an order at that provider, or a new one; concurrent requests share it. Throws payment_unverified when
 * the order's stock is no longer reserved.
 */
async function findOrAddPayment(orderId: number, start: PaymentStart): Promise<FoundPayment> {
  const { provider } = start;
  const added = await addCounted(start, (params) => one(ADD_ORDER_PAYMENT, { orderId, provider, ...params }));
  const found = added ?? (await one(FIND_OPEN_PAYMENT, { orderId, provider }));
  if (!found) throw new DomainError('payment_unverified', PAYMENT_EXPIRED);
  return { payment: await findPayment({ paymentId: found.id }), isNew: added !== undefined };
}

type Added = { id: number } | undefined;

/** Adds a payment in a statement that also counts it toward its user's hourly limit. Throws rate_limited. */
async function addCounted(
  start: PaymentStart,
  add: (params: CountedParams) => Promise<Added>,
  isRetry = false,
): Promise<Added> {
  const requester = { userId: start.user.id, clientAddress: start.clientAddress };
  try {
    return await add(toCountedParams(requester));
  } catch (error) {
    if (isLimitExceeded(error)) throw await refuseForLimit('payment', requester);
    if (isDeadlock(error) && !isRetry) return addCounted(start, add, true);
    throw error;
  }
}

type Opening = {
  payment: PaymentRecord;
  lines: PaidLine[];
  /** Null for an account with a mobile number only. */
  email: string | null;
  returnTo: ReturnTo | undefined;
  mayExist: boolean;
};

const RETRY_AFTER_SECONDS = 5;
const opening = new Map<number, Promise<OpenedPayment>>();

/**
 * The provider's object of a payment: the stored one, or a new one, which is stored. Concurrent requests in this process
 * share one call; of objects that two processes create, only the first that is stored is used. Throws unavailable when the
 * provider cannot be reached; the next attempt continues from here.
 */
async function openPayment(request: Opening): Promise<OpenedPayment> {
  const { id, providerOrderId, url } = request.payment;
  if (providerOrderId) return { providerOrderId, url };
  const pending = opening.get(id) ?? openAtProvider(request).finally(() => opening.delete(id));
  opening.set(id, pending);
  return pending;
}

async function openAtProvider({ payment, lines, email, returnTo, mayExist }: Opening): Promise<OpenedPayment> {
  const { id, createdAt, amountPaise } = payment;
  const gateway = requireOfferedGateway(payment.provider);
  const notes = await signedNotes(payment);
  const request = gateway.open({
    reference: getReference(payment),
    createdAt,
    notes,
    amountPaise,
    lines,
    ...(email !== null && { email }),
    ...(returnTo && { returnTo }),
    mayExist,
  });
  const opened = await request.catch((error: unknown) => rejectUnavailable(id, error));
  await run(STORE_PROVIDER_ORDER, { id, ...opened });
  const stored = await findPayment({ paymentId: id });
  const providerOrderId = stored.providerOrderId ?? opened.providerOrderId;
  if (stored.orderId !== null) await requireNotEnded(stored.orderId, () => gateway.close(providerOrderId));
  return { providerOrderId, url: stored.url };
}

/**
 * An order that ended while the provider opened its payment could not close it: it did not know it yet. Asked once the payment is
 * stored, so that one of both sees the other. Closes it and throws status_not_allowed if the order was paid by another payment,
 * else payment_unverified.
 */
async function requireNotEnded(orderId: number, close: () => Promise<void>): Promise<void> {
  const ended = await one(FIND_ENDED, { orderId });
  if (!ended) return;
  await close().catch((error: unknown) => {
    // What is still paid for it is refunded.
    if (!(error instanceof GatewayError)) throw error;
  });
  requireReserved(ended);
}

async function rejectUnavailable(id: number, error: unknown): Promise<never> {
  if (!(error instanceof GatewayError)) throw error;
  log.warn({ reason: error.message, cause: String(error.cause) }, 'A payment could not be opened');
  // A provider repeats its internal error for a day when it sees the same reference. A payment created under the old one was
  // never shown, so it cannot be paid.
  if (error instanceof ProviderError && error.failure === 'server') await run(RENEW_TOKEN, { id });
  throw new DomainError('unavailable', PAYMENT_UNAVAILABLE, { retry_after: RETRY_AFTER_SECONDS });
}

type ForOrder = { orderId: number; provider: PaymentProvider };

const IS_RESERVED = `payment_status = 'awaiting' AND reserved_until > now()`;

const ADD_ORDER_PAYMENT = sql<ForOrder & CountedParams, { id: number }>(
  `
  WITH added AS (
    INSERT INTO payments (provider, user_id, order_id, amount_paise)
    SELECT :provider::text, :userId::bigint, id, total_paise FROM orders
    WHERE id = :orderId::bigint AND user_id = :userId::bigint AND ${IS_RESERVED}
    ON CONFLICT (order_id, provider) WHERE state = 'created' DO NOTHING
    RETURNING id
  ), ${countUsesSql('payment', 'added')}
  SELECT id FROM added`,
);

const FIND_OPEN_PAYMENT = sql<ForOrder, { id: number }>(`
  SELECT p.id FROM payments p JOIN orders o ON o.id = p.order_id
  WHERE p.order_id = :orderId AND p.provider = :provider AND p.state = 'created' AND ${IS_RESERVED}`);

const FIND_ENDED = sql<{ orderId: number }, OrderToPay>(`
  SELECT id, order_number, payment_status, NULL AS reserved_until, total_paise FROM orders
  WHERE id = :orderId AND NOT (${IS_RESERVED})`);

const ADD_PAYMENT = sql<{ provider: PaymentProvider; amountPaise: number } & CountedParams, { id: number }>(`
  WITH added AS (
    INSERT INTO payments (provider, user_id, amount_paise)
    VALUES (:provider::text, :userId::bigint, :amountPaise::bigint) RETURNING id
  ), ${countUsesSql('payment', 'added')}
  SELECT id FROM added`);

const LINES_OF_ORDER = sql<{ orderId: number }, PaidLine>(
  `
  SELECT name || coalesce(' (' || nullif(concat_ws(', ', unit, size, color), '') || ')', '') AS name, quantity,
    unit_price_paise AS price_paise
  FROM order_items WHERE order_id = :orderId ORDER BY id`,
);

// A webhook may have stored the id before (`recoverPayment`), without the page.
const STORE_PROVIDER_ORDER = sql<{ id: number } & OpenedPayment>(`
  UPDATE payments SET provider_order_id = :providerOrderId, url = :url, updated_at = now()
  WHERE id = :id AND (provider_order_id IS NULL OR (provider_order_id = :providerOrderId AND url IS NULL))`);

const RENEW_TOKEN = sql<{ id: number }>(`
  UPDATE payments SET token = substr(gen_random_uuid()::text, 1, 8) WHERE id = :id AND provider_order_id IS NULL`);

// The screens that a payment may return to, behind the '#' of our page.
const SCREEN = /^#\/(?:[\w-]{1,64}\/)?(?:order-summary|order|payment|payment-redirect|products)(?:\?[\w=&%.{}-]*)?$/;

/** `ownOrigin`: where the request was sent to, which is accepted in development only. */
type ReturnAddress = { field: string; address: string; ownOrigin?: string | undefined };

/** The address that a provider's page may redirect to: one of our screens, on our own origin. Throws invalid_input. */
export function requireReturnAddress({ field, address, ownOrigin }: ReturnAddress): string {
  // URL parsers turn backslashes into slashes and drop invisible characters; both are rejected.
  const url = /[\\\s\p{Cc}]/u.test(address) ? null : URL.parse(address);
  const isOwnPage =
    url &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    getOrigins(ownOrigin).includes(url.origin);
  if (!isOwnPage || url.search !== '' || !SCREEN.test(url.hash)) {
    throw invalidField(field, 'must be a screen of this product');
  }
  return url.href;
}

function getOrigins(ownOrigin: string | undefined): string[] {
  const configured = [new URL(env.PUBLIC_URL).origin, ...env.CORS_ORIGINS];
  return env.NODE_ENV === 'production' || !ownOrigin ? configured : [...configured, ownOrigin];
}
