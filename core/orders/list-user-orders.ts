import type { OrderedShopView } from '@haat/contract/orders/orders.calls';
import { wordsOf } from '@haat/contract/fold-text';
import {
  COMPLETED,
  ENDING_PAYMENTS,
  type OrderGroup,
  type OrderGroupFilter,
  type OrderPeriod,
} from '@haat/contract/orders/order-list';
import { synonymsOf } from '@haat/contract/catalog/synonyms';
import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { isEndedEarly } from '@haat/machines/orders/order.machine';
import { database, many, sql } from '../db/database.ts';
import { shopIdOfSlug } from '../db/find-shop.ts';
import { BEFORE, type Page, type PageParams, toPageParams } from './list-orders.ts';
import { ORDER_RECORD, type OrderRecord } from './order-record.ts';

type Filter = {
  group?: OrderGroupFilter | undefined;
  /** The slug of the shop. */
  shop?: string | undefined;
  period?: OrderPeriod | undefined;
  search?: string | undefined;
};

const INTERVALS: Record<OrderPeriod, string> = { '30-days': '30 days', '3-months': '3 months', '1-year': '1 year' };

/**
 * A page of the user's own orders, newest first, optionally of a group, a shop and a period. `search` finds orders by the digits
 * of their number or by the words of a product name.
 */
export async function listUserOrders({ userId, search, ...filter }: Page & Filter & { userId: number }) {
  const params = { userId, ...toPageParams(filter), ...toFilterParams(filter) };
  // Live events update the newest orders: they must not be older than the last event.
  const isLive = filter.after === undefined && filter.group !== 'past';
  if (search === undefined) return many(LIST_USER_ORDERS, params, isLive ? database().pool : undefined);
  const found = await toSearchParams(userId, search);
  return found ? many(SEARCH_USER_ORDERS, { ...params, ...found }) : [];
}

/** The shops that the user has ordered from, by name. */
export const listOrderedShops = (userId: number): Promise<OrderedShopView[]> => many(LIST_ORDERED_SHOPS, { userId });

function toFilterParams({ group, shop, period }: Filter): FilterParams {
  return {
    groups: group === undefined ? null : group === 'past' ? PAST : [group],
    shop: shop ?? null,
    since: period === undefined ? null : INTERVALS[period],
  };
}

const PAST: readonly OrderGroup[] = ['delivered', 'not_completed'];

/** Further words of a search are ignored. */
const MAX_WORDS = 6;

/** The order number or the product names that a search matches; undefined if it cannot match any. */
async function toSearchParams(userId: number, search: string): Promise<SearchParams | undefined> {
  const words = wordsOf(search).slice(0, MAX_WORDS);
  if (words.length === 0) return undefined;
  const terms = words.map((word) => [word, ...synonymsOf(word)]);
  // Customers order the same products repeatedly, so there are few names.
  const ordered = await many(LIST_ORDERED_NAMES, { userId });
  const names = ordered.map(({ name }) => name).filter((name) => hasTerms(name, terms));
  const [, digits] = /^#?\s*h?\s*(\d+)$/i.exec(search.trim()) ?? [];
  return { names, digits: digits === undefined ? null : `%${digits}%` };
}

/** Whether one of the terms for each word of the search begins a word of the name. */
function hasTerms(name: string, terms: readonly (readonly string[])[]): boolean {
  const words = wordsOf(name);
  return terms.every((each) => each.some((term) => words.some((word) => word.startsWith(term))));
}

type FilterParams = { groups: readonly OrderGroup[] | null; shop: string | null; since: string | null };
type ListParams = PageParams & FilterParams & { userId: number };
type SearchParams = {
  names: readonly string[];
  /** A pattern for LIKE. */
  digits: string | null;
};

/**
 * Orders that were not paid in time are hidden, unless a payment arrived too late and is refunded. Not with EXISTS: that may
 * be planned as a scan of all refunds.
 */
const IS_VISIBLE_TO_CUSTOMER = `(o.payment_status <> 'expired' OR (
  SELECT true FROM payments p WHERE p.order_id = o.id AND p.state IN ('refund_due', 'refunded') LIMIT 1))`;

const listed = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** The group of an order, by the same rule as `orderGroup` in `machines`. */
const GROUP = `CASE
  WHEN o.status = '${COMPLETED}' THEN 'delivered'
  WHEN o.status IN (${listed(ORDER_STATUSES.filter(isEndedEarly))}) OR o.payment_status IN (${listed(ENDING_PAYMENTS)}) THEN 'not_completed'
  ELSE 'running' END`;

/**
 * Finds the page in the index of the user's orders alone and reads only its orders. OFFSET 0 keeps the planner from an index
 * of the shop instead, which has the orders of all its customers.
 */
const listStatement = (condition: string): string => `${ORDER_RECORD}
  WHERE o.id = ANY (ARRAY(
    SELECT o.id FROM (
      SELECT o.id, o.shop_id, o.status, o.payment_status, o.created_at, o.order_number FROM orders o
      WHERE o.user_id = :userId AND ${BEFORE} ORDER BY o.id DESC OFFSET 0
    ) o
    WHERE (:groups::text[] IS NULL OR ${GROUP} = ANY (:groups))
      AND (:shop::text IS NULL OR o.shop_id = ${shopIdOfSlug(':shop::text')})
      AND (:since::interval IS NULL OR o.created_at >= now() - :since)
      AND ${IS_VISIBLE_TO_CUSTOMER} AND ${condition}
    ORDER BY o.id DESC LIMIT :limit
  )) ORDER BY o.id DESC`;

export const LIST_USER_ORDERS = sql<ListParams, OrderRecord>(listStatement('true'), { readFrom: 'replica' });

/** OFFSET 0: order by order, instead of reading all items of all customers. */
const itemsWhere = (condition: string): string =>
  `SELECT i.name FROM order_items i WHERE i.order_id = o.id AND ${condition} OFFSET 0`;

export const SEARCH_USER_ORDERS = sql<ListParams & SearchParams, OrderRecord>(
  listStatement(`(o.order_number LIKE :digits::text OR EXISTS (${itemsWhere('i.name = ANY (:names::text[])')}))`),
  { readFrom: 'replica' },
);

export const LIST_ORDERED_NAMES = sql<{ userId: number }, { name: string }>(
  `SELECT DISTINCT item.name FROM orders o CROSS JOIN LATERAL (${itemsWhere('true')}) item WHERE o.user_id = :userId`,
  { readFrom: 'replica' },
);

const LIST_ORDERED_SHOPS = sql<{ userId: number }, OrderedShopView>(
  `SELECT s.id, s.slug, s.name FROM shops s
  WHERE s.id IN (SELECT o.shop_id FROM orders o WHERE o.user_id = :userId AND ${IS_VISIBLE_TO_CUSTOMER})
  ORDER BY lower(coalesce(s.name, s.slug)), s.id`,
  { readFrom: 'replica' },
);
