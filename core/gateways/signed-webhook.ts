import { createHmac } from 'node:crypto';
import { GatewayError } from '../errors.ts';

type Signing = { secret: string; timestamp: string; body: string };

/** HMAC-SHA256 of timestamp and body, in hexadecimal. */
const sign = ({ secret, timestamp, body }: Signing): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

/** The receiver answered with a 4xx, or redirects: it will not accept the request later either. */
export class WebhookRefused extends Error {
  constructor(receiver: string, status: number) {
    super(`${receiver} refused a request (${status})`);
    this.name = 'WebhookRefused';
  }
}

/** `receiver`: its name in errors. */
type Webhook = { url: string; secret: string; receiver: string };

const TIMEOUT_MS = 10_000;
const TOO_MANY_REQUESTS = 429;

/**
 * Posts a signed JSON body, as docs/message-gateway.md describes it. Resolves when it was accepted; rejects with GatewayError when
 * another attempt may succeed, and with WebhookRefused when none can.
 */
export async function postSigned({ url, secret, receiver }: Webhook, content: object): Promise<void> {
  const body = JSON.stringify(content);
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signature = `v1=${sign({ secret, timestamp, body })}`;
  const headers = { 'content-type': 'application/json', 'haat-timestamp': timestamp, 'haat-signature': signature };
  const status = await post(url, { body, headers }).catch((error: unknown) => {
    throw new GatewayError(receiver, error);
  });
  if (status >= 500 || status === TOO_MANY_REQUESTS) throw new GatewayError(receiver, status);
  if (status >= 300) throw new WebhookRefused(receiver, status);
}

async function post(url: string, request: { body: string; headers: Record<string, string> }): Promise<number> {
  // A redirect could send the request to another server.
  const options = { ...request, method: 'POST', redirect: 'manual' } as const;
  const response = await fetch(url, { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
  await response.body?.cancel();
  return response.status;
}
