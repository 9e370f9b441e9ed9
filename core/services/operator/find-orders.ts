import { mobileIn } from '@haat/contract/rules/address';
import type { OrderStatus } from '@haat/contract/rules/order-status';
import type { PaymentStatus } from '@haat/contract/rules/payment';
import { many, sql } from '../../db/database.ts';
import { BEFORE } from '../orders/list-orders.ts';
import { REFUNDABLE_CASH, REFUNDABLE_ONLINE } from '../payments/refundable.sql.ts';

/** An order of any shop, also one that is not paid, as the operator finds it. */
export type FoundOrder = {
  id: number;
  orderNumber: string;
  createdAt: Date;
  status: OrderStatus;
  takeaway: boolean;
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

const MOST_ORDERS = 50;

type Request = { search?: string | undefined; limit?: number | undefined; after?: number | undefined };

/**
 * Orders of all shops, newest first, those after the order `after` in the list, at most 50: all, the one of a number, those of a
 * mobile number (of the order, or confirmed by its customer), or those of customers whose email contains the text, of the 200 newest
 * such accounts. Nothing for any other text.
 */
export async function findOrders({ search = '', limit = MOST_ORDERS, after }: Request): Promise<FoundOrder[]> {
  const found = readSearch(search);
  if (!found) return [];
  const page = { before: after ?? null, limit: Math.min(limit, MOST_ORDERS) };
  return many(FIND[found.by], { ...page, searched: found.searched });
}

type Found = { by: 'all' | 'number' | 'mobile' | 'email'; searched: string | null };

function readSearch(search: string): Found | undefined {
  const text = search.trim();
  if (text === '') return { by: 'all', searched: null };
  if (text.includes('@'))
    return { by: 'email', searched: `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%` };
  const mobile = mobileIn(text);
  if (mobile !== undefined) return { by: 'mobile', searched: mobile };
  const [, digits] = /^#?\s*H?\s*0*([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? undefined : { by: 'number', searched: digits };
}

export type FindParams = { before: number | null; limit: number; searched: string | null };

const IDS = `SELECT o.id FROM orders o WHERE ${BEFORE}`;
const NEWEST = 'ORDER BY o.id DESC LIMIT :limit::int';

/** Finds the page in indexes, each way with its own, and reads only its orders. */
const findSql = (name: Found['by'], page: string) =>
  sql<FindParams, FoundOrder>(
    `
  SELECT o.id, o.order_number, o.created_at, o.status, o.takeaway, o.payment_status, o.total_paise, o.refunded_paise,
    ${REFUNDABLE_ONLINE} AS refundable_online_paise, ${REFUNDABLE_CASH} AS refundable_cash_paise,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name) AS shop,
    o.customer_name, o.customer_phone, u.email AS customer_email
  FROM orders o JOIN shops shop ON shop.id = o.shop_id JOIN users u ON u.id = o.user_id
  WHERE o.id = ANY (ARRAY(${page})) ORDER BY o.id DESC`,
    `find-orders-by-${name}`,
  );

const MOST_ACCOUNTS = 200;

export const FIND: Record<Found['by'], ReturnType<typeof findSql>> = {
  all: findSql('all', `${IDS} AND :searched::text IS NULL ${NEWEST}`),
  number: findSql('number', `${IDS} AND o.id = :searched::bigint ${NEWEST}`),
  mobile: findSql(
    'mobile',
    `SELECT o.id FROM (
      (${IDS} AND o.customer_phone = :searched::text ${NEWEST})
      UNION (${IDS} AND o.user_id = (SELECT id FROM users WHERE login_mobile = :searched::text) ${NEWEST})
    ) o ${NEWEST}`,
  ),
  email: findSql(
    'email',
    `${IDS} AND o.user_id = ANY (ARRAY(
      SELECT id FROM users WHERE email LIKE :searched::text ORDER BY id DESC LIMIT ${MOST_ACCOUNTS}
    )) ${NEWEST}`,
  ),
};
