import { mobileIn } from '@haat/contract/accounts/address';
import { type Direction, firstDirection, type OrderSort } from '@haat/contract/platform/operator-lists';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentMethod } from '@haat/contract/orders/counter-sale';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { many, one, sql } from '../db/database.ts';
import { IS_ORDERED } from '../money/money.sql.ts';
import { REFUNDABLE_CASH, REFUNDABLE_ONLINE } from '../payments/refundable.sql.ts';
import { allIds, IN_DAYS, type ListDays, pageOfIds } from './list-pages.sql.ts';

/** An order of any shop, also one that is not paid, as the operator finds it. */
export type FoundOrder = {
  id: number;
  orderNumber: string;
  createdAt: Date;
  status: OrderStatus;
  takeaway: boolean;
  paymentMethod: PaymentMethod;
  paymentStatus: PaymentStatus;
  totalPaise: number;
  refundedPaise: number;
  refundableOnlinePaise: number;
  refundableCashPaise: number;
  shop: { id: number; slug: string; name: string | null };
  customerName: string;
  customerPhone: string | null;
  customerEmail: string | null;
};

export type OrderFilter = ListDays & {
  search?: string | undefined;
  status?: OrderStatus | undefined;
  payment_status?: PaymentStatus | undefined;
  shop?: number | undefined;
};
export type OrderSorting = { sort?: OrderSort | undefined; direction?: Direction | undefined };
type Page = { limit?: number | undefined; after?: number | undefined };

const MOST_ORDERS = 50;

/**
 * Orders of all shops that match the filter, sorted, after the order `after` in the list, at most 50. A search matches the order
 * number, a mobile number (of the order, or confirmed by its customer), customers whose email contains the text (the 200 newest
 * such accounts), or shops whose name or slug contains it (the 50 newest).
 */
export async function findOrders(request: OrderFilter & OrderSorting & Page = {}): Promise<FoundOrder[]> {
  const { sort = 'created', direction = firstDirection(sort), limit = MOST_ORDERS, after = null } = request;
  const { by, params } = readFilter(request);
  return many(findSql(by, sort, direction), { ...params, after, limit: Math.min(limit, MOST_ORDERS) });
}

/** The ids of all orders that match the filter, sorted like the list. */
export async function listOrderIds(request: OrderFilter & OrderSorting): Promise<number[]> {
  const { sort = 'created', direction = firstDirection(sort) } = request;
  const { by, params } = readFilter(request);
  const ids = sql<FilterParams, { id: number }>(
    allIds({ table: 'orders', as: 'o', key: KEYS[sort], direction }, matches(by)),
    { prepare: false, readFrom: 'replica' },
  );
  return (await many(ids, params)).map(({ id }) => id);
}

/** The orders of these ids, in any order. */
export const readOrders = (ids: number[]): Promise<FoundOrder[]> => many(READ, { ids });

/** `orderedOrders`: the number of orders in `orderedPaise`. */
export type OrderSums = { orders: number; orderedOrders: number; orderedPaise: number; refundedPaise: number };

/** The sums of all orders that match the filter. */
export async function summarizeOrders(filter: OrderFilter): Promise<OrderSums> {
  const { by, params } = readFilter(filter);
  const sums = await one(sumsSql(by), params);
  if (!sums) throw new Error('A sum has one row');
  return sums;
}

type SearchedBy = keyof typeof WAYS;

function readFilter({ search = '', status, payment_status: paymentStatus, shop, from, to }: OrderFilter) {
  const { by, searched } = readSearch(search.trim());
  return { by, params: { searched, status, paymentStatus, shopId: shop, from, to } satisfies FilterParams };
}

function readSearch(text: string): { by: SearchedBy; searched: string | null } {
  if (text === '') return { by: 'all', searched: null };
  const pattern = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  if (text.includes('@')) return { by: 'email', searched: pattern };
  const mobile = mobileIn(text);
  if (mobile !== undefined) return { by: 'mobile', searched: mobile };
  const [, digits] = /^#?\s*H?\s*0*([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? { by: 'shop', searched: pattern } : { by: 'number', searched: digits };
}

type FilterParams = {
  searched: string | null;
  status: OrderStatus | undefined;
  paymentStatus: PaymentStatus | undefined;
  shopId: number | undefined;
  from: string | undefined;
  to: string | undefined;
};
export type FindParams = FilterParams & { after: number | null; limit: number };

const MOST_ACCOUNTS = 200;
const MOST_SHOPS = 50;

/** The conditions of a search. Each finds its orders in an index. */
const WAYS = {
  all: ':searched::text IS NULL',
  number: 'o.id = :searched::bigint',
  mobile: `o.id = ANY (ARRAY(
      SELECT id FROM orders WHERE customer_phone = :searched::text
      UNION SELECT id FROM orders WHERE user_id = (SELECT id FROM users WHERE login_mobile = :searched::text)))`,
  email: `o.user_id = ANY (ARRAY(
      SELECT id FROM users WHERE email LIKE :searched::text ORDER BY id DESC LIMIT ${MOST_ACCOUNTS}))`,
  shop: `o.shop_id = ANY (ARRAY(
      SELECT id FROM shops WHERE lower(slug) LIKE :searched::text OR lower(name) LIKE :searched::text
      ORDER BY id DESC LIMIT ${MOST_SHOPS}))`,
};

const matches = (by: SearchedBy): string => `${WAYS[by]}
    AND (:status::text IS NULL OR o.status = :status) AND (:paymentStatus::text IS NULL OR o.payment_status = :paymentStatus)
    AND (:shopId::bigint IS NULL OR o.shop_id = :shopId) AND ${IN_DAYS('o.created_at')}`;

const KEYS: Record<OrderSort, string> = { created: 'o.id', total: 'o.total_paise' };

const SELECT_ORDERS = `
  SELECT o.id, o.order_number, o.created_at, o.status, o.takeaway, o.payment_method, o.payment_status, o.total_paise, o.refunded_paise,
    ${REFUNDABLE_ONLINE} AS refundable_online_paise, ${REFUNDABLE_CASH} AS refundable_cash_paise,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name) AS shop,
    o.customer_name, o.customer_phone, u.email AS customer_email
  FROM orders o JOIN shops shop ON shop.id = o.shop_id LEFT JOIN users u ON u.id = o.user_id`;

/** Finds the page first, and reads only its orders. */
export function findSql(by: SearchedBy, sort: OrderSort, direction: Direction) {
  const key = KEYS[sort];
  const page = pageOfIds({ table: 'orders', as: 'o', key, direction }, matches(by));
  return sql<FindParams, FoundOrder>(
    `${SELECT_ORDERS} WHERE o.id = ANY (ARRAY(${page})) ORDER BY ${key} ${direction}, o.id ${direction}`,
    { prepare: false, readFrom: 'replica' },
  );
}

const READ = sql<{ ids: number[] }, FoundOrder>(`${SELECT_ORDERS} WHERE o.id = ANY (:ids::bigint[])`, {
  readFrom: 'replica',
});

const sumsSql = (by: SearchedBy) =>
  sql<FilterParams, OrderSums>(
    `
  SELECT count(*) AS orders, count(*) FILTER (WHERE ${IS_ORDERED}) AS ordered_orders,
    coalesce(sum(o.total_paise) FILTER (WHERE ${IS_ORDERED}), 0)::bigint AS ordered_paise,
    coalesce(sum(o.refunded_paise), 0)::bigint AS refunded_paise
  FROM orders o WHERE ${matches(by)}`,
    { prepare: false, readFrom: 'replica' },
  );
