import type { OrderView } from '@haat/contract/orders/orders.calls';
import { COUNTER_SALE_NAME, spreadDiscount } from '@haat/contract/orders/counter-sale';
import { toRupees } from '@haat/contract/rupees';
import { amountOf, priceOf, totalsOf } from '@haat/machines/orders/basket';
import type { SaleRequest } from '@haat/machines/orders/counter-sale.machine';
import { serverNow } from '../../lib/server-clock.ts';
import { PROVISIONAL_ID, type ReceiptShop } from '../orders/receipts/receipt-shop.ts';

type Sale = { request: SaleRequest; number: string; shopId: number; shop: ReceiptShop };

/** The order that a sale without a connection will become, for its receipt. */
export function provisionalOrder({ request: { basket, payment }, number, shopId, shop }: Sale): OrderView {
  const { totalPaise, discountPaise } = totalsOf(basket);
  const discounts = spreadDiscount(basket.lines.map(amountOf), discountPaise);
  const { slug, name, phone } = shop;
  return {
    ...NOTHING,
    orderNumber: number,
    order_date: new Date(serverNow()).toISOString(),
    payment_method: payment,
    total: toRupees(totalPaise),
    customer_phone: basket.phone ?? null,
    shop: { id: shopId, slug, name, phone },
    items: basket.lines.map((line, nr) => ({
      id: line.item.variant_id,
      product_id: line.item.variant_id,
      name: line.item.name,
      size: line.item.size,
      color: line.item.color,
      unit: line.item.unit,
      unit_type: line.item.unit,
      image: line.item.image,
      size_id: null,
      color_id: null,
      unit_id: null,
      quantity: line.quantity,
      price: toRupees(priceOf(line)),
      amount: toRupees(amountOf(line) - (discounts[nr] ?? 0)),
      discount: toRupees(discounts[nr] ?? 0),
      mrp: line.item.mrp,
      packed_grams: line.grams ?? null,
      written_off: 0,
    })),
  };
}

/** What a sale over the counter does not have. */
const NOTHING = {
  id: PROVISIONAL_ID,
  channel: 'counter',
  order_status: 'Delivered',
  payment_status: 'collected',
  takeaway: true,
  refunded: 0,
  refundable: { online: 0, cash: 0 },
  cash_extra: 0,
  revision: 1,
  minordervalue: 0,
  customer_name: COUNTER_SALE_NAME,
  customer_phone: null,
  address: null,
  note: null,
  steps: [],
  accept_by: null,
  promised_at: null,
  unanswered_from: null,
  cancel_until: null,
  report_until: null,
  hold_until: null,
  asks_code: false,
  pickup_code: null,
  problems: [],
  replaces: null,
  cancellation: null,
  if_unavailable: 'call_me',
  revisions: [],
  proposal: null,
} satisfies Partial<OrderView>;
