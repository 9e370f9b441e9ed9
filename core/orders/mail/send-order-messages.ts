import { GatewayError } from '../../errors.ts';
import { messageSender } from '../../gateways/message-sender.ts';
import { WebhookRefused } from '../../gateways/signed-webhook.ts';
import { sendOrderMessagesJob } from '../../queue/job-definitions.ts';
import { readyQueue } from '../../queue/queues.ts';
import { log } from '../../ops/log.ts';
import { retryDelay, type SettledDelivery } from '../../notify/deliveries.ts';
import type { Invoice } from '../invoice.ts';
import { type ClaimedDelivery, MESSAGE_EXPIRES_AFTER_HOURS, sendDue } from './order-deliveries.ts';
import { orderMessageTo } from './order-message.ts';

/** Low, because one-time codes are sent through the same gateway. */
const CONCURRENCY = 3;

/** Sends the due messages about orders to mobile numbers. Returns the number of claimed deliveries. */
export const sendOrderMessages = (stopping?: AbortSignal): Promise<number> =>
  sendDue({ channel: 'message', concurrency: CONCURRENCY, send: sendMessage, stopping });

async function sendMessage(message: ClaimedDelivery & { to: string }, invoice: Invoice): Promise<SettledDelivery> {
  const { deliveryId, attempt, ageMs } = message;
  try {
    await messageSender().send(orderMessageTo(message, invoice));
    return { deliveryId, attempt, state: 'sent' };
  } catch (error) {
    if (error instanceof WebhookRefused) {
      log.warn({ attempt, reason: error.message }, 'A message about an order was refused');
      return { deliveryId, attempt, state: 'failed', reason: error.message };
    }
    if (!(error instanceof GatewayError)) throw error;
    const reason = typeof error.cause === 'number' ? `HTTP ${error.cause}` : 'unreachable';
    const waitMs = retryDelay({ attempt, ageMs, hours: MESSAGE_EXPIRES_AFTER_HOURS });
    log.warn({ reason, attempt }, 'A message about an order was not sent');
    return {
      deliveryId,
      attempt,
      reason,
      ...(waitMs === undefined ? { state: 'failed' } : { state: 'queued', waitMs }),
    };
  }
}

/** Queues a job that sends the due messages; see `requestOrderMails`. */
export async function requestOrderMessages(): Promise<void> {
  const { queue: name, name: job, options } = sendOrderMessagesJob;
  const queue = await readyQueue(name);
  await queue.add(job, {}, { ...options, deduplication: { id: job } });
}
