import { createHash } from 'node:crypto';
import { orderHeadline, orderMessage, orderScreen } from '@haat/contract/orders/order-messages';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/accounts/language';
import { formatPaise } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { env } from '../../ops/env.ts';
import type { Message, MessageKind } from '../../gateways/message-sender.ts';
import type { Invoice } from '../invoice.ts';
import type { OrderDelivery } from './order-deliveries.ts';

type Facts = Pick<OrderDelivery, 'kind' | 'status' | 'update' | 'amountPaise'>;

const KINDS: Record<Facts['kind'], MessageKind> = {
  'order.placed': 'order_placed',
  'order.status': 'order_status',
  'order.refund': 'order_refund',
  'order.expired': 'order_expired',
  'order.adjustment': 'order_update',
  'order.problem': 'order_update',
  'order.alert': 'order_update',
  'order.cancellation': 'order_update',
};

/** The message about an order to a mobile number: one line with a link. Its id is the same for every attempt to send it. */
export function orderMessageTo(delivery: OrderDelivery & { to: string }, invoice: Invoice): Message {
  const language = delivery.language ?? DEFAULT_LANGUAGE;
  const id = createHash('sha256').update(`delivery:${delivery.deliveryId}`).digest('base64url').slice(0, 24);
  const text = textOf(delivery, invoice, language);
  return { id, to: `+91${delivery.to}`, text, kind: KINDS[delivery.kind], language };
}

/** The characters of one SMS in GSM 03.38; with any other character it has 70. */
const ONE_SMS = 160;
const IS_GSM = /^[\w @£$¥èéùìòÇØøÅåÆæßÉ!"#%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]*$/;

/** One SMS in English; the shop's name is omitted if it does not fit. */
function textOf(facts: Facts, invoice: Invoice, language: LanguageCode): string {
  const { shop } = invoice;
  const url = new URL(
    `/#/${encodeURIComponent(shop.slug)}/${orderScreen({ kind: facts.kind, orderId: invoice.id })}`,
    env.PUBLIC_URL,
  ).href;
  const what = whatOf(facts, invoice, language);
  // The message has one line: all whitespace in the name of the shop becomes spaces.
  const name = shopName(shop).replaceAll(/\s+/g, ' ');
  const named = `${what} (${name})${END[language]} ${url}`;
  const fits = language === 'hi' || (named.length <= ONE_SMS && IS_GSM.test(named));
  return fits ? named : `${what}${END[language]} ${url}`;
}

const END: Record<LanguageCode, string> = { en: '.', hi: '।' };

function whatOf({ kind, status, update, amountPaise }: Facts, invoice: Invoice, language: LanguageCode): string {
  const { orderNumber, takeaway } = invoice;
  if (kind === 'order.placed') return PLACED[language](orderNumber, amountIn(language, invoice.totalPaise));
  const event = status ?? update;
  if (event !== null && kind !== 'order.refund') return orderHeadline({ event, orderNumber, takeaway }, language);
  const totalPaise = amountPaise ?? 0;
  const { title, body } = orderMessage({ kind, status, update, orderNumber, takeaway, totalPaise }, language);
  return `${title}: ${body.replace(formatPaise(totalPaise), amountIn(language, totalPaise))}`;
}

const PLACED: Record<LanguageCode, (order: string, amount: string) => string> = {
  en: (order, amount) => `Order ${order} was placed, total ${amount}`,
  hi: (order, amount) => `ऑर्डर ${order} हो गया, कुल ${amount}`,
};

// GSM 03.38 has no ₹.
const amountIn = (language: LanguageCode, paise: number): string =>
  language === 'hi' ? formatPaise(paise) : formatPaise(paise).replace('₹', 'Rs ');
