import type { OrderCountsView } from '@haat/contract/orders/orders.calls';
import {
  MAX_ORDER_COUNT,
  readOrderSearch,
  ORDER_STATUSES,
  type OrderSearch,
  type OrderStatus,
  type ShopOrderGroup,
} from '@haat/contract/orders/order-status';
import { isPickupCode } from '@haat/contract/orders/pickup-code';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import { database, many, type Sql, sql } from '../db/database.ts';
import type { Session } from '../accounts/session.ts';
import { countUseHere, type Limit } from '../rate-limit/limit.ts';
import { requireRight } from '../accounts/shop-rights.ts';
import { containing, ordersByWords } from './orders-by-words.sql.ts';
import { IS_VISIBLE_TO_SHOP, type OrderRecord, SHOP_ORDER_RECORD } from './order-record.ts';

/** A page of orders: at most `limit`, 50 by default and never more than 200, those after the order `after` in the list. */
export type Page = { limit?: number | undefined; after?: number | undefined };

const DEFAULT_ORDERS = 50;
const MOST_ORDERS = 200;

export const toPageParams = ({ limit = DEFAULT_ORDERS, after }: Page): PageParams => ({
  before: after ?? null,
  limit: Math.min(limit, MOST_ORDERS),
});

type Filter = {
  status?: OrderStatus | undefined;
  group?: ShopOrderGroup | undefined;
  search?: string | undefined;
};
/** So many digits are in few numbers: they are found by trigrams. Fewer are soon found in the newest orders. */
const MANY_DIGITS = 4;
/** Of searches by pickup code by one member: more would find out the codes of orders whose customers have not shown them. */
const CODE_SEARCHES: Limit = { name: 'pickup_code_search', points: 30, seconds: 600 };

type Request = Page & Filter & { by: Session; shopId: number };

/**
 * A page of the orders of a shop, newest first; the group `open` oldest first, unless searched by words. Filtered by `status`,
 * `group` or `search`, which matches number, phone, customer and product, and the pickup code of an open takeaway. Throws
 * forbidden unless the session belongs to a member of the shop or the platform operator.
 */
export async function listShopOrders({ by, shopId, status, group, search, ...page }: Request): Promise<OrderRecord[]> {
  requireRight('orders', by, shopId);
  const found = search === undefined ? undefined : readOrderSearch(search);
  if (search !== undefined && !found) return [];

  const params = { shopId, ...toPageParams(page), after: page.after ?? null, status };
  const filter = { byStatus: status !== undefined, group };
  // The shop works on its open orders, and live events update the newest of the others: neither may be older than the last event.
  const isLive = group !== 'done' || (page.after === undefined && !found);
  const on = isLive ? database().pool : undefined;
  if (!found) return many(shopOrdersSql(filter), params, on);

  const code = group === 'done' ? undefined : await pickupCodeIn(found, by);
  const statement = foundOrdersSql({ ...filter, search: found, byCode: code !== undefined });
  const orders = await many(statement, { ...params, pattern: patternOf(found), code }, on);
  if (orders.length === 0) return [];
  const ids = orders.map(({ id }) => id);
  const records = await many(SHOP_ORDERS_BY_IDS, { ids }, on);
  // The ids may have come from the primary and be newer than the replica's data.
  return records.length === ids.length ? records : many(SHOP_ORDERS_BY_IDS, { ids }, database().pool);
}

/** The pickup code that these digits may be; undefined too after many such searches, which then find by number and phone alone. */
async function pickupCodeIn(search: OrderSearch, { actorId }: Session): Promise<string | undefined> {
  if (!('digits' in search) || !search.inPhones || !isPickupCode(search.digits)) return undefined;
  return countCodeSearch(actorId).then(
    () => search.digits,
    () => undefined,
  );
}

/** Counts a search by pickup code. Throws DomainError `rate_limited` after too many by one member. */
export const countCodeSearch = (actorId: number): Promise<void> => countUseHere(CODE_SEARCHES, String(actorId));

/** How many orders of a shop have each status, counted up to 1000. Throws forbidden like `listShopOrders`. */
export async function countShopOrders(by: Session, shopId: number): Promise<OrderCountsView> {
  requireRight('orders', by, shopId);
  const rows = await many(COUNT_SHOP_ORDERS, { shopId, statuses: ORDER_STATUSES, limit: MAX_ORDER_COUNT });
  return Object.fromEntries(rows.map(({ status, count }) => [status, count])) as OrderCountsView;
}

export type PageParams = { before: number | null; limit: number };

/** The orders after the cursor: older ones have smaller ids. */
export const BEFORE = `o.id < coalesce(:before::bigint, 9223372036854775807)`;

/** Oldest first: the orders after the cursor have larger ids. */
const AFTER = `o.id > coalesce(:after::bigint, 0)`;

// As in the condition of the index `orders_open_of_shop`.
export const IS_OPEN = `o.status IN (${OPEN_STATUSES.map((status) => `'${status}'`).join(', ')})`;
const IN_GROUP: Record<ShopOrderGroup, string> = { open: IS_OPEN, done: `NOT ${IS_OPEN}` };

type ShopOrdersFilter = { byStatus: boolean; group?: ShopOrderGroup | undefined };
type ShopOrdersParams = PageParams & { shopId: number; after?: number | null; status?: OrderStatus | undefined };

/**
 * Finds the page in an index alone and reads only its orders. Each kind of filter is its own statement, so that each
 * is planned once.
 */
export function shopOrdersSql({ byStatus, group }: ShopOrdersFilter): Sql<ShopOrdersParams, OrderRecord> {
  const { conditions, order } = pageOf({ byStatus, group }, group === 'open');
  return sql(
    `${SHOP_ORDER_RECORD} WHERE o.id = ANY (ARRAY(SELECT o.id FROM orders o WHERE ${conditions} ORDER BY ${order} LIMIT :limit))
     ORDER BY ${order}`,
    { readFrom: 'replica' },
  );
}

/** `pattern`: for LIKE. `code`: a pickup code. */
type FoundOrdersParams = ShopOrdersParams & { pattern: string; code?: string | undefined };

/**
 * The ids of the page of found orders. It is planned for each text anew, because one name is rare and read from its index and
 * another on every order. The orders are read by a second, prepared statement: planning all of their columns takes 4 ms.
 */
export function foundOrdersSql({
  search,
  byCode = false,
  ...filter
}: ShopOrdersFilter & { search: OrderSearch; byCode?: boolean }): Sql<FoundOrdersParams, { id: number }> {
  const { conditions, order } = pageOf(filter, filter.group === 'open' && 'digits' in search);
  if ('words' in search) return sql(ordersByWords(conditions), { prepare: false, readFrom: 'replica' });
  const byPhone = search.inPhones ? ' OR o.customer_phone LIKE :pattern::text' : '';
  const all = `${conditions} AND (o.order_number LIKE :pattern::text${byPhone})`;
  const withCode = byCode
    ? ` UNION SELECT o.id FROM orders o WHERE ${conditions} AND ${IS_OPEN} AND o.takeaway AND o.pickup_code = :code::text`
    : '';
  return sql(
    search.digits.length < MANY_DIGITS
      ? `SELECT o.id FROM orders o WHERE ${all} ORDER BY ${order} LIMIT :limit`
      : `WITH o AS MATERIALIZED (SELECT o.id FROM orders o WHERE ${all}${withCode}) SELECT o.id FROM o ORDER BY ${order} LIMIT :limit`,
    { prepare: false, readFrom: 'replica' },
  );
}

const patternOf = (search: OrderSearch): string => containing('digits' in search ? search.digits : search.words);

export const SHOP_ORDERS_BY_IDS = sql<{ ids: number[] }, OrderRecord>(
  `${SHOP_ORDER_RECORD} WHERE o.id = ANY (:ids::bigint[]) ORDER BY array_position(:ids::bigint[], o.id)`,
  { readFrom: 'replica' },
);

function pageOf({ byStatus, group }: ShopOrdersFilter, oldestFirst: boolean): { conditions: string; order: string } {
  const conditions = [
    `o.shop_id = :shopId AND ${IS_VISIBLE_TO_SHOP} AND ${oldestFirst ? AFTER : BEFORE}`,
    ...(byStatus ? ['o.status = :status::text'] : []),
    ...(group ? [IN_GROUP[group]] : []),
  ];
  return { conditions: conditions.join(' AND '), order: oldestFirst ? 'o.id' : 'o.id DESC' };
}

type Count = { status: OrderStatus; count: number };

export const COUNT_SHOP_ORDERS = sql<{ shopId: number; statuses: readonly OrderStatus[]; limit: number }, Count>(
  `
  SELECT counted.status, (
    SELECT count(*) FROM (
      SELECT FROM orders o WHERE o.shop_id = :shopId AND o.status = counted.status AND ${IS_VISIBLE_TO_SHOP} LIMIT :limit
    ) found
  ) AS count
  FROM unnest(:statuses::text[]) AS counted (status)`,
);
