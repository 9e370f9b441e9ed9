import type { OrderChannel } from '@haat/contract/orders/counter-sale';
import { type OrderStatus, readOrderSearch } from '@haat/contract/orders/order-status';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { type Connection, many, one, type Sql, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Manager } from '../accounts/shop-rights.ts';
import { IS_ORDERED } from './money.sql.ts';
import { requireRight } from '../accounts/shop-rights.ts';
import { BEFORE, type Page } from '../orders/list-orders.ts';
import { IS_VISIBLE_TO_SHOP } from '../orders/order-record.ts';
import { containing } from '../orders/orders-by-words.sql.ts';

/**
 * A customer as their shop knows them: an account, or a mobile number given at counter sales. `id`: of their latest order there.
 * Name and phone are taken from that order.
 */
export type ShopCustomer = {
  id: number;
  name: string;
  phone: string | null;
  hasAccount: boolean;
  orders: number;
  orderedPaise: number;
  firstOrderAt: Date;
  lastOrderAt: Date;
  note: string | null;
  blockedAt: Date | null;
};

export type CustomerOrder = {
  id: number;
  orderNumber: string;
  createdAt: Date;
  status: OrderStatus;
  channel: OrderChannel;
  takeaway: boolean;
  paymentStatus: PaymentStatus;
  items: number;
  totalPaise: number;
  refundedPaise: number;
};

type OfShop = { by: Manager; shopId: number };
type OfCustomer = OfShop & { id: number };

const PAGE_SIZE = 50;
const MOST_CUSTOMERS = 200;

const rowsOf = ({ limit = PAGE_SIZE, after }: Page) => ({
  before: after ?? null,
  limit: Math.min(limit, MOST_CUSTOMERS),
});

/**
 * The customers of a shop by their latest order, newest first, after the one whose latest order is `after`: 50, or `limit` up to
 * 200. `search`: only customers with such a name, phone or order number at this shop. Throws DomainError `forbidden`.
 */
export async function listCustomers({
  by,
  shopId,
  search,
  ...page
}: OfShop & Page & { search?: string | undefined }): Promise<ShopCustomer[]> {
  requireRight('customers', by, shopId);
  const params = { shopId, ...rowsOf(page) };
  if (search === undefined) return many(LIST, { ...params, pattern: '' });
  const found = readOrderSearch(search);
  if (!found) return [];
  if ('words' in found) return many(LIST_BY_NAME, { ...params, pattern: containing(found.words) });
  return many(found.inPhones ? LIST_BY_DIGITS : LIST_BY_NUMBER, { ...params, pattern: `%${found.digits}%` });
}

/** Who of the shop's customers placed this order. `userId` or `mobile` is set. */
export type Person = { userId: number | null; mobile: string | null };

/** Throws DomainError `forbidden`, and `not_found` for an order of another shop or of a deleted account. */
export async function findPerson({ by, shopId, id }: OfCustomer, on?: Connection): Promise<Person> {
  requireRight('customers', by, shopId);
  const person = await one(FIND_PERSON, { shopId, orderId: id }, on);
  if (!person) throw new DomainError('not_found', 'Customer not found');
  return person;
}

/** A customer, with the note of the shop. Throws like `findPerson`. */
export async function getCustomer(request: OfCustomer): Promise<ShopCustomer> {
  const person = await findPerson(request);
  const customer = await one(GET, { shopId: request.shopId, ...person, limit: 1 });
  if (!customer) throw new DomainError('not_found', 'Customer not found');
  return customer;
}

/** The orders of a customer at the shop, newest first, paged like the list of customers. Throws like `findPerson`. */
export async function listCustomerOrders({ limit, after, ...request }: OfCustomer & Page): Promise<CustomerOrder[]> {
  const person = await findPerson(request);
  return many(LIST_ORDERS, { shopId: request.shopId, ...person, ...rowsOf({ limit, after }) });
}

const IS_NAMED = `(o.user_id IS NOT NULL OR o.customer_phone IS NOT NULL)
      AND NOT EXISTS (SELECT FROM users u WHERE u.id = o.user_id AND u.deleted_at IS NOT NULL)`;
const MOBILE = 'CASE WHEN o.user_id IS NULL THEN o.customer_phone END';

/** Selects `ShopCustomer`s from the orders that fulfil `where`, in groups that fulfil `having`. */
const selectCustomers = (where: string, having = 'true') => `
  WITH page AS MATERIALIZED (
    SELECT o.user_id, ${MOBILE} AS mobile, max(o.id) AS last_id, min(o.id) AS first_id, count(*)::int AS orders,
      coalesce(sum(o.total_paise) FILTER (WHERE ${IS_ORDERED}), 0)::bigint AS ordered_paise
    FROM orders o
    WHERE o.shop_id = :shopId AND ${IS_VISIBLE_TO_SHOP} AND ${IS_NAMED} AND ${where}
    GROUP BY o.user_id, ${MOBILE}
    HAVING ${having}
    ORDER BY last_id DESC LIMIT :limit
  )
  SELECT o.id, o.customer_name AS name, o.customer_phone AS phone, page.user_id IS NOT NULL AS has_account, page.orders,
    page.ordered_paise, first.created_at AS first_order_at, o.created_at AS last_order_at, record.note, record.blocked_at
  FROM page JOIN orders o ON o.id = page.last_id JOIN orders first ON first.id = page.first_id
  LEFT JOIN shop_customers record
    ON record.shop_id = :shopId AND (record.user_id = page.user_id OR record.mobile = page.mobile)
  ORDER BY o.id DESC`;

export type ListParams = { shopId: number; before: number | null; limit: number; pattern: string };

const listSql = (matches: string): Sql<ListParams, ShopCustomer> =>
  sql(
    selectCustomers(
      'true',
      `max(o.id) < coalesce(:before::bigint, 9223372036854775807) AND (:pattern::text = '' OR bool_or(${matches}))`,
    ),
    { readFrom: 'replica' },
  );

export const LIST = listSql('true');
const LIST_BY_NAME = listSql('o.customer_name ILIKE :pattern');
const LIST_BY_NUMBER = listSql('o.order_number LIKE :pattern');
const LIST_BY_DIGITS = listSql('o.order_number LIKE :pattern OR o.customer_phone LIKE :pattern');

const FIND_PERSON = sql<{ shopId: number; orderId: number }, Person>(
  `SELECT o.user_id, ${MOBILE} AS mobile FROM orders o
   WHERE o.id = :orderId AND o.shop_id = :shopId AND ${IS_VISIBLE_TO_SHOP} AND ${IS_NAMED}`,
);

const IS_OF_PERSON = `(o.user_id = :userId::bigint OR o.user_id IS NULL AND o.customer_phone = :mobile::text)`;

const GET = sql<Person & { shopId: number; limit: 1 }, ShopCustomer>(selectCustomers(IS_OF_PERSON));

const LIST_ORDERS = sql<Person & { shopId: number; before: number | null; limit: number }, CustomerOrder>(
  `SELECT o.id, o.order_number, o.created_at, o.status, o.channel, o.takeaway, o.payment_status, o.total_paise,
     o.refunded_paise, (SELECT count(*)::int FROM order_items i WHERE i.order_id = o.id) AS items
   FROM orders o
   WHERE o.shop_id = :shopId AND ${IS_VISIBLE_TO_SHOP} AND ${IS_OF_PERSON} AND ${BEFORE}
   ORDER BY o.id DESC LIMIT :limit`,
  { readFrom: 'replica' },
);
