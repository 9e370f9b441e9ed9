import type { OrderItemView } from '@haat/contract/api/order-lines';
import type { OrderView } from '@haat/contract/api/orders';
import { addressLine } from '@haat/contract/rules/address';
import { hidesAddress } from '@haat/contract/rules/order-terms';
import { formatRupees } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop';
import { weightText } from '../adjust-order/weight-text.ts';
import type { Text } from '../../i18n/use-text.ts';
import { variantLabel } from '../../i18n/use-name.ts';

type ReceiptItem = { what: string; each: string; amount: string };

/** The texts of a receipt without a layout; undefined for what it leaves out. */
export type Receipt = {
  copy: string | undefined;
  shop: string;
  shopPhone: string | undefined;
  order: string;
  /** Which change of the items it shows; not for an order that is as it was placed. */
  revision: string | undefined;
  date: string;
  kind: string;
  items: ReceiptItem[];
  totalLabel: string;
  total: string;
  payment: string;
  note: string | undefined;
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
  const { shop, total, customer_name, customer_phone, address, note } = order;
  const isTakeaway = hidesAddress(order);
  const place = isTakeaway || !address ? undefined : addressLine(address);
  const amount = formatRupees(total);
  return {
    copy: isCopy ? t('receipts.copy') : undefined,
    shop: shopName(shop),
    shopPhone: shop.phone ?? undefined,
    order: t('history.order', { number: order.orderNumber || String(order.id) }),
    revision: order.revision > 1 ? t('receipts.revision', { revision: order.revision }) : undefined,
    date: dateText(order.order_date, locale, dateStyle),
    kind: t(order.channel === 'counter' ? 'counterSale.title' : isTakeaway ? 'receipts.takeaway' : 'receipts.delivery'),
    items: order.items.map((item) => itemOf(item, { t, form })),
    totalLabel: t('receipts.total'),
    total: amount,
    payment: paymentText(order, t),
    note: note ? t('history.note', { note }) : undefined,
    customer: [order.channel === 'counter' ? null : customer_name, customer_phone, place].filter(
      (text) => text !== null && text !== undefined,
    ),
  };
}

function paymentText(
  { channel, payment_method, payment_status, total, cash_extra: extra, replaces }: OrderView,
  t: Text,
): string {
  if (replaces) return t('problem.replacementFor', { number: replaces.orderNumber });
  if (payment_status === 'refund_due' || payment_status === 'refunded') return t('shopOrders.refunded');
  if (channel === 'counter') return t(payment_method === 'upi' ? 'counterSale.paidByUpi' : 'counterSale.paidInCash');
  if (extra > 0) return t('receipts.collectExtra', { amount: formatRupees(extra) });
  return payment_method === 'cod' ? t('receipts.collect', { amount: formatRupees(total) }) : t('history.paidOnline');
}

// The quantity first, so that it is not overlooked when packing.
function itemOf(item: OrderItemView, { t, form: wordForm }: { t: Text; form: typeof variantLabel }): ReceiptItem {
  const { name, price, quantity, amount, packed_grams: grams, size, color, unit } = item;
  const form = wordForm({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
  return {
    what: `${quantity} × ${form ? `${name}, ${form}` : name}`,
    each: grams === null ? `@ ${formatRupees(price)}` : t('adjust.packedWeight', { weight: weightText(t, grams) }),
    amount: formatRupees(amount),
  };
}

function dateText(iso: string, locale: string, dateStyle: DateStyle): string {
  const format = { dateStyle, timeStyle: 'short', timeZone: 'Asia/Kolkata' } as const;
  return new Intl.DateTimeFormat(`${locale}-IN`, format).format(new Date(iso));
}
