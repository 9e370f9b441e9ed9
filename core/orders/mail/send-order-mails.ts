import type { OptionalMail } from '@haat/contract/notify/messages.calls';
import { orderScreen } from '@haat/contract/orders/order-messages';
import { env } from '../../ops/env.ts';
import { GatewayError } from '../../errors.ts';
import { isRefusedForGood, mailer } from '../../gateways/mailer.ts';
import { sendDue } from '../../notify/deliveries.ts';
import type { Invoice } from '../invoice.ts';
import { isMailed, MAIL_EXPIRES_AFTER_HOURS, orderChannel, type OrderDelivery } from './order-deliveries.ts';
import { orderMail } from './order-mail.ts';
import type { OrderMailEvent } from './order-mail-texts.ts';
import { unsubscribeToken } from './unsubscribe.ts';

const MAILS = orderChannel({
  channel: 'mail',
  hours: MAIL_EXPIRES_AFTER_HOURS,
  isSent: isMailed('n', 'u.id'),
  recipient: 'u.email',
  async send(mail, invoice) {
    try {
      await mailer().send(orderMail({ ...mail, invoice, event: eventOf(mail), links: linksOf(mail, invoice) }));
      return { state: 'sent' };
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      const { responseCode = 0 } = (error.cause ?? {}) as { responseCode?: number };
      const reason = responseCode > 0 ? `SMTP ${responseCode}` : 'unreachable';
      return { state: isRefusedForGood(error) ? 'failed' : 'retry', reason };
    }
  },
});

/** Sends the due mails about orders. Returns the number of claimed deliveries. */
export const sendOrderMails = (stopping?: AbortSignal): Promise<number> => sendDue(MAILS, stopping);

function eventOf({ kind, status, update }: OrderDelivery): OrderMailEvent {
  return kind === 'order.placed' ? 'placed' : (status ?? update ?? 'unpaid');
}

function linksOf({ userId, kind, mails }: OrderDelivery, { id, shop }: Invoice) {
  const slug = encodeURIComponent(shop.slug);
  return {
    order: pageUrl(`${slug}/${orderScreen({ kind, orderId: id })}`),
    invoice: pageUrl(`${slug}/orders/${id}/invoice`),
    help: pageUrl('help'),
    preferences: pageUrl('profile'),
    unsubscribe: mails === null ? undefined : { kind: mails, url: unsubscribeUrl(userId, mails) },
  };
}

const unsubscribeUrl = (userId: number, mails: OptionalMail): string =>
  new URL(`/unsubscribe/${unsubscribeToken(userId, mails)}`, env.PUBLIC_URL).href;

const pageUrl = (path: string): string => new URL(`/#/${path}`, env.PUBLIC_URL).href;
