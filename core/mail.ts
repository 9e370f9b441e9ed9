import { DEFAULT_LANGUAGE, type LanguageCode } from '@haat/contract/rules/language';
import type { Mail } from './gateways/mailer.ts';

/** What the code is for: signing in at a shop, confirming a new address or mobile number, or deleting the account. */
export type OtpPurpose = { signsInAt: string } | 'new address' | 'new mobile' | 'deletion';

type OtpMail = { to: string; code: string; purpose: Exclude<OtpPurpose, 'new mobile'>; minutes: number };

/** The mail with a one-time code. User-supplied text is escaped, and never in the subject. */
export function otpMail({ to, code, purpose, minutes }: OtpMail): Mail {
  const intro = introOf(purpose);
  const validity = `It is valid for ${minutes} minutes and can be used once. If you did not request it, you can ignore this email.`;
  return {
    to,
    subject: 'Your one-time code',
    text: `${intro}\n\n${code}\n\n${validity}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(intro)}</p>
      <p class="accent" style="margin:0 0 12px;font-size:36px;font-weight:700;letter-spacing:6px;color:#0b5d66">${escapeHtml(code)}</p>
      <p class="muted" style="margin:0;color:#6a5f54">${escapeHtml(validity)}</p>`),
  };
}

function introOf(purpose: Exclude<OtpPurpose, 'new mobile'>): string {
  if (purpose === 'deletion') return 'To delete your Haat account, enter this code on your profile:';
  if (purpose === 'new address')
    return 'To use this email address for your Haat account, enter this code on your profile:';
  return `Your one-time code for ${purpose.signsInAt} is:`;
}

/** The notice to the previous address of an account. `helpUrl`: where to get help. */
export function emailNoticeMail({ to, helpUrl }: { to: string; helpUrl: string }): Mail {
  const what =
    'The email address of your Haat account was changed. From now on, sign-in codes are sent to the new address.';
  const help = 'If you did not change it, contact us immediately:';
  return {
    to,
    subject: 'Your email address was changed',
    text: `${what}\n\n${help} ${helpUrl}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(what)}</p>
      <p style="margin:0">${escapeHtml(help)} <a href="${escapeHtml(helpUrl)}" class="accent" style="color:#0b5d66">${escapeHtml(helpUrl)}</a></p>`),
  };
}

/** The last mail to the owner of an account. */
export function deletionMail({ to, helpUrl }: { to: string; helpUrl: string }): Mail {
  const what =
    'Your Haat account was deleted. Your name, email address, mobile number, picture and addresses were erased.';
  const orders =
    'Your orders remain without them, because shops must keep their accounts. A new login with this address opens a new account.';
  const help = 'If you did not delete it, contact us:';
  return {
    to,
    subject: 'Your account was deleted',
    text: `${what}\n\n${orders}\n\n${help} ${helpUrl}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(what)}</p>
      <p style="margin:0 0 12px">${escapeHtml(orders)}</p>
      <p style="margin:0">${escapeHtml(help)} <a href="${escapeHtml(helpUrl)}" style="color:#0b5d66">${escapeHtml(helpUrl)}</a></p>`),
  };
}

type InvitationMail = { to: string; shopName: string; role: 'vendor' | 'admin'; loginUrl: string };

/** The invitation to a shop's team. User-supplied text is escaped, and never in the subject. */
export function invitationMail({ to, shopName, role, loginUrl }: InvitationMail): Mail {
  const what = `You have been invited to the team of ${shopName} on Haat${role === 'admin' ? ' as an admin' : ''}.`;
  const how = `Sign in with this email address (${to}); a one-time code will be sent to it:`;
  const ignore = 'If you do not know this shop, you can ignore this email.';
  const url = escapeHtml(loginUrl);
  return {
    to,
    subject: 'You have been invited to a shop on Haat',
    text: `${what}\n\n${how}\n${loginUrl}\n\n${ignore}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(what)}</p>
      <p style="margin:0 0 12px">${escapeHtml(how)}</p>
      <p style="margin:0 0 12px"><a href="${url}" class="accent" style="color:#0b5d66">${url}</a></p>
      <p class="muted" style="margin:0;color:#6a5f54">${escapeHtml(ignore)}</p>`),
  };
}

/** `order`: the number of the refunded order, if there was one. `amount`: formatted, with ₹. */
type RefundMail = {
  to: string;
  amount: string;
  order: string | undefined;
  language: LanguageCode | null;
  helpUrl: string;
};

/** The mail about a refund. */
export function refundMail({ to, amount, order, language, helpUrl }: RefundMail): Mail {
  const inLanguage = language ?? DEFAULT_LANGUAGE;
  const { subject, what, when, help } = REFUND_TEXTS[inLanguage](amount, order);
  return {
    to,
    subject,
    text: `${what}\n\n${when}\n\n${help} ${helpUrl}\n`,
    html: mailPage(
      `
      <p style="margin:0 0 12px">${escapeHtml(what)}</p>
      <p style="margin:0 0 12px">${escapeHtml(when)}</p>
      <p style="margin:0">${escapeHtml(help)} <a href="${escapeHtml(helpUrl)}" class="accent" style="color:#0b5d66">${escapeHtml(helpUrl)}</a></p>`,
      inLanguage,
    ),
  };
}

type RefundText = Record<'subject' | 'what' | 'when' | 'help', string>;

const REFUND_TEXTS: Record<LanguageCode, (amount: string, order: string | undefined) => RefundText> = {
  en: (amount, order) => ({
    subject: 'Your payment was refunded',
    what: order
      ? `We have refunded your payment of ${amount} for order ${order}.`
      : `We have refunded your payment of ${amount} because no order was placed for it.`,
    when: 'The amount is credited to your original payment method. Banks can take up to 7 days.',
    help: 'If you have questions, contact us:',
  }),
  hi: (amount, order) => ({
    subject: 'आपका भुगतान वापस कर दिया गया',
    what: order
      ? `ऑर्डर ${order} के ${amount} वापस कर दिए गए हैं।`
      : `आपके ${amount} वापस कर दिए गए हैं, क्योंकि उनके लिए कोई ऑर्डर नहीं हुआ।`,
    when: 'रक़म उसी तरीके से लौटेगी जिससे आपने भुगतान किया था। बैंक को 7 दिन तक लग सकते हैं।',
    help: 'कुछ पूछना हो, तो यहाँ संपर्क करें:',
  }),
};

export type SecurityNoticeKind = 'wrong_codes' | 'refresh_reused' | 'new_device' | 'mobile_changed';

/** `device`: browser and operating system of a new device; `createdAt`: when it happened. */
type SecurityMail = { to: string; kind: SecurityNoticeKind; device: string | null; createdAt: Date; helpUrl: string };

/** The mail about a security event of the account: what happened, and what to do. */
export function securityMail({ to, kind, device, createdAt, helpUrl }: SecurityMail): Mail {
  const { subject, what, todo } = SECURITY_TEXTS[kind](device ?? 'an unknown device', TIME.format(createdAt));
  const help = 'If you need help, contact us:';
  const lines = [what, ...todo];
  const paragraphs = lines.map((line) => `<p style="margin:0 0 12px">${escapeHtml(line)}</p>`).join('\n      ');
  return {
    to,
    subject,
    text: `${lines.join('\n\n')}\n\n${help} ${helpUrl}\n`,
    html: mailPage(`
      ${paragraphs}
      <p style="margin:0">${escapeHtml(help)} <a href="${escapeHtml(helpUrl)}" class="accent" style="color:#0b5d66">${escapeHtml(helpUrl)}</a></p>`),
  };
}

const TIME = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'Asia/Kolkata' });

type SecurityText = { subject: string; what: string; todo: string[] };

const CHANGE_PASSWORD =
  'Sign-in codes are sent to this mailbox, so change its password. Then change the email address on your profile, which signs out all other devices.';

const SECURITY_TEXTS: Record<SecurityNoticeKind, (device: string, time: string) => SecurityText> = {
  wrong_codes: () => ({
    subject: 'Wrong codes were entered for your account',
    what: 'Wrong one-time codes were entered several times today to sign in to your Haat account. None of them was accepted.',
    todo: [
      'If it was you, request a new code and enter it on the device and network where you requested it.',
      'If it was not you, you do not need to do anything. Never share a code, and ignore codes that you did not request.',
    ],
  }),
  refresh_reused: (_, time) => ({
    subject: 'One of your devices was signed out',
    what: `On ${time} (Indian time), a device was signed out of your Haat account because its session was used in two places.`,
    todo: [
      'This can happen when a browser is restored from a backup. Sign in again to continue.',
      `If you did not do that, somebody may have copied the session. It no longer works. ${CHANGE_PASSWORD}`,
    ],
  }),
  new_device: (device, time) => ({
    subject: 'New sign-in to your account',
    what: `Your Haat account was signed in to on ${time} (Indian time) with ${device}, from a device or network that it has not used in the last 90 days.`,
    todo: ['If it was you, you do not need to do anything.', `If it was not you: ${CHANGE_PASSWORD}`],
  }),
  mobile_changed: (_, time) => ({
    subject: 'The mobile number of your account was changed',
    what: `On ${time} (Indian time), a mobile number was confirmed for your Haat account. One-time codes for signing in can be sent to it.`,
    todo: [
      'If it was you, you do not need to do anything.',
      `If it was not you: sign out all other devices on your profile and contact us. ${CHANGE_PASSWORD}`,
    ],
  }),
};

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

// Inline styles are for light: many mail programs read only those.
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
