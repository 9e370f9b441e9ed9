import type { Mail } from '../gateways/mailer.ts';
import { escapeHtml } from './escape-html.ts';
import { mailPage } from './mail-page.ts';

/** What the code is for: signing in at a shop, or making this address that of an account. */
export type OtpPurpose = { signsInAt: string } | 'new address';

type OtpMail = { to: string; code: string; purpose: OtpPurpose; minutes: number };

/** The mail with a one-time code. The subject carries no text of users, the body only escaped text. */
export function otpMail({ to, code, purpose, minutes }: OtpMail): Mail {
  const intro = introOf(purpose);
  const validity = `It is valid for ${minutes} minutes and works once. If you did not ask for it, you can ignore this mail.`;
  return {
    to,
    subject: 'Your one-time code',
    text: `${intro}\n\n${code}\n\n${validity}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(intro)}</p>
      <p style="margin:0 0 12px;font-size:36px;font-weight:700;letter-spacing:6px;color:#0b5d66">${escapeHtml(code)}</p>
      <p style="margin:0;color:#6a5f54">${escapeHtml(validity)}</p>`),
  };
}

function introOf(purpose: OtpPurpose): string {
  if (purpose === 'new address')
    return 'To use this email address for your Haat account, enter this code on your profile:';
  return `Your one-time code for ${purpose.signsInAt} is:`;
}
