import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { GatewayError } from '../errors.ts';
import { codeMessage } from '../test/code-notice.ts';
import { type MessageSender, webhookSender } from './message-sender.ts';
import { WebhookRefused } from './signed-webhook.ts';

const secret = 'a secret of the message gateway';
let status = 200;
let received: { headers: IncomingHttpHeaders; body: string }[] = [];
let sender: MessageSender;

const server = createServer(async (request, response) => {
  received.push({ headers: request.headers, body: await text(request) });
  response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('answer');
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  sender = webhookSender({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`, secret });
});
afterAll(() => void server.close());
beforeEach(() => {
  status = 200;
  received = [];
});

const message = (code = '123456') => codeMessage({ mobile: '9876543210', code, shop: 'Tea\n& <Co>' });

it('posts the message as JSON, signed with the time', async () => {
  await sender.send(message());
  const [{ headers, body }] = received as [(typeof received)[0]];
  expect(JSON.parse(body)).toEqual({
    to: '+919876543210',
    text: '123456 is your one-time code for Tea & <Co>. Valid for 5 minutes. Never share it.\n\n@localhost #123456',
    kind: 'one_time_code',
    language: 'en',
    id: expect.stringMatching(/^[\w-]{24}$/),
  });
  const timestamp = String(headers['haat-timestamp']);
  expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(60);
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  expect(headers['haat-signature']).toBe(`v1=${signature}`);
});

it('has the same id for another attempt, and another id for another code', () => {
  expect(message().id).toBe(message().id);
  expect(message('654321').id).not.toBe(message().id);
});

it.each([500, 503, 429])('fails as an outage for %i, so that the job tries again', async (answer) => {
  status = answer;
  await expect(sender.send(message())).rejects.toThrow(GatewayError);
});

it.each([400, 401, 404, 302])('is refused permanently with %i', async (answer) => {
  status = answer;
  await expect(sender.send(message())).rejects.toThrow(WebhookRefused);
  expect(received).toHaveLength(1);
});

it('fails as an outage when nobody listens', async () => {
  const nobody = webhookSender({ url: 'http://127.0.0.1:1/messages', secret });
  await expect(nobody.send(message())).rejects.toThrow(GatewayError);
});
