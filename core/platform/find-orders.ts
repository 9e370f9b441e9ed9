import { mobileIn } from '@haat/contract/accounts/address';
import type { OrderSort } from '@haat/contract/platform/operator-lists';
import { toRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentMethod } from '@haat/contract/orders/counter-sale';
import type { PaymentStatus } from '@haat/contract/payments/payment';
import { sql } from '../db/database.ts';
import { IS_ORDERED } from '../money/money.sql.ts';
import { REFUNDABLE_CASH, REFUNDABLE_ONLINE } from '../payments/refundable.sql.ts';
import { containing, IN_DAYS, type ListDays, operatorList } from './operator-list.ts';

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

/** `orderedOrders`: the number of orders in `orderedPaise`. */
type OrderSums = { orders: number; orderedOrders: number; orderedPaise: number; refundedPaise: number };

/**
 * The orders of all shops. A search matches the order number, a mobile number (of the order, or confirmed by its customer),
 * customers whose email contains the text (the 200 newest such accounts), or shops whose name or slug contains it (the 50 newest).
 */
export const foundOrders = operatorList<FoundOrder, OrderFilter, OrderSort, OrderSums>({
  table: 'orders',
  as: 'o',
  keys: { created: 'o.id', total: 'o.total_paise' },
  match: ({ search = '', status, payment_status: paymentStatus, shop: shopId, from, to }) => {
    const { by, searched } = readSearch(search.trim());
    const where = `${WAYS[by]}
      AND (:status::text IS NULL OR o.status = :status)
      AND (:paymentStatus::text IS NULL OR o.payment_status = :paymentStatus)
      AND (:shopId::bigint IS NULL OR o.shop_id = :shopId) AND ${IN_DAYS('o.created_at')}`;
    return { where, params: { searched, status, paymentStatus, shopId, from, to } };
  },
  rows: (ids, { by }) => `${SELECT_ORDERS} WHERE o.id = ANY (ARRAY(${ids})) ORDER BY ${by}`,
  sums: `
    SELECT count(*) AS orders, count(*) FILTER (WHERE ${IS_ORDERED}) AS ordered_orders,
      coalesce(sum(o.total_paise) FILTER (WHERE ${IS_ORDERED}), 0)::bigint AS ordered_paise,
      coalesce(sum(o.refunded_paise), 0)::bigint AS refunded_paise
    FROM orders o`,
  most: 50,
  // Without their customers, because files are passed on easily.
  file: {
    name: 'orders',
    columns: {
      order: ({ orderNumber }) => orderNumber,
      placed: ({ createdAt }) => createdAt,
      shop: ({ shop }) => shopName(shop),
      link: ({ shop }) => shop.slug,
      type: ({ takeaway }) => (takeaway ? 'takeaway' : 'delivery'),
      status: ({ status }) => status,
      payment_status: ({ paymentStatus }) => paymentStatus,
      total: ({ totalPaise }) => toRupees(totalPaise).toFixed(2),
      refunded: ({ refundedPaise }) => toRupees(refundedPaise).toFixed(2),
    },
  },
  declare: (text) => sql(text, { prepare: false, readFrom: 'replica' }),
});

function readSearch(text: string): { by: keyof typeof WAYS; searched: string | null } {
  if (text === '') return { by: 'all', searched: null };
  const pattern = containing(text.toLowerCase());
  if (text.includes('@')) return { by: 'email', searched: pattern };
  const mobile = mobileIn(text);
  if (mobile !== undefined) return { by: 'mobile', searched: mobile };
  const [, digits] = /^#?\s*H?\s*0*([1-9]\d{0,14})$/i.exec(text) ?? [];
  return digits === undefined ? { by: 'shop', searched: pattern } : { by: 'number', searched: digits };
}

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

const SELECT_ORDERS = `
  SELECT o.id, o.order_number, o.created_at, o.status, o.takeaway, o.payment_method, o.payment_status, o.total_paise, o.refunded_paise,
    ${REFUNDABLE_ONLINE} AS refundable_online_paise, ${REFUNDABLE_CASH} AS refundable_cash_paise,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name) AS shop,
    o.customer_name, o.customer_phone, u.email AS customer_email
  FROM orders o JOIN shops shop ON shop.id = o.shop_id LEFT JOIN users u ON u.id = o.user_id`;
