import type { OptionalMail } from '@haat/contract/api/messages';
import { env } from '../../env.ts';
import { GatewayError } from '../../errors.ts';
import { isRefusedForGood, mailer } from '../../gateways/mailer.ts';
import { sendOrderMailsJob } from '../../jobs/job-definitions.ts';
import { readyQueue } from '../../jobs/queues.ts';
import { log } from '../../log.ts';
import { orderMail } from './order-mail.ts';
import type { OrderMailEvent } from './order-mail-texts.ts';
import { type Invoice, readInvoices } from '../orders/invoice.ts';
import { retryDelay, returnDeliveries, type SettledDelivery, settleDeliveries } from '../push/deliveries.ts';
import { type ClaimedMail, claimMails, MAIL_EXPIRES_AFTER_HOURS } from './order-mail-deliveries.ts';
import { unsubscribeToken } from './unsubscribe.ts';

// The rest waits for the next job, so that no job runs without end.
const MAX_ROUNDS = 20;
/** Of the five connections to the mail server; the others are for one-time codes. */
const CONCURRENCY = 3;

/**
 * Sends the mails about orders that are due, first attempts and retries. Safe to run twice and concurrently: each mail is
 * claimed by one run, and recorded when the mail server has accepted it. Once `stopping` it sends no more and returns the rest.
 */
export async function sendOrderMails(stopping?: AbortSignal): Promise<number> {
  let total = 0;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (stopping?.aborted) break;
    const claimed = await claimMails();
    const invoices = await readInvoices(claimed.map(({ orderId }) => orderId));
    const queue = claimed.values();
    const sendOneByOne = async (): Promise<void> => {
      for (const mail of queue) {
        await settleDeliveries([await settled(mail, invoices.get(mail.orderId))]);
        if (stopping?.aborted) return;
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, sendOneByOne));
    await returnDeliveries([...queue]);
    total += claimed.length;
    // Until nothing is due: a mail that is queued while this job runs does not start another one.
    if (claimed.length === 0) break;
  }
  return total;
}

async function settled(mail: ClaimedMail, invoice: Invoice | undefined): Promise<SettledDelivery> {
  const { deliveryId, attempt, ageMs, to } = mail;
  if (mail.isLate) return { deliveryId, attempt, state: 'failed', reason: 'late' };
  if (to === null || !invoice) return { deliveryId, attempt, state: 'dropped', reason: 'not wanted' };
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

function eventOf({ kind, status }: ClaimedMail): OrderMailEvent {
  if (kind === 'order.placed') return 'placed';
  return kind === 'order.expired' || status === null ? 'expired' : status;
}

function linksOf({ userId, kind, mails }: ClaimedMail, { id, shop }: Invoice) {
  const slug = encodeURIComponent(shop.slug);
  return {
    order: pageUrl(kind === 'order.expired' ? `${slug}/order` : `${slug}/order-history`),
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
 * Queues a job that sends what is due; one waiting job is enough. Rejects when the queue does not respond; the scheduled job
 * sends what is due all the same.
 */
export async function requestOrderMails(): Promise<void> {
  const queue = await readyQueue(sendOrderMailsJob.queue);
  await queue.add(
    sendOrderMailsJob.name,
    {},
    { ...sendOrderMailsJob.options, deduplication: { id: sendOrderMailsJob.name } },
  );
}
