import { database } from '../db/database.ts';
import { env } from '../ops/env.ts';
import { log } from '../ops/log.ts';
import { postSigned } from './signed-webhook.ts';

export type MessageKind =
  | 'one_time_code'
  | 'security_notice'
  | 'account_deleted'
  | 'invitation'
  | 'order_placed'
  | 'order_status'
  | 'order_refund'
  | 'order_expired'
  | 'order_update'
  | 'shop_alert'
  | 'shop_near';

/** A short text to a mobile number. `id`: the same for every attempt to send it, so that the gateway delivers it once. */
export type Message = {
  id: string;
  /** With the country: +919876543210. */
  to: string;
  text: string;
  kind: MessageKind;
  language: 'en' | 'hi';
};

/**
 * Resolves when the gateway has accepted the message. Rejects with GatewayError when another attempt may succeed, and with
 * WebhookRefused when none can.
 */
export type MessageSender = { send(message: Message): Promise<void> };

/** Whether messages can reach people: through the gateway or, outside production, on `/dev/messages`. */
export const canSendMessages = (): boolean => env.MESSAGE_WEBHOOK_URL !== undefined || env.NODE_ENV !== 'production';

let current: MessageSender | undefined;

/** The sender of this process: to MESSAGE_WEBHOOK_URL when it is set, else into the list that `/dev/messages` shows. */
export function messageSender(): MessageSender {
  const { MESSAGE_WEBHOOK_URL: url, MESSAGE_WEBHOOK_SECRET: secret } = env;
  return (current ??= logged(url && secret ? webhookSender({ url, secret }) : storingSender()));
}

// Neither the number nor the text is logged; the request id is part of every line.
function logged({ send }: MessageSender): MessageSender {
  return {
    async send(message) {
      await send(message);
      log.info({ kind: message.kind }, 'Message sent');
    },
  };
}

/** Posts each message as signed JSON, as docs/message-gateway.md describes it. */
export function webhookSender(webhook: { url: string; secret: string }): MessageSender {
  return {
    send: ({ to, text, kind, language, id }) =>
      postSigned({ ...webhook, receiver: 'The message gateway' }, { to, text, kind, language, id }),
  };
}

/** Stores messages in the database instead; `/dev/messages` and tests read them there. */
export function storingSender(): MessageSender {
  return {
    async send({ id, ...message }) {
      await database()
        .knex('caught_messages')
        .insert({ messageId: id, ...message })
        .onConflict('message_id')
        .ignore();
    },
  };
}

export type StoredMessage = Omit<Message, 'id'> & { at: Date };

const MAX_STORED = 200;

/** The messages that were stored instead of sent, newest first, at most 200; `to`: only to this number. */
export async function listStoredMessages({ to }: { to?: string | undefined } = {}): Promise<StoredMessage[]> {
  const messages = database()
    .knex<StoredMessage>('caught_messages')
    .select('to', 'kind', 'language', 'text', 'at')
    .orderBy('id', 'desc')
    .limit(MAX_STORED);
  return to === undefined ? messages : messages.where({ to });
}
