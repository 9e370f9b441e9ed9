import { createHmac } from 'node:crypto';
import { database } from '../db/database.ts';
import { env } from '../env.ts';
import { GatewayError } from '../errors.ts';
import { log } from '../log.ts';

export type MessageKind = 'one_time_code' | 'security_notice' | 'account_deleted';

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
 * MessageRefused when none can.
 */
export type MessageSender = { send(message: Message): Promise<void> };

/** The gateway answered with a 4xx, or redirects: it will not accept the message later either. */
export class MessageRefused extends Error {
  constructor(status: number) {
    super(`The message gateway refused a message (${status})`);
    this.name = 'MessageRefused';
  }
}

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

const TIMEOUT_MS = 10_000;
const TOO_MANY_REQUESTS = 429;

/** Posts each message as signed JSON, as docs/message-gateway.md describes it. */
export function webhookSender({ url, secret }: { url: string; secret: string }): MessageSender {
  return {
    async send({ to, text, kind, language, id }) {
      const body = JSON.stringify({ to, text, kind, language, id });
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const status = await post(url, body, {
        'content-type': 'application/json',
        'haat-timestamp': timestamp,
        'haat-signature': `v1=${signMessage({ secret, timestamp, body })}`,
      });
      if (status >= 500 || status === TOO_MANY_REQUESTS) throw new GatewayError('The message gateway', status);
      if (status >= 300) throw new MessageRefused(status);
    },
  };
}

/** HMAC-SHA256 of timestamp and body, in hexadecimal. */
export const signMessage = ({ secret, timestamp, body }: { secret: string; timestamp: string; body: string }): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    // A redirect could lead a code to another server.
    const options = { method: 'POST', body, headers, redirect: 'manual' } as const;
    const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
    await response.body?.cancel();
    return response.status;
  } catch (error) {
    throw new GatewayError('The message gateway', error);
  }
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
