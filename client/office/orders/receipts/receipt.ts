import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { addressLine } from '@haat/contract/accounts/address';
import { upperDayPeriod } from '@haat/contract/moment-format';
import { hidesAddress } from '@haat/contract/orders/order-terms';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { weightText } from '../../../shared/orders/weight-text.ts';
import type { Text } from '../../../i18n/use-text.ts';
import { variantLabel } from '../../../i18n/use-name.ts';
import { publicAddress } from '../../../lib/public-address.ts';
import { counterPaymentText } from '../../../shared/orders/counter-payment.ts';
import { settlementRows } from '../../../shared/orders/settlement-rows.ts';
import { PROVISIONAL_ID, type ReceiptShop, sellerAt } from './receipt-shop.ts';

type ReceiptItem = { what: string; each: string; amount: string };

/** The texts of a receipt without a layout; undefined for parts that it leaves out. */
export type Receipt = {
  copy: string | undefined;
  shop: string;
  shopPhone: string | undefined;
  /** Address, GST number and the shop's own text above the items. */
  head: string[];
  order: string;
  /** Of a sale that waits for a connection. */
  provisional: string | undefined;
  /** Which change of the items it shows; not for an order that is as it was placed. */
  revision: string | undefined;
  date: string;
  kind: string;
  items: ReceiptItem[];
  /** The number of items, and the total discount. */
  count: string;
  discount: { label: string; amount: string } | undefined;
  totalLabel: string;
  total: string;
  /** The amounts paid, returned and kept; empty if nothing was returned. */
  sums: { label: string; amount: string }[];
  payment: string;
  /** The saving against the printed maximum prices. */
  saved: string | undefined;
  note: string | undefined;
  customer: string[];
  /** The shop's own text below the items. */
  foot: string[];
  /** A link to the order for its customer, shown as a QR code; to the shop for a sale over the counter. */
  link: { url: string; text: string };
};

type DateStyle = 'medium' | 'short';
/** `form` formats the variant of a line; a `short` date has digits only in every language. */
type Wording = {
  t: Text;
  locale: string;
  isCopy: boolean;
  /** Missing where it could not be read: the receipt is without its address and texts. */
  paper?: ReceiptShop | undefined;
  form?: typeof variantLabel;
  dateStyle?: DateStyle;
};

/**
 * The receipt of an order, in Indian time. The address is left out of takeaway orders, and below 200 rupees where the order
 * type is unknown.
 */
export function toReceipt(order: OrderView, wording: Wording): Receipt {
  const { t, locale, isCopy, paper, form = variantLabel, dateStyle = 'medium' } = wording;
  const { shop, total, customer_name, customer_phone, address, note } = order;
  const isTakeaway = hidesAddress(order);
  const place = isTakeaway || !address ? undefined : addressLine(address);
  const { countOfItems, discountPaise, savedPaise } = sumsOf(order.items);
  const seller = paper && sellerAt(paper, order.order_date);
  const isProvisional = order.id === PROVISIONAL_ID;
  return {
    copy: isCopy ? t('receipts.copy') : undefined,
    shop: shopName(seller ? { slug: shop.slug, name: seller.name } : shop),
    shopPhone: (seller ?? shop).phone ?? undefined,
    head: headOf(seller, paper, t),
    order: t('history.order', { number: order.orderNumber || String(order.id) }),
    provisional: isProvisional ? t('receipts.provisional') : undefined,
    revision: order.revision > 1 ? t('receipts.revision', { revision: order.revision }) : undefined,
    date: dateText(order.order_date, locale, dateStyle),
    kind: t(order.channel === 'counter' ? 'counterSale.title' : isTakeaway ? 'receipts.takeaway' : 'receipts.delivery'),
    items: order.items.map((item) => itemOf(item, { t, form })),
    count: t('counterSale.count', { count: countOfItems }),
    discount: discountPaise > 0 ? { label: t('counterSale.discount'), amount: formatPaise(-discountPaise) } : undefined,
    totalLabel: t('receipts.total'),
    total: formatRupees(total),
    sums: settlementRows(order, t),
    payment: paymentText(order, t),
    saved: savedPaise > 0 ? t('receipts.saved', { amount: formatPaise(savedPaise) }) : undefined,
    note: note && !isProvisional && order.channel === 'online' ? t('history.note', { note }) : undefined,
    foot: linesOf(paper?.foot),
    link: linkOf(order, t),
    customer: [order.channel === 'counter' ? null : customer_name, customer_phone, place].filter(
      (text) => text !== null && text !== undefined,
    ),
  };
}

const headOf = (seller: Wording['paper'] | ReturnType<typeof sellerAt>, paper: Wording['paper'], t: Text): string[] =>
  [
    seller?.address,
    seller?.gstin && t('receipts.gstin', { gstin: seller.gstin }),
    seller?.fssai_licence && t('receipts.fssai', { number: seller.fssai_licence }),
    ...linesOf(paper?.head),
  ].filter((text) => typeof text === 'string' && text !== '') as string[];

const linesOf = (text: string | null | undefined): string[] => (text ? text.split('\n') : []);

// Only the customer of an order can open it; a sale over the counter has no customer.
const linkOf = ({ id, channel, shop }: OrderView, t: Text): Receipt['link'] => {
  const isOrder = channel === 'online';
  const path = isOrder ? `orders/${id}/timeline` : 'products';
  const text = t(isOrder ? 'receipts.orderLink' : 'receipts.shopLink');
  return { url: `${publicAddress()}#/${shop.slug}/${path}`, text };
};

function sumsOf(items: OrderItemView[]) {
  const sum = (of: (item: OrderItemView) => number) => items.reduce((total, item) => total + of(item), 0);
  return {
    countOfItems: sum(({ quantity, packed_grams: grams }) => (grams === null ? quantity : 1)),
    discountPaise: sum(({ discount }) => toPaise(discount)),
    // Weighed goods have no printed maximum.
    savedPaise: sum(({ mrp, price, quantity, packed_grams: grams }) =>
      mrp === null || grams !== null ? 0 : Math.max(0, toPaise(mrp) - toPaise(price)) * quantity,
    ),
  };
}

function paymentText(order: OrderView, t: Text): string {
  const { channel, order_status, payment_method, payment_status, total, cash_extra: extra, replaces } = order;
  if (replaces) return t('problem.replacementFor', { number: replaces.orderNumber });
  if (payment_status === 'cancelled') return t('ended.noCash');
  if (payment_status === 'refund_due' || payment_status === 'refunded') return t('shopOrders.refunded');
  if (channel === 'counter') return counterPaymentText(order, t);
  if (payment_status === 'collected') return t('counterSale.paidInCash');
  if (extra > 0 && order_status === 'Delivered')
    return `${t('history.paidOnline')}, ${t('history.cashExtra', { amount: formatRupees(extra) })}`;
  if (extra > 0) return t('receipts.collectExtra', { amount: formatRupees(extra) });
  return payment_method === 'cod' ? t('receipts.collect', { amount: formatRupees(total) }) : t('history.paidOnline');
}

// The quantity first, so that it is not overlooked when packing.
function itemOf(item: OrderItemView, { t, form: wordForm }: { t: Text; form: typeof variantLabel }): ReceiptItem {
  const { name, price, quantity, amount, discount, packed_grams: grams, size, color, unit } = item;
  const form = wordForm({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined });
  return {
    what: `${quantity} × ${form ? `${name}, ${form}` : name}`,
    each: grams === null ? `@ ${formatRupees(price)}` : t('adjust.packedWeight', { weight: weightText(t, grams) }),
    amount: formatPaise(toPaise(amount) + toPaise(discount)),
  };
}

function dateText(iso: string, locale: string, dateStyle: DateStyle): string {
  const format = { dateStyle, timeStyle: 'short', timeZone: 'Asia/Kolkata' } as const;
  return upperDayPeriod(new Intl.DateTimeFormat(`${locale}-IN`, format).format(new Date(iso)));
}
