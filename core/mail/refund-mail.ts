import type { Mail } from '../gateways/mailer.ts';
import { escapeHtml } from './escape-html.ts';
import { mailPage } from './mail-page.ts';

/** `order`: the number of the order that was paid for, if there was one. `amount` as it is written, with its ₹. */
type RefundMail = { to: string; amount: string; order: string | undefined; helpUrl: string };

/** The mail about money that is on its way back. */
export function refundMail({ to, amount, order, helpUrl }: RefundMail): Mail {
  const what = order
    ? `We have returned your payment of ${amount} for order ${order}.`
    : `We have returned your payment of ${amount}, because no order was placed for it.`;
  const when = 'It goes back to where you paid from. Banks take up to 7 days to show it.';
  const help = 'Questions? We are here:';
  return {
    to,
    subject: 'Your money is on its way back',
    text: `${what}\n\n${when}\n\n${help} ${helpUrl}\n`,
    html: mailPage(`
      <p style="margin:0 0 12px">${escapeHtml(what)}</p>
      <p style="margin:0 0 12px">${escapeHtml(when)}</p>
      <p style="margin:0">${escapeHtml(help)} <a href="${escapeHtml(helpUrl)}" style="color:#0b5d66">${escapeHtml(helpUrl)}</a></p>`),
  };
}
