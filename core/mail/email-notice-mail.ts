import type { Mail } from '../gateways/mailer.ts';
import { escapeHtml } from './escape-html.ts';
import { mailPage } from './mail-page.ts';

/** The notice to an address that no longer signs in to its account. `helpUrl`: whom to turn to. */
export function emailNoticeMail({ to, helpUrl }: { to: string; helpUrl: string }): Mail {
  const what =
    'The email address of your Haat account was changed. From now on, codes to sign in go to the new address.';
  const help = 'If it was not you who changed it, tell us at once:';
  return {
    to,
    subject: 'Your email address was changed',
    text: `${what}\n\n${help} ${helpUrl}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(what)}</p>
      <p style="margin:0">${escapeHtml(help)} <a href="${escapeHtml(helpUrl)}" style="color:#0b5d66">${escapeHtml(helpUrl)}</a></p>`),
  };
}
