import type { Mail } from '../gateways/mailer.ts';
import { escapeHtml } from './escape-html.ts';
import { mailPage } from './mail-page.ts';

type InvitationMail = { to: string; shopName: string; role: 'vendor' | 'admin'; loginUrl: string };

/** Tells somebody that they are in a shop's team. The subject carries no text of users, the body only escaped text. */
export function invitationMail({ to, shopName, role, loginUrl }: InvitationMail): Mail {
  const what = `You are invited to work for ${shopName} on Haat${role === 'admin' ? ', as its admin' : ''}.`;
  const how = `Sign in with this email address (${to}); a one-time code will be sent to it:`;
  const ignore = 'If you do not know this shop, you can ignore this mail.';
  const url = escapeHtml(loginUrl);
  return {
    to,
    subject: 'You are invited to a shop on Haat',
    text: `${what}\n\n${how}\n${loginUrl}\n\n${ignore}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(what)}</p>
      <p style="margin:0 0 12px">${escapeHtml(how)}</p>
      <p style="margin:0 0 12px"><a href="${url}" style="color:#0b5d66">${url}</a></p>
      <p style="margin:0;color:#6a5f54">${escapeHtml(ignore)}</p>`),
  };
}
