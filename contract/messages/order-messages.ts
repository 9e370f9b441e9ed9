import type { LanguageCode } from '../rules/language.ts';
import type { OrderStatus } from '../rules/order-status.ts';
import { formatPaise } from '../rules/rupees.ts';

/** What a notification about an order says; `itemCount` of a new order, `totalPaise` of a new order or a refund. */
export type OrderMessage = {
  kind: 'order.placed' | 'order.status' | 'order.refund' | 'order.expired';
  status: OrderStatus | null;
  orderNumber: string;
  itemCount?: number | undefined;
  totalPaise?: number | undefined;
};

type Texts = {
  status: Record<OrderStatus, string>;
  order: (number: string) => string;
  newOrder: (number: string) => string;
  items: (count: number) => string;
  refund: (amount: string) => string;
  expired: string;
};

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    status: { Pending: 'Pending', Accepted: 'Accepted', 'In Transit': 'Order on the way', Delivered: 'Delivered' },
    order: (number) => `Order ${number}`,
    newOrder: (number) => `New order ${number}`,
    items: (count) => `${count} ${count === 1 ? 'item' : 'items'}`,
    refund: (amount) => `${amount} is being refunded`,
    expired: 'The payment did not arrive in time, so no order was placed',
  },
  hi: {
    status: {
      Pending: 'दुकान की पुष्टि का इंतज़ार',
      Accepted: 'स्वीकार हुआ',
      'In Transit': 'ऑर्डर रास्ते में',
      Delivered: 'पहुँच गया',
    },
    order: (number) => `ऑर्डर ${number}`,
    newOrder: (number) => `नया ऑर्डर ${number}`,
    items: (count) => `${count} ${count === 1 ? 'चीज़' : 'चीज़ें'}`,
    refund: (amount) => `${amount} वापस किए जा रहे हैं`,
    expired: 'भुगतान समय पर नहीं आया, इसलिए ऑर्डर नहीं हुआ',
  },
};

/** Title and text of a notification about an order: in push messages, in the list of notifications, and in subjects of mails. */
export function orderMessage(message: OrderMessage, language: LanguageCode): { title: string; body: string } {
  const { kind, status, orderNumber, itemCount = 0, totalPaise = 0 } = message;
  const texts = TEXTS[language];
  const title = texts.order(orderNumber);
  if (kind === 'order.placed') {
    return { title: texts.newOrder(orderNumber), body: `${texts.items(itemCount)}, ${formatPaise(totalPaise)}` };
  }
  if (kind === 'order.refund') return { title, body: texts.refund(formatPaise(totalPaise)) };
  if (kind === 'order.expired') return { title, body: texts.expired };
  return { title, body: status ? texts.status[status] : '' };
}

/** The name of a status, as the screens show it. */
export const orderStatusText = (status: OrderStatus, language: LanguageCode): string => TEXTS[language].status[status];
