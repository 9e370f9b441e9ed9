import type { OptionalMail } from '@haat/contract/notify/messages.calls';
import { orderHeadline } from '@haat/contract/orders/order-messages';
import { ORDER_REASON_TEXTS } from '@haat/contract/orders/order-reason-texts';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/accounts/language';
import { ORDER_STATUSES } from '@haat/contract/orders/order-status';
import { formatPaise } from '@haat/contract/rupees';
import { mapsLink } from '@haat/contract/shops/map-links';
import { dialled, shopName } from '@haat/contract/shops/shop';
import { momentFormat } from '@haat/contract/moment-format';
import { displayHours } from '@haat/contract/time-text';
import { isSale } from '@haat/machines/orders/is-sale';
import { isEndedEarly } from '@haat/machines/orders/order.machine';
import type { Mail } from '../../gateways/mailer.ts';
import { escapeHtml, mailPage } from '../../mail.ts';
import { type CancelledBy, type EarlyEnd, ORDER_MAIL_TEXTS, type OrderMailEvent } from './order-mail-texts.ts';
import { type Invoice, type InvoiceItem, invoiceSettlement, type InvoiceShop, savedPaise } from '../invoice.ts';

/** `unsubscribe`: turns off this kind of mail without logging in; receipts have none. */
type Links = {
  order: string;
  invoice: string;
  help: string;
  preferences: string;
  unsubscribe: { kind: OptionalMail; url: string } | undefined;
};

/** `amountPaise`: of a refund. */
type OrderMail = {
  to: string;
  language: LanguageCode | null;
  event: OrderMailEvent;
  amountPaise?: number | null;
  invoice: Invoice;
  links: Links;
};

/**
 * The mail about an order: the receipt when it was placed, later its status with the same facts. User-supplied text is escaped,
 * and never in the subject.
 */
export function orderMail({ to, language, event, amountPaise, invoice, links }: OrderMail): Mail {
  const inLanguage = language ?? DEFAULT_LANGUAGE;
  const content = contentOf({ language: inLanguage, event, amountPaise, invoice, links });
  return {
    to,
    subject: subjectOf(inLanguage, event, invoice),
    text: textOf(content),
    html: mailPage(htmlOf(content), inLanguage),
    ...(links.unsubscribe && { headers: unsubscribeHeaders(links.unsubscribe.url) }),
  };
}

/** Without names: they are no part of a subject. */
function subjectOf(language: LanguageCode, event: OrderMailEvent, { orderNumber, takeaway }: Invoice): string {
  if (event === 'placed') return ORDER_MAIL_TEXTS[language].receipt(orderNumber);
  return orderHeadline({ event, orderNumber, takeaway }, language);
}

/** One-click unsubscribe as mail programs offer it (RFC 8058). */
const unsubscribeHeaders = (url: string): Record<string, string> => ({
  'List-Unsubscribe': `<${url}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});

type Link = { text: string; url: string };

/** What both forms of the mail show. `lines`: what and how much; `facts`: label and value, with a link where there is one. */
type Content = {
  shop: string[];
  lead: string;
  title: string;
  lines: { what: string; amount: string }[];
  totals: { label: string; amount: string }[];
  facts: { label: string; value: string; link?: Link }[];
  actions: Link[];
  help: Link;
  notes: (string | Link)[];
};

type InLanguage = Omit<OrderMail, 'to' | 'language' | 'amountPaise'> & {
  language: LanguageCode;
  amountPaise: number | null | undefined;
};

function contentOf({ language, event, amountPaise, invoice, links }: InLanguage): Content {
  const texts = ORDER_MAIL_TEXTS[language];
  const { shop, seller, items, totalPaise } = invoice;
  const name = shopName({ slug: shop.slug, name: seller.name });
  const isBought = event !== 'unpaid' && isSale(invoice.status, invoice.paymentStatus);
  const saved = savedPaise(items);
  const dates = momentFormat(language, 'date', shop.timeZone);
  return {
    shop: [
      name,
      seller.address,
      shop.phone && `${texts.phone}: ${dialled(shop.phone).replace('+91', '+91 ')}`,
      seller.gstin && `GSTIN ${seller.gstin}`,
      seller.fssaiLicence && `FSSAI ${seller.fssaiLicence}`,
    ].filter((line) => typeof line === 'string' && line !== '') as string[],
    lead: isEarlyEnd(event)
      ? texts.ended(event, name, cancelledBy(invoice))
      : texts.lead(event, name, { takeaway: invoice.takeaway, refund: formatPaise(amountPaise ?? 0) }),
    title: `${texts.order} ${invoice.orderNumber}`,
    lines: items.map((item) => ({ what: nameOf(language, item), amount: formatPaise(item.amountPaise) })),
    totals: [
      { label: texts.total, amount: formatPaise(totalPaise) },
      ...(saved > 0 && isBought ? [{ label: texts.saved, amount: formatPaise(saved) }] : []),
      ...settlementOfMail(texts, invoice),
    ],
    facts: [
      { label: texts.date, value: dates.format(invoice.createdAt) },
      ...(isBought ? placeOf(language, event, invoice) : []),
      ...(isBought ? [{ label: texts.payment, value: paymentOf(language, event, invoice) }] : []),
      ...(isEarlyEnd(event) ? endingOf(language, invoice) : []),
    ],
    actions: [
      { text: event === 'unpaid' ? texts.viewCart : texts.viewOrder, url: links.order },
      ...(isBought ? [{ text: texts.viewInvoice, url: links.invoice }] : []),
    ],
    help: { text: texts.help, url: links.help },
    notes: links.unsubscribe
      ? [
          { text: texts.unsubscribe[links.unsubscribe.kind], url: links.unsubscribe.url },
          { text: texts.preferences, url: links.preferences },
        ]
      : [texts.isRecord],
  };
}

const isEarlyEnd = (event: OrderMailEvent): event is EarlyEnd =>
  ORDER_STATUSES.some((status) => status === event && isEndedEarly(status));

function cancelledBy({ ending }: Invoice): CancelledBy {
  if (ending?.asAsked) return 'asked';
  return ending?.actor === 'customer' || ending?.actor === 'operator' ? ending.actor : 'shop';
}

/** Why it ended, and what happens to the money. */
function endingOf(
  language: LanguageCode,
  { ending, paymentMethod, refundedPaise, refunds }: Invoice,
): Content['facts'] {
  const texts = ORDER_MAIL_TEXTS[language];
  const reason = ending?.text ?? (ending?.reason && ORDER_REASON_TEXTS[language][ending.reason]);
  const amount = formatPaise(refundedPaise);
  const isDone = refunds.every(({ state }) => state === 'done');
  const money =
    paymentMethod === 'online' && refundedPaise > 0
      ? { label: texts.refund, value: isDone ? texts.refunded(amount) : texts.refunding(amount) }
      : { label: texts.payment, value: texts.noPayment };
  return [...(reason ? [{ label: texts.reason, value: reason }] : []), money];
}

/** The paid, refunded and remaining amounts, if anything was refunded. */
function settlementOfMail(texts: (typeof ORDER_MAIL_TEXTS)['en'], invoice: Invoice): Content['totals'] {
  const settlement = invoiceSettlement(invoice);
  if (!settlement || settlement.paidPaise === settlement.keptPaise) return [];
  const { paidPaise, changePaise, refundedPaise, keptPaise } = settlement;
  return [
    { label: texts.paid, amount: formatPaise(paidPaise) },
    ...(changePaise > 0 ? [{ label: texts.changed, amount: formatPaise(-changePaise) }] : []),
    ...(refundedPaise > 0 ? [{ label: texts.refund, amount: formatPaise(-refundedPaise) }] : []),
    { label: texts.kept, amount: formatPaise(keptPaise) },
  ];
}

function nameOf(language: LanguageCode, { name, size, color, unit, quantity, packedGrams }: InvoiceItem): string {
  const form = [unit, size, color].filter(Boolean).join(', ');
  const packed = packedGrams === null ? '' : `, ${ORDER_MAIL_TEXTS[language].packed(packedGrams)}`;
  return `${quantity} × ${name}${form ? ` (${form})` : ''}${packed}`;
}

/** The delivery address; for a takeaway the shop and, until it is picked up, the opening hours. */
function placeOf(
  language: LanguageCode,
  event: OrderMailEvent,
  { takeaway, address, shop }: Invoice,
): Content['facts'] {
  const texts = ORDER_MAIL_TEXTS[language];
  if (!takeaway) {
    if (!address) return [];
    const { name, street, city, zip, phone } = address;
    return [{ label: texts.deliverTo, value: [name, street, `${city} ${zip}`, phone].join(', ') }];
  }
  const value = [shopName(shop), shop.address].filter(Boolean).join(', ');
  if (event === 'Delivered') return [{ label: texts.pickedUpAt, value }];
  const hours = displayHours(shop.opening, { at: new Date(), language, fulfilment: 'takeaway' });
  return [
    { label: texts.pickUpAt, value, ...mapOf(shop, texts.map) },
    { label: texts.hours, value: hours ?? texts.alwaysOpen },
  ];
}

/** A link to the location of the shop, or to its address; none without both. */
function mapOf({ latitude, longitude, address }: InvoiceShop, text: string): { link?: Link } {
  const place = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address;
  return place === null ? {} : { link: { text, url: mapsLink(place) } };
}

function paymentOf(language: LanguageCode, event: OrderMailEvent, invoice: Invoice): string {
  const texts = ORDER_MAIL_TEXTS[language];
  const { paymentMethod, takeaway, cashExtraPaise } = invoice;
  if (paymentMethod !== 'cod')
    return cashExtraPaise > 0 ? `${texts.online}, ${texts.inCash(formatPaise(cashExtraPaise))}` : texts.online;
  if (!takeaway) return texts.cash;
  return event === 'Delivered' ? texts.paidAtShop : texts.payAtShop;
}

function textOf({ shop, lead, title, lines, totals, facts, actions, help, notes }: Content): string {
  const linked = ({ text, url }: Link) => `${text}: ${url}`;
  const blocks = [
    lead,
    title,
    lines.map(({ what, amount }) => `${what}  ${amount}`).join('\n'),
    totals.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
    facts
      .map(({ label, value, link }) => [`${label}: ${value}`, ...(link ? [linked(link)] : [])].join('\n'))
      .join('\n'),
    shop.join('\n'),
    actions.map(linked).join('\n'),
    `${help.text} ${help.url}`,
    notes.map((note) => (typeof note === 'string' ? note : linked(note))).join('\n'),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function htmlOf({ shop, lead, title, lines, totals, facts, actions, help, notes }: Content): string {
  const [name = '', ...contact] = shop;
  const row = (what: string, amount: string, weight: number) => `<tr>
        <td style="padding:6px 12px 6px 0;font-weight:${weight};overflow-wrap:anywhere">${escapeHtml(what)}</td>
        <td style="padding:6px 0;font-weight:${weight};text-align:right;white-space:nowrap;vertical-align:top">${escapeHtml(amount)}</td>
      </tr>`;
  const fact = ({ label, value, link }: Content['facts'][number]) => `<p style="margin:0 0 8px">
        <span class="muted" style="color:#6a5f54">${escapeHtml(label)}</span><br>${escapeHtml(value)}${link ? `<br>${anchor(link)}` : ''}</p>`;
  return `
      <p style="margin:0 0 2px;font-size:20px;font-weight:700">${escapeHtml(name)}</p>
      ${contact.map((line) => `<p class="muted" style="margin:0;color:#6a5f54">${escapeHtml(line)}</p>`).join('\n      ')}
      <p style="margin:20px 0 16px">${escapeHtml(lead)}</p>
      <p style="margin:0 0 4px;font-weight:700">${escapeHtml(title)}</p>
      <table role="presentation" class="lined" style="width:100%;border-collapse:collapse;border-top:1px solid #e6daca;border-bottom:1px solid #e6daca">
      ${lines.map(({ what, amount }) => row(what, amount, 400)).join('\n      ')}
      </table>
      <table role="presentation" style="width:100%;border-collapse:collapse;margin:0 0 16px">
      ${totals.map(({ label, amount }, at) => row(label, amount, at === 0 ? 700 : 400)).join('\n      ')}
      </table>
      ${facts.map(fact).join('\n      ')}
      <p style="margin:20px 0">${actions.map(button).join(' ')}</p>
      <p class="muted" style="margin:0 0 12px;color:#6a5f54">${escapeHtml(help.text)} ${anchor({ text: help.url, url: help.url })}</p>
      <p class="muted" style="margin:0;font-size:13px;color:#6a5f54">${notes.map((note) => (typeof note === 'string' ? escapeHtml(note) : anchor(note))).join(' · ')}</p>`;
}

const anchor = ({ text, url }: Link): string =>
  `<a href="${escapeHtml(url)}" class="accent" style="color:#0b5d66">${escapeHtml(text)}</a>`;

const button = ({ text, url }: Link, at: number): string => {
  const look = at === 0 ? 'background:#0b5d66;color:#ffffff' : 'color:#0b5d66';
  return `<a href="${escapeHtml(url)}" class="${at === 0 ? 'button' : 'accent'}" style="display:inline-block;margin:0 8px 8px 0;padding:12px 18px;border:1px solid #0b5d66;border-radius:10px;font-weight:600;text-decoration:none;${look}">${escapeHtml(text)}</a>`;
};
