import {
  type PaymentProvider,
  type PaymentSearch,
  type PaymentState,
  type PaymentStatus,
  readPaymentSearch,
} from '@haat/contract/payments/payment';
import { type Direction, firstDirection, type PaymentSort } from '@haat/contract/platform/operator-lists';
import { many, one, sql } from '../db/database.ts';
import { NEEDS_ATTENTION } from '../payments/payment-health.ts';
import { allIds, IN_DAYS, type ListDays, pageOfIds } from './list-pages.sql.ts';

/** One payment in the operator's list. */
export type ListedPayment = {
  id: number;
  provider: PaymentProvider;
  state: PaymentState;
  amountPaise: number;
  refundedPaise: number;
  createdAt: Date;
  paidAt: Date | null;
  /** Null for a recovered payment whose customer was lost. */
  customerEmail: string | null;
  providerOrderId: string | null;
  providerPaymentId: string | null;
  order: {
    id: number;
    orderNumber: string;
    shopId: number;
    shopSlug: string;
    shopName: string | null;
    totalPaise: number;
    paymentStatus: PaymentStatus;
    reservedUntil: string | null;
  } | null;
};

export type PaymentFilter = ListDays & {
  search?: string | undefined;
  needs_attention?: 'true' | undefined;
  state?: PaymentState | undefined;
  provider?: PaymentProvider | undefined;
  shop?: number | undefined;
};
export type PaymentSorting = { sort?: PaymentSort | undefined; direction?: Direction | undefined };
type Page = { limit?: number | undefined; after?: number | undefined };

const DEFAULT_LIMIT = 50;
const MOST_PAYMENTS = 200;

/**
 * Online payments of the platform that match the filter, sorted, after the payment `after` in the list: 50, or `limit` up to
 * 200. A search matches an order number, a provider's id, part of the customer's email, or a confirmed mobile number.
 */
export async function listPayments(request: PaymentFilter & PaymentSorting & Page): Promise<ListedPayment[]> {
  const { sort = 'created', direction = firstDirection(sort), limit = DEFAULT_LIMIT, after } = request;
  const { matches, params } = readFilter(request);
  const key = KEYS[sort];
  const page = pageOfIds({ table: 'payments', as: 'p', key, direction }, matches);
  const list = sql<FilterParams & { after: number | undefined; limit: number }, ListedPayment>(
    `${selectPayments()} WHERE p.id = ANY (ARRAY(${page})) ORDER BY ${key} ${direction}, p.id ${direction}`,
    { prepare: false },
  );
  return many(list, { ...params, after, limit: Math.min(limit, MOST_PAYMENTS) });
}

/** The ids of all payments that match the filter, sorted like the list. */
export async function listPaymentIds(request: PaymentFilter & PaymentSorting): Promise<number[]> {
  const { sort = 'created', direction = firstDirection(sort) } = request;
  const { matches, params } = readFilter(request);
  const ids = sql<FilterParams, { id: number }>(
    allIds({ table: 'payments', as: 'p', key: KEYS[sort], direction }, matches),
    { prepare: false },
  );
  return (await many(ids, params)).map(({ id }) => id);
}

/** The payments of these ids, in any order. */
export const readPayments = (ids: number[]): Promise<ListedPayment[]> =>
  many(
    sql<{ ids: number[] }, ListedPayment>(`${selectPayments()} WHERE p.id = ANY (:ids::bigint[])`, { prepare: false }),
    { ids },
  );

const KEYS: Record<PaymentSort, string> = { created: 'p.id', amount: 'p.amount_paise' };

export type PaymentSums = { payments: number; paid: number; receivedPaise: number; refundedPaise: number };

/** The sums of all payments that match the filter. */
export async function summarizePayments(filter: PaymentFilter): Promise<PaymentSums> {
  const { matches, params } = readFilter(filter);
  const sums = await one(
    sql<FilterParams, PaymentSums>(
      `
    SELECT count(*) AS payments, count(p.paid_at) AS paid,
      coalesce(sum(p.amount_paise) FILTER (WHERE p.paid_at IS NOT NULL), 0)::bigint AS received_paise,
      coalesce(sum(${REFUNDED_PAISE}), 0)::bigint AS refunded_paise
    FROM payments p WHERE ${matches}`,
      { prepare: false },
    ),
    params,
  );
  if (!sums) throw new Error('A sum has one row');
  return sums;
}

type FilterParams = {
  searched: string | number | undefined;
  state: PaymentState | undefined;
  provider: PaymentProvider | undefined;
  shopId: number | undefined;
  from: string | undefined;
  to: string | undefined;
};

function readFilter({ search = '', needs_attention, state, provider, shop, from, to }: PaymentFilter) {
  const found = readPaymentSearch(search);
  const matches = [
    found ? getCondition(found) : ':searched::text IS NULL',
    ...(needs_attention ? [NEEDS_ATTENTION] : []),
    '(:state::text IS NULL OR p.state = :state)',
    '(:provider::text IS NULL OR p.provider = :provider)',
    '(:shopId::bigint IS NULL OR p.order_id IN (SELECT id FROM orders WHERE shop_id = :shopId))',
    IN_DAYS('p.created_at'),
  ].join(' AND ');
  const params: FilterParams = { searched: found && getSearched(found), state, provider, shopId: shop, from, to };
  return { matches, params };
}

function getCondition(search: PaymentSearch): string {
  if ('orderId' in search) return 'p.order_id = :searched::bigint';
  if ('email' in search) return 'p.user_id IN (SELECT id FROM users WHERE email LIKE :searched)';
  if ('mobile' in search) return 'p.user_id = (SELECT id FROM users WHERE login_mobile = :searched)';
  return `p.id IN (${WITH_PROVIDER_ID})`;
}

function getSearched(search: PaymentSearch): string | number {
  if ('orderId' in search) return search.orderId;
  if ('mobile' in search) return search.mobile;
  return 'email' in search ? `%${search.email.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : search.name;
}

// The providers are listed for the indexes, which begin with them.
const WITH_PROVIDER_ID = `
  SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_order_id = :searched
  UNION ALL SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_payment_id = :searched
  UNION ALL SELECT payment_id FROM refunds WHERE provider_refund_id = :searched`;

/** What of payment p went back or is going back. */
const REFUNDED_PAISE = `(SELECT coalesce(sum(r.amount_paise), 0)::bigint FROM refunds r
    WHERE r.payment_id = p.id AND r.state <> 'failed')`;

export const selectPayments = (more = ''): string => `
  SELECT p.id, p.provider, p.state, p.amount_paise, ${REFUNDED_PAISE} AS refunded_paise, p.created_at, p.paid_at,
    coalesce(u.email, '+91' || u.login_mobile) AS customer_email, p.provider_order_id, p.provider_payment_id,
    CASE WHEN o.id IS NOT NULL THEN json_build_object('id', o.id, 'orderNumber', o.order_number, 'shopId', shop.id,
      'shopSlug', shop.slug, 'shopName', shop.name, 'totalPaise', o.total_paise, 'paymentStatus', o.payment_status,
      'reservedUntil', o.reserved_until) END AS order
    ${more}
  FROM payments p
  LEFT JOIN users u ON u.id = p.user_id
  LEFT JOIN orders o ON o.id = p.order_id
  LEFT JOIN shops shop ON shop.id = o.shop_id`;
