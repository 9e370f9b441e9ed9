import {
  type PaymentProvider,
  type PaymentSearch,
  type PaymentState,
  type PaymentStatus,
  readPaymentSearch,
} from '@haat/contract/payments/payment';
import type { PaymentSort } from '@haat/contract/platform/operator-lists';
import { toRupees } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { sql } from '../db/database.ts';
import { NEEDS_ATTENTION } from '../payments/payment-health.ts';
import { containing, IN_DAYS, type ListDays, operatorList } from './operator-list.ts';

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

type PaymentFilter = ListDays & {
  search?: string | undefined;
  needs_attention?: 'true' | undefined;
  state?: PaymentState | undefined;
  provider?: PaymentProvider | undefined;
  shop?: number | undefined;
};
/** What of payment p went back or is going back. */
const REFUNDED_PAISE = `(SELECT coalesce(sum(r.amount_paise), 0)::bigint FROM refunds r
    WHERE r.payment_id = p.id AND r.state <> 'failed')`;

type PaymentSums = { payments: number; paid: number; receivedPaise: number; refundedPaise: number };

/**
 * The online payments of the platform. A search matches an order number, a provider's id, part of the customer's email, or a
 * confirmed mobile number.
 */
export const listedPayments = operatorList<ListedPayment, PaymentFilter, PaymentSort, PaymentSums>({
  table: 'payments',
  as: 'p',
  keys: { created: 'p.id', amount: 'p.amount_paise' },
  match: ({ search = '', needs_attention, state, provider, shop: shopId, from, to }) => {
    const found = readPaymentSearch(search);
    const where = [
      found ? getCondition(found) : ':searched::text IS NULL',
      ...(needs_attention ? [NEEDS_ATTENTION] : []),
      '(:state::text IS NULL OR p.state = :state)',
      '(:provider::text IS NULL OR p.provider = :provider)',
      '(:shopId::bigint IS NULL OR p.order_id IN (SELECT id FROM orders WHERE shop_id = :shopId))',
      IN_DAYS('p.created_at'),
    ].join(' AND ');
    return { where, params: { searched: found && getSearched(found), state, provider, shopId, from, to } };
  },
  rows: (ids, { by }) => `${selectPayments()} WHERE p.id = ANY (ARRAY(${ids})) ORDER BY ${by}`,
  sums: `
    SELECT count(*) AS payments, count(p.paid_at) AS paid,
      coalesce(sum(p.amount_paise) FILTER (WHERE p.paid_at IS NOT NULL), 0)::bigint AS received_paise,
      coalesce(sum(${REFUNDED_PAISE}), 0)::bigint AS refunded_paise
    FROM payments p`,
  most: 200,
  // Without their customers.
  file: {
    name: 'payments',
    columns: {
      payment: ({ id }) => id,
      begun: ({ createdAt }) => createdAt,
      paid: ({ paidAt }) => paidAt,
      provider: ({ provider }) => provider,
      state: ({ state }) => state,
      amount: ({ amountPaise }) => toRupees(amountPaise).toFixed(2),
      refunded: ({ refundedPaise }) => toRupees(refundedPaise).toFixed(2),
      order: ({ order }) => order && order.orderNumber,
      shop: ({ order }) => order && shopName({ slug: order.shopSlug, name: order.shopName }),
      provider_order_id: ({ providerOrderId }) => providerOrderId,
      provider_payment_id: ({ providerPaymentId }) => providerPaymentId,
    },
  },
  declare: (text) => sql(text, { prepare: false }),
});

function getCondition(search: PaymentSearch): string {
  if ('orderId' in search) return 'p.order_id = :searched::bigint';
  if ('email' in search) return 'p.user_id IN (SELECT id FROM users WHERE email LIKE :searched)';
  if ('mobile' in search) return 'p.user_id = (SELECT id FROM users WHERE login_mobile = :searched)';
  return `p.id IN (${WITH_PROVIDER_ID})`;
}

function getSearched(search: PaymentSearch): string | number {
  if ('orderId' in search) return search.orderId;
  if ('mobile' in search) return search.mobile;
  return 'email' in search ? containing(search.email) : search.name;
}

// The providers are listed for the indexes, which begin with them.
const WITH_PROVIDER_ID = `
  SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_order_id = :searched
  UNION ALL SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_payment_id = :searched
  UNION ALL SELECT payment_id FROM refunds WHERE provider_refund_id = :searched`;

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
