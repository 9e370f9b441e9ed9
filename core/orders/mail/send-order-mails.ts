import type { OptionalMail } from '@haat/contract/notify/messages.calls';
import { orderScreen } from '@haat/contract/orders/order-messages';
import { env } from '../../ops/env.ts';
import { GatewayError } from '../../errors.ts';
import { isRefusedForGood, mailer } from '../../gateways/mailer.ts';
import { sendOrderMailsJob } from '../../queue/job-definitions.ts';
import { readyQueue } from '../../queue/queues.ts';
import { log } from '../../ops/log.ts';
import { retryDelay, type SettledDelivery } from '../../notify/deliveries.ts';
import type { Invoice } from '../invoice.ts';
import { type ClaimedDelivery, MAIL_EXPIRES_AFTER_HOURS, sendDue } from './order-deliveries.ts';
import { orderMail } from './order-mail.ts';
import type { OrderMailEvent } from './order-mail-texts.ts';
import { unsubscribeToken } from './unsubscribe.ts';

/** Of the five connections to the mail server; the others are for one-time codes. */
const CONCURRENCY = 3;

/** Sends the due mails about orders. Returns the number of claimed deliveries. */
export const sendOrderMails = (stopping?: AbortSignal): Promise<number> =>
  sendDue({ channel: 'mail', concurrency: CONCURRENCY, send: sendMail, stopping });

async function sendMail(mail: ClaimedDelivery & { to: string }, invoice: Invoice): Promise<SettledDelivery> {
  const { deliveryId, attempt, ageMs, to } = mail;
  try {
    await mailer().send(orderMail({ ...mail, to, invoice, event: eventOf(mail), links: linksOf(mail, invoice) }));
    return { deliveryId, attempt, state: 'sent' };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    const { responseCode = 0 } = (error.cause ?? {}) as { responseCode?: number };
    const reason = responseCode > 0 ? `SMTP ${responseCode}` : 'unreachable';
    const waitMs = retryDelay({ attempt, ageMs, hours: MAIL_EXPIRES_AFTER_HOURS });
    log.warn({ reason, attempt }, 'A mail about an order was not sent');
    const isFinal = isRefusedForGood(error) || waitMs === undefined;
    return { deliveryId, attempt, reason, ...(isFinal ? { state: 'failed' } : { state: 'queued', waitMs }) };
  }
}

function eventOf({ kind, status, update }: ClaimedDelivery): OrderMailEvent {
  return kind === 'order.placed' ? 'placed' : (status ?? update ?? 'unpaid');
}

function linksOf({ userId, kind, mails }: ClaimedDelivery, { id, shop }: Invoice) {
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

/**
 * Queues a job that sends due mails; one waiting job is enough. Rejects when the queue does not respond; the scheduled job then
 * sends the mails.
 */
export async function requestOrderMails(): Promise<void> {
  const queue = await readyQueue(sendOrderMailsJob.queue);
  await queue.add(
    sendOrderMailsJob.name,
    {},
    { ...sendOrderMailsJob.options, deduplication: { id: sendOrderMailsJob.name } },
  );
}
