import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/accounts/language';
import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { momentFormat } from '@haat/contract/moment-format';
import type { Mail } from './gateways/mailer.ts';
import { MAIL_TEXTS, securityTextKind, type SecurityNoticeKind } from './mail-texts.ts';

/** The purpose of the code: logging in at a shop, confirming a new address or mobile number, or deleting the account. */
export type OtpPurpose = { signsInAt: string } | 'new address' | 'new mobile' | 'deletion';

/** `language`: null for a recipient without a chosen language. */
type Recipient = { to: string; language: LanguageCode | null };

type OtpMail = Recipient & { code: string; purpose: Exclude<OtpPurpose, 'new mobile'>; minutes: number };

/** The mail with a one-time code. */
export function otpMail({ to, language, code, purpose, minutes }: OtpMail): Mail {
  const { subject, signIn, newAddress, deletion, validity } = textsIn(language).code;
  const others = { 'new address': newAddress, deletion };
  const intro = typeof purpose === 'object' ? signIn(purpose.signsInAt) : others[purpose];
  return mailOf({ to, language, subject, blocks: [intro, { code }, { muted: validity(minutes) }] });
}

type Notice = Recipient & { helpUrl: string };

/** The notice to the previous address of an account. `helpUrl`: where to get help. */
export function emailNoticeMail({ to, language, helpUrl }: Notice): Mail {
  const { subject, what, help } = textsIn(language).emailChanged;
  return mailOf({ to, language, subject, blocks: [what, { text: help, url: helpUrl }] });
}

/** The last mail to the owner of an account. */
export function deletionMail({ to, language, helpUrl }: Notice): Mail {
  const { subject, what, orders, help } = textsIn(language).deleted;
  return mailOf({ to, language, subject, blocks: [what, orders, { text: help, url: helpUrl }] });
}

type InvitationMail = Recipient & { shopName: string; role: ShopRole; loginUrl: string };

/** The invitation to a shop's team. */
export function invitationMail({ to, language, shopName, role, loginUrl }: InvitationMail): Mail {
  const { subject, what, how, ignore } = textsIn(language).invitation;
  const blocks = [what(shopName, role), { text: how(to), url: loginUrl }, { muted: ignore }];
  return mailOf({ to, language, subject, blocks });
}

type ApplicationMail = Recipient & { shop: string; reason: string | null; url: string };

/** The operator's decision on an application for a shop. A `reason` means that it was declined. */
export function applicationMail({ to, language, shop, reason, url }: ApplicationMail): Mail {
  const { approved, declined } = textsIn(language).application;
  if (reason === null) {
    const { subject, what, how } = approved;
    return mailOf({ to, language, subject, blocks: [what(shop), { text: how, url }] });
  }
  const { subject, what, why, how } = declined;
  return mailOf({ to, language, subject, blocks: [what(shop), why(reason), { text: how, url }] });
}

type NearMail = Recipient & { shop: string; url: string };

/** The mail about a shop that delivers to where the customer waits for one. */
export function nearMail({ to, language, shop, url }: NearMail): Mail {
  const { subject, what, how } = textsIn(language).near;
  return mailOf({ to, language, subject, blocks: [what(shop), { text: how, url }] });
}

type NewApplicationMail = Recipient & { shop: string; city: string; url: string };

/** The mail to the operators about an application for a shop. */
export function newApplicationMail({ to, language, shop, city, url }: NewApplicationMail): Mail {
  const { subject, what, how } = textsIn(language).application.submitted;
  return mailOf({ to, language, subject, blocks: [what(shop, city), { text: how, url }] });
}

/** `order`: the number of the refunded order, if there was one. `amount`: formatted, with ₹. */
type RefundMail = Notice & { amount: string; order: string | undefined };

/** The mail about a refund. */
export function refundMail({ to, amount, order, language, helpUrl }: RefundMail): Mail {
  const { subject, what, when, help } = textsIn(language).refund;
  return mailOf({ to, language, subject, blocks: [what(amount, order), when, { text: help, url: helpUrl }] });
}

/** `device`: browser and operating system of a new device; `createdAt`: when it happened. */
type SecurityMail = Notice & { kind: SecurityNoticeKind; device: string | null; createdAt: Date };

/** The mail about a security event of the account: what happened, and what to do. */
export function securityMail({ to, language, kind, device, createdAt, helpUrl }: SecurityMail): Mail {
  const { notices, unknownDevice, help } = textsIn(language).security;
  const time = momentFormat(language ?? DEFAULT_LANGUAGE, 'date', 'Asia/Kolkata').format(createdAt);
  const { subject, what, todo } = notices[securityTextKind(kind)](device ?? unknownDevice, time);
  return mailOf({ to, language, subject, blocks: [what, ...todo, { text: help, url: helpUrl }] });
}

type NotRespondingMail = Recipient & { shop: string; ordersUrl: string };

/** The mail to its team and to the operator about a shop that has stopped taking orders because it answered none. */
export function notRespondingMail({ to, language, shop, ordersUrl }: NotRespondingMail): Mail {
  const { subject, what, how } = textsIn(language).notResponding;
  return mailOf({ to, language, subject, blocks: [what(shop), { text: how, url: ordersUrl }] });
}

type ProblemMail = Recipient & {
  isReminder: boolean;
  number: string;
  orderNumber: string;
  acknowledgeBy: Date;
  solveBy: Date;
  url: string;
};

/** The mail to the team of a shop about a problem that a customer has reported. Without names: the page has them. */
export function problemMail({ to, language, isReminder, number, orderNumber, url, ...clock }: ProblemMail): Mail {
  const { subject, reminder, what, deadlines, open } = textsIn(language).problem;
  const dates = momentFormat(language ?? DEFAULT_LANGUAGE, 'date', 'Asia/Kolkata');
  const due = deadlines(dates.format(clock.acknowledgeBy), dates.format(clock.solveBy));
  const first = isReminder ? reminder(number) : what(number, orderNumber);
  return mailOf({ to, language, subject: subject(number), blocks: [first, due, { text: open, url }] });
}

const textsIn = (language: LanguageCode | null) => MAIL_TEXTS[language ?? DEFAULT_LANGUAGE];

/** A paragraph: text, the digits of a code, muted text, or a link with text before it. */
type Block = string | { code: string } | { muted: string } | { text: string; url: string };

/** A mail of a few paragraphs. User-supplied text is escaped, and must not be in the subject. */
function mailOf({ to, language, subject, blocks }: Recipient & { subject: string; blocks: Block[] }): Mail {
  return {
    to,
    subject,
    text: `${blocks.map(textOf).join('\n\n')}\n`,
    html: mailPage(blocks.map((block) => `\n      ${htmlOf(block)}`).join(''), language ?? DEFAULT_LANGUAGE),
  };
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('code' in block) return block.code;
  return 'muted' in block ? block.muted : `${block.text} ${block.url}`;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="margin:0 0 12px">${escapeHtml(block)}</p>`;
  if ('code' in block)
    return `<p class="accent" style="margin:0 0 12px;font-size:36px;font-weight:700;letter-spacing:6px;color:#0b5d66">${escapeHtml(block.code)}</p>`;
  if ('muted' in block) return `<p class="muted" style="margin:0 0 12px;color:#6a5f54">${escapeHtml(block.muted)}</p>`;
  const url = escapeHtml(block.url);
  return `<p style="margin:0 0 12px">${escapeHtml(block.text)} <a href="${url}" class="accent" style="color:#0b5d66">${url}</a></p>`;
}

/** The HTML page around the content, which must be escaped already. Its classes have the colours of dark mail programs. */
export function mailPage(content: string, language: LanguageCode = DEFAULT_LANGUAGE): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
    <title>Haat</title>
    <style>${DARK}</style>
  </head>
  <body class="page" style="margin:0;padding:24px 12px;background:#fffaf1;color:#201a14;font:16px/1.45 system-ui,sans-serif">
    <div class="card" style="max-width:480px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e6daca;border-radius:12px">${content}
    </div>
  </body>
</html>
`;
}

// Inline styles are for light mode, as many mail programs read only inline styles.
const DARK = `:root { color-scheme: light dark }
      @media (prefers-color-scheme: dark) {
        .page { background: #16120e !important; color: #f4ebe0 !important }
        .card { background: #211b15 !important; border-color: #43382d !important }
        .lined { border-color: #43382d !important }
        .muted { color: #bfb1a1 !important }
        .accent { color: #7fd0d9 !important; border-color: #7fd0d9 !important }
        .button { background: #7fd0d9 !important; color: #10201f !important; border-color: #7fd0d9 !important }
      }`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes text for HTML content and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
