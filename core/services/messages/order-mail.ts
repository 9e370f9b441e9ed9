import type { OptionalMail } from '@haat/contract/api/messages';
import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/rules/language';
import { formatPaise } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop';
import type { Mail } from '../../gateways/mailer.ts';
import { escapeHtml, mailPage } from '../../mail.ts';
import { ORDER_MAIL_TEXTS, type OrderMailEvent } from './order-mail-texts.ts';
import { type Invoice, type InvoiceItem, type InvoiceShop, savedPaise } from '../orders/invoice.ts';

/** `unsubscribe`: turns off this kind of mail without signing in; receipts have none. */
type Links = {
  order: string;
  invoice: string;
  help: string;
  preferences: string;
  unsubscribe: { kind: OptionalMail; url: string } | undefined;
};

type OrderMail = { to: string; language: LanguageCode | null; event: OrderMailEvent; invoice: Invoice; links: Links };

/**
 * The mail about an order: the receipt when it was placed, later its status with the same facts. User-supplied text is escaped,
 * and never in the subject.
 */
export function orderMail({ to, language, event, invoice, links }: OrderMail): Mail {
  const inLanguage = language ?? DEFAULT_LANGUAGE;
  const content = contentOf({ language: inLanguage, event, invoice, links });
  return {
    to,
    subject: ORDER_MAIL_TEXTS[inLanguage].subject(event, invoice.orderNumber),
    text: textOf(content),
    html: mailPage(htmlOf(content), inLanguage),
    ...(links.unsubscribe && { headers: unsubscribeHeaders(links.unsubscribe.url) }),
  };
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

function contentOf({ language, event, invoice, links }: Omit<OrderMail, 'to'> & { language: LanguageCode }): Content {
  const texts = ORDER_MAIL_TEXTS[language];
  const { shop, items, totalPaise, takeaway, address, paymentMethod } = invoice;
  const name = shopName(shop);
  const isExpired = event === 'expired';
  const saved = savedPaise(items);
  const dates = new Intl.DateTimeFormat(`${language}-IN`, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: shop.timeZone,
  });
  const place = takeaway
    ? { label: texts.pickUpAt, value: [name, shop.address].filter(Boolean).join(', '), ...mapOf(shop, texts.map) }
    : address && {
        label: texts.deliverTo,
        value: [address.name, address.street, `${address.city} ${address.zip}`, address.phone].join(', '),
      };
  return {
    shop: [name, shop.address, shop.phone && `${texts.phone}: +91 ${shop.phone}`].filter(
      (line) => typeof line === 'string',
    ),
    lead: texts.lead(event, name),
    title: `${texts.order} ${invoice.orderNumber}`,
    lines: items.map((item) => ({ what: nameOf(item), amount: formatPaise(item.pricePaise * item.quantity) })),
    totals: [
      { label: texts.total, amount: formatPaise(totalPaise) },
      ...(saved > 0 ? [{ label: texts.saved, amount: formatPaise(saved) }] : []),
    ],
    facts: [
      { label: texts.date, value: dates.format(invoice.createdAt) },
      ...(place ? [place] : []),
      ...(isExpired ? [] : [{ label: texts.payment, value: paymentMethod === 'cod' ? texts.cash : texts.online }]),
    ],
    actions: isExpired
      ? [{ text: texts.viewCart, url: links.order }]
      : [
          { text: texts.viewOrder, url: links.order },
          { text: texts.viewInvoice, url: links.invoice },
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

function nameOf({ name, size, color, unit, quantity }: InvoiceItem): string {
  const form = [unit, size, color].filter(Boolean).join(', ');
  return `${quantity} × ${name}${form ? ` (${form})` : ''}`;
}

/** To the position of the shop, or to its address; none without both. */
function mapOf({ latitude, longitude, address }: InvoiceShop, text: string): { link?: Link } {
  const query = latitude !== null && longitude !== null ? `${latitude},${longitude}` : address;
  if (query === null) return {};
  return {
    link: { text, url: `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query }).toString()}` },
  };
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
