import type { LanguageCode } from '../accounts/language.ts';
import type { OrderStatus } from './order-status.ts';
import type { OrderNotificationKind, OrderUpdate } from './order-updates.ts';
import type { OrderType } from './order-terms.ts';
import { formatPaise } from '../rupees.ts';

/** The content of a notification about an order. `itemCount`: for a new order; `totalPaise`: for a new order or a refund. */
export type OrderMessage = {
  kind: OrderNotificationKind;
  status: OrderStatus | null;
  update?: OrderUpdate | null | undefined;
  orderNumber: string;
  takeaway: boolean;
  itemCount?: number | undefined;
  totalPaise?: number | undefined;
};

type Texts = {
  /** The name on the screens. */
  status: Record<OrderType, Record<OrderStatus, string>>;
  /** The text after the order number, in one line. */
  headline: Record<OrderType, Record<OrderStatus, string>>;
  order: (number: string) => string;
  newOrder: (number: string) => string;
  items: (count: number) => string;
  refund: (amount: string) => string;
  paidOut: (amount: string) => string;
  expired: string;
  update: Record<OrderUpdate, string>;
  notPlaced: (number: string) => string;
};

type StatusTexts = Record<OrderStatus, string>;

const EN_STATUS: StatusTexts = {
  Pending: 'Waiting for the shop',
  Accepted: 'Accepted',
  Ready: 'Ready for pickup',
  'In Transit': 'Order on the way',
  Delivered: 'Delivered',
  Declined: 'Declined by the shop',
  Cancelled: 'Cancelled',
  Expired: 'Not accepted in time',
  Returned: 'Could not be delivered',
};

const EN_HEADLINE: StatusTexts = {
  Pending: 'waiting for the shop',
  Accepted: 'accepted',
  Ready: 'ready for pickup',
  'In Transit': 'on the way',
  Delivered: 'delivered',
  Declined: 'declined by the shop',
  Cancelled: 'cancelled',
  Expired: 'not accepted in time',
  Returned: 'could not be delivered',
};

const HI_STATUS: StatusTexts = {
  Pending: 'दुकान के जवाब का इंतज़ार',
  Accepted: 'स्वीकार हुआ',
  Ready: 'ले जाने के लिए तैयार',
  'In Transit': 'ऑर्डर रास्ते में',
  Delivered: 'पहुँच गया',
  Declined: 'दुकान ने मना किया',
  Cancelled: 'रद्द',
  Expired: 'समय पर स्वीकार नहीं हुआ',
  Returned: 'नहीं पहुँचाया जा सका',
};

const HI_HEADLINE: StatusTexts = {
  ...HI_STATUS,
  'In Transit': 'रास्ते में है',
  Cancelled: 'रद्द हुआ',
};

const EN_UPDATE: Record<OrderUpdate, string> = {
  proposed: 'the shop needs your answer',
  adjusted: 'the items have changed',
  withdrawn: 'your answer is no longer needed',
  promised: 'the shop has promised a new time',
  proposal_answered: 'the customer has answered',
  proposal_unanswered: 'the customer has not answered in time',
  problem_reported: 'the customer has reported a problem',
  problem_message: 'new message about the problem',
  problem_reply: 'new message about the problem',
  problem_waiting: 'the customer is waiting for your answer about the problem',
  problem_answered: 'the shop has answered the problem',
  waiting: 'still waiting for your answer',
  last_call: 'expires soon. Accept it now',
  expiry_read: 'its expiry was read',
  not_responding: 'expired. Your shop is not taking orders now because several orders in a row were not answered',
  cancellation_requested: 'the customer asks to cancel',
  cancelled: 'cancelled, do not prepare it',
  expired: 'not accepted in time',
  cancellation_refused: 'the shop can no longer cancel it. Please call the shop',
  paid_out: 'a refund is paid in cash',
};

const HI_UPDATE: Record<OrderUpdate, string> = {
  proposed: 'दुकान आपका जवाब चाहती है',
  adjusted: 'सामान में बदलाव हुआ',
  withdrawn: 'अब जवाब की ज़रूरत नहीं',
  promised: 'दुकान ने नया समय बताया',
  proposal_answered: 'ग्राहक ने जवाब दिया',
  proposal_unanswered: 'ग्राहक ने समय पर जवाब नहीं दिया',
  problem_reported: 'ग्राहक ने समस्या बताई',
  problem_message: 'समस्या पर नया संदेश',
  problem_reply: 'समस्या पर नया संदेश',
  problem_waiting: 'ग्राहक समस्या पर आपके जवाब का इंतज़ार कर रहे हैं',
  problem_answered: 'दुकान ने समस्या पर जवाब दिया',
  waiting: 'अब भी आपके जवाब का इंतज़ार है',
  last_call: 'समय जल्द निकल जाएगा। अभी स्वीकार करें',
  expiry_read: 'समय निकलने की सूचना पढ़ी गई',
  not_responding: 'समय निकल गया। कई ऑर्डरों का जवाब नहीं मिला, इसलिए आपकी दुकान अभी ऑर्डर नहीं ले रही',
  cancellation_requested: 'ग्राहक रद्द करना चाहते हैं',
  cancelled: 'रद्द हुआ, इसे तैयार न करें',
  expired: 'समय पर स्वीकार नहीं हुआ',
  cancellation_refused: 'दुकान इसे अब रद्द नहीं कर सकती। कृपया दुकान को फ़ोन करें',
  paid_out: 'पैसे नकद लौटाए जा रहे हैं',
};

const TEXTS: Record<LanguageCode, Texts> = {
  en: {
    status: {
      delivery: EN_STATUS,
      takeaway: { ...EN_STATUS, Delivered: 'Picked up' },
    },
    headline: {
      delivery: EN_HEADLINE,
      takeaway: { ...EN_HEADLINE, Delivered: 'picked up' },
    },
    order: (number) => `Order ${number}`,
    newOrder: (number) => `New order ${number}`,
    items: (count) => `${count} ${count === 1 ? 'item' : 'items'}`,
    refund: (amount) => `${amount} is being refunded`,
    paidOut: (amount) => `${amount} is refunded in cash`,
    expired: 'The payment did not arrive in time, so no order was placed',
    update: EN_UPDATE,
    notPlaced: (number) => `Order ${number} was not placed`,
  },
  hi: {
    status: {
      delivery: HI_STATUS,
      takeaway: { ...HI_STATUS, Delivered: 'ले लिया गया' },
    },
    headline: {
      delivery: HI_HEADLINE,
      takeaway: { ...HI_HEADLINE, Delivered: 'ले लिया गया' },
    },
    order: (number) => `ऑर्डर ${number}`,
    newOrder: (number) => `नया ऑर्डर ${number}`,
    items: (count) => `${count} ${count === 1 ? 'चीज़' : 'चीज़ें'}`,
    refund: (amount) => `${amount} लौटाए जा रहे हैं`,
    paidOut: (amount) => `${amount} नकद लौटाए जा रहे हैं`,
    expired: 'भुगतान समय पर नहीं आया, इसलिए ऑर्डर नहीं हुआ',
    update: HI_UPDATE,
    notPlaced: (number) => `ऑर्डर ${number} नहीं हुआ`,
  },
};

const typeOf = ({ takeaway }: { takeaway: boolean }): OrderType => (takeaway ? 'takeaway' : 'delivery');

/** Title and text of a notification about an order: in push messages and in the list of notifications. */
export function orderMessage(message: OrderMessage, language: LanguageCode): { title: string; body: string } {
  const { kind, status, update, orderNumber, itemCount = 0, totalPaise = 0 } = message;
  const texts = TEXTS[language];
  const title = texts.order(orderNumber);
  if (kind === 'order.placed') {
    return { title: texts.newOrder(orderNumber), body: `${texts.items(itemCount)}, ${formatPaise(totalPaise)}` };
  }
  if (kind === 'order.refund') {
    const amount = formatPaise(totalPaise);
    return { title, body: update === 'paid_out' ? texts.paidOut(amount) : texts.refund(amount) };
  }
  if (kind === 'order.expired') return { title, body: texts.expired };
  if (update) return { title, body: capitalized(texts.update[update]) };
  return { title, body: status ? orderStatusText({ ...message, status }, language) : '' };
}

/**
 * The screen of the shop that a customer's notification opens: the reported problem; the cart, which an expired order leaves
 * unchanged; otherwise their orders, at this order if the shop proposes or has made a change.
 */
export function orderScreen({ kind, orderId }: { kind: OrderNotificationKind; orderId: number }): string {
  if (kind === 'order.expired') return 'order';
  if (kind === 'order.problem') return `orders/${orderId}/problem`;
  return kind === 'order.adjustment' ? `order-history?order=${orderId}` : 'order-history';
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The name of a status, as the screens show it to the customer. */
export const orderStatusText = (order: { status: OrderStatus; takeaway: boolean }, language: LanguageCode): string =>
  TEXTS[language].status[typeOf(order)][order.status];

type Headline = { event: OrderStatus | OrderUpdate | 'unpaid'; orderNumber: string; takeaway: boolean };

/** The news of an order in one line: the subject of its mail, and its message to a mobile number. */
export function orderHeadline({ event, orderNumber, takeaway }: Headline, language: LanguageCode): string {
  const { notPlaced, order, headline, update } = TEXTS[language];
  if (event === 'unpaid') return notPlaced(orderNumber);
  const happened = { ...update, ...headline[typeOf({ takeaway })] }[event];
  return `${order(orderNumber)}: ${happened}`;
}
