import { GatewayError } from '../../errors.ts';
import { messageSender } from '../../gateways/message-sender.ts';
import { WebhookRefused } from '../../gateways/signed-webhook.ts';
import { sendDue } from '../../notify/deliveries.ts';
import { isMessaged, MESSAGE_EXPIRES_AFTER_HOURS, orderChannel } from './order-deliveries.ts';
import { orderMessageTo } from './order-message.ts';

const MESSAGES = orderChannel({
  channel: 'message',
  hours: MESSAGE_EXPIRES_AFTER_HOURS,
  isSent: isMessaged('n', 'u'),
  recipient: 'u.login_mobile',
  async send(message, invoice) {
    try {
      await messageSender().send(orderMessageTo(message, invoice));
      return { state: 'sent' };
    } catch (error) {
      if (error instanceof WebhookRefused) return { state: 'failed', reason: error.message };
      if (!(error instanceof GatewayError)) throw error;
      return { state: 'retry', reason: typeof error.cause === 'number' ? `HTTP ${error.cause}` : 'unreachable' };
    }
  },
});

/** Sends the due messages about orders to mobile numbers. Returns the number of claimed deliveries. */
export const sendOrderMessages = (stopping?: AbortSignal): Promise<number> => sendDue(MESSAGES, stopping);
