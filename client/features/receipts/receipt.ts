import type { OrderItemView, OrderView } from '@haat/contract/api/orders';
import { addressLine } from '@haat/contract/rules/address';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop';
import type { Text } from '../../i18n/use-text.ts';
import { variantLabel } from '../../i18n/use-name.ts';

type ReceiptItem = { what: string; each: string; amount: string };

/** The texts of a receipt without a layout; undefined for what it leaves out. */
export type Receipt = {
  copy: string | undefined;
  shop: string;
  shopPhone: string | undefined;
  order: string;
  date: string;
  kind: string;
  items: ReceiptItem[];
  totalLabel: string;
  total: string;
  payment: string;
  customer: string[];
};

type DateStyle = 'medium' | 'short';
/** `form` formats the variant of a line; a `short` date has digits only in every language. */
type Wording = { t: Text; locale: string; isCopy: boolean; form?: typeof variantLabel; dateStyle?: DateStyle };

/**
 * The receipt of an order, in Indian time. The address is left out of takeaway orders, and below 200 rupees where the order
 * type is unknown.
 */
export function toReceipt(order: OrderView, wording: Wording): Receipt {
  const { t, locale, isCopy, form = variantLabel, dateStyle = 'medium' } = wording;
  const { shop, total, customer_name, customer_phone, address } = order;
  const isTakeaway = hidesAddress(order);
  const place = isTakeaway || !address ? undefined : addressLine(address);
  const amount = formatRupees(total);
  return {
    copy: isCopy ? t('receipts.copy') : undefined,
    shop: shopName(shop),
    shopPhone: shop.phone ?? undefined,
    order: t('history.order', { number: order.orderNumber || String(order.id) }),
    date: dateText(order.order_date, locale, dateStyle),
    kind: t(isTakeaway ? 'receipts.takeaway' : 'receipts.delivery'),
    items: order.items.map((item) => itemOf(item, form)),
    totalLabel: t('receipts.total'),
    total: amount,
    payment: paymentText(order, t),
    customer: [customer_name, customer_phone, place].filter((text) => text !== null && text !== undefined),
  };
}

function paymentText({ payment_method, payment_status, total }: OrderView, t: Text): string {
  if (payment_status === 'refund_due' || payment_status === 'refunded') return t('shopOrders.refunded');
  return payment_method === 'cod' ? t('receipts.collect', { amount: formatRupees(total) }) : t('history.paidOnline');
}

// The quantity first, so that it is not overlooked when packing.
function itemOf(item: OrderItemView, wordForm: typeof variantLabel): ReceiptItem {
  const { name, price, quantity, size, color, unit } = item;
  const form = wordForm({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
  return {
    what: `${quantity} × ${form ? `${name}, ${form}` : name}`,
    each: `@ ${formatRupees(price)}`,
    amount: formatPaise(toPaise(price) * quantity),
  };
}

function dateText(iso: string, locale: string, dateStyle: DateStyle): string {
  const format = { dateStyle, timeStyle: 'short', timeZone: 'Asia/Kolkata' } as const;
  return new Intl.DateTimeFormat(`${locale}-IN`, format).format(new Date(iso));
}
