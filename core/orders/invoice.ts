import type { OrderChannel, PaymentMethod } from '@haat/contract/orders/counter-sale';
import type { OrderActor, OrderReason } from '@haat/contract/orders/order-reasons';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/orders/order-status';
import type { PaymentStatus, RefundState } from '@haat/contract/payments/payment';
import type { OpeningHours } from '@haat/contract/shops/opening-hours';
import { type Settlement, settlementOf } from '@haat/contract/payments/settlement';
import { isSale } from '@haat/machines/orders/is-sale';
import { isEndedEarly } from '@haat/machines/orders/order.machine';
import type { DeliveryAddress } from '../db/orders.models.ts';
import { many, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import type { Session } from '../accounts/session.ts';
import { may } from '../accounts/shop-rights.ts';
import { openingHours } from '../shops/opening-hours.sql.ts';
import { type Seller, SELLER } from '../shops/seller.sql.ts';
import { SPLIT_PAYMENTS } from '../payments/paid-parts.sql.ts';
import type { PayoutMethod } from '../payments/refund-part.ts';
import { IS_VISIBLE_TO_SHOP, LINE_PAISE, type PaidPart } from './order-record.ts';

export type InvoiceItem = {
  name: string;
  size: string | null;
  color: string | null;
  unit: string | null;
  quantity: number;
  packedGrams: number | null;
  pricePaise: number;
  /** The price of a line, which is not price times quantity where it was weighed or replaced at the old price. */
  amountPaise: number;
  mrpPaise: number | null;
  /** The share of the item in a discount on the whole counter sale, already subtracted from the amount. */
  discountPaise: number;
};

export type InvoiceShop = {
  id: number;
  slug: string;
  name: string | null;
  address: string | null;
  phone: string | null;
  latitude: number | null;
  longitude: number | null;
  timeZone: string;
  opening: OpeningHours;
};

/** `text`: the reason in their own words. `asAsked`: because the customer had asked to cancel. */
export type Ending = { actor: OrderActor; reason: OrderReason | null; text: string | null; asAsked: boolean };

export type InvoiceRefund = {
  amountPaise: number;
  by: PayoutMethod | 'online';
  state: RefundState;
  ofChange: boolean;
  at: string;
};

/** An order with the contents of its documents: seller, names and prices as of when it was placed. `shop`: its current data. */
export type Invoice = {
  id: number;
  /** Null for a sale over the counter. */
  userId: number | null;
  orderNumber: string;
  createdAt: Date;
  status: OrderStatus;
  channel: OrderChannel;
  paymentMethod: PaymentMethod;
  /** The parts of a split payment. */
  payments: PaidPart[] | null;
  paymentStatus: PaymentStatus;
  totalPaise: number;
  /** The totals before each change of the items, oldest first. */
  earlierTotals: number[];
  refundedPaise: number;
  cashExtraPaise: number;
  revision: number;
  takeaway: boolean;
  customerName: string;
  customerPhone: string | null;
  address: DeliveryAddress | null;
  shop: InvoiceShop;
  seller: Seller;
  items: InvoiceItem[];
  /** Who ended it before its delivery, and why; null for others. */
  ending: Ending | null;
  /** What went back, or is going back, to the customer, oldest first. `ofChange`: because the items cost less than was paid. */
  refunds: InvoiceRefund[];
};

/**
 * The invoice of an order, for its customer, a member of its shop and the operator. Throws not_found to anyone else, and for an
 * order that was never placed because it is not paid; status_not_allowed for one that ended before its delivery.
 */
export async function readInvoice({ orderId, by }: { orderId: number; by: Session }): Promise<Invoice> {
  const [invoice] = await many(READ_PLACED, { orderIds: [orderId] });
  if (!invoice || !(invoice.userId === by.userId || may('orders', by, invoice.shop.id)))
    throw new DomainError('not_found', 'Order not found');
  if (!isSale(invoice.status, invoice.paymentStatus))
    throw new DomainError('status_not_allowed', 'This order ended before its delivery, so it has no invoice.');
  return invoice;
}

/** The same of any orders, by id. */
export async function readInvoices(orderIds: number[]): Promise<Map<number, Invoice>> {
  const invoices = await many(READ, { orderIds });
  return new Map(invoices.map((invoice) => [invoice.id, invoice]));
}

/**
 * The saving of the lines compared with the printed maximum prices, in paise. Counts only lines that cost their price times
 * their quantity before discounts.
 */
export const savedPaise = (items: InvoiceItem[]): number =>
  items.reduce(
    (sum, { mrpPaise, pricePaise, amountPaise, discountPaise, quantity }) =>
      sum +
      (amountPaise + discountPaise === pricePaise * quantity ? ((mrpPaise ?? pricePaise) - pricePaise) * quantity : 0),
    0,
  );

/** The payments and refunds of an order; undefined as long as nothing was paid. */
export const invoiceSettlement = (invoice: Invoice): Settlement | undefined =>
  settlementOf({
    ...invoice,
    isOnline: invoice.paymentMethod === 'online',
    isDelivered: invoice.status === 'Delivered',
    totals: [...invoice.earlierTotals, invoice.totalPaise],
  });

const EARLY_ENDS = ORDER_STATUSES.filter(isEndedEarly)
  .map((status) => `'${status}'`)
  .join(', ');

const SELECT = `
  SELECT o.id, o.user_id, o.order_number, o.created_at, o.status, o.channel, o.payment_method, ${SPLIT_PAYMENTS} AS payments,
    o.payment_status, o.total_paise, o.refunded_paise, o.cash_extra_paise, o.revision, o.takeaway, o.customer_name, o.customer_phone, o.address,
    CASE WHEN o.revision = 1 THEN '[]'::json ELSE (
      SELECT json_agg(r.total_paise ORDER BY r.revision) FROM order_revisions r WHERE r.order_id = o.id) END AS earlier_totals,
    ${SELLER} AS seller,
    CASE WHEN o.status IN (${EARLY_ENDS}) THEN (
      SELECT json_build_object('actor', e.actor, 'reason', e.reason, 'text', e.reason_text, 'asAsked', EXISTS (
        SELECT FROM cancellation_requests r WHERE r.order_id = o.id AND r.state = 'granted'))
      FROM order_events e WHERE e.order_id = o.id AND e.to_status = o.status ORDER BY e.id DESC LIMIT 1) END AS ending,
    json_build_object('id', shop.id, 'slug', shop.slug, 'name', shop.name, 'address', shop.address, 'phone', shop.phone,
      'latitude', shop.latitude, 'longitude', shop.longitude, 'timeZone', shop.time_zone,
      'opening', ${openingHours('shop')}) AS shop,
    (SELECT coalesce(json_agg(json_build_object('name', i.name, 'size', i.size, 'color', i.color, 'unit', i.unit,
        'quantity', i.quantity, 'packedGrams', i.packed_grams, 'pricePaise', i.unit_price_paise,
        'amountPaise', ${LINE_PAISE}, 'mrpPaise', i.mrp_paise, 'discountPaise', i.discount_paise) ORDER BY i.id), '[]')
      FROM order_items i WHERE i.order_id = o.id) AS items,
    (SELECT coalesce(json_agg(json_build_object('amountPaise', r.amount_paise, 'by', r.by, 'state', r.state,
        'ofChange', r.reason = 'adjustment', 'at', r.at)
        ORDER BY r.at), '[]')
      FROM (
        SELECT amount_paise, 'online' AS by, state, coalesce(reason, '') AS reason, updated_at AS at FROM refunds WHERE order_id = o.id AND NOT is_retried
        UNION ALL SELECT amount_paise, method, 'done', reason, at FROM cash_payouts WHERE order_id = o.id
      ) r) AS refunds
  FROM orders o JOIN shops shop ON shop.id = o.shop_id
  WHERE o.id = ANY(:orderIds::bigint[])`;

const READ = sql<{ orderIds: number[] }, Invoice>(SELECT);
const READ_PLACED = sql<{ orderIds: number[] }, Invoice>(`${SELECT} AND ${IS_VISIBLE_TO_SHOP}`);
