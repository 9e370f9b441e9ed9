import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { env } from '@haat/core/ops/env';
import { type Sandbox, startSandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startApi, type TestApi } from '../test/api-client.ts';

let sandbox: Sandbox;
let api: TestApi;
beforeAll(async () => {
  connectDatabase();
  sandbox = await startSandbox();
  env.PAYMENT_SANDBOX_URL = sandbox.pages.url;
  api = await startApi();
});
afterAll(async () => {
  delete env.PAYMENT_SANDBOX_URL;
  await api.stop();
  await sandbox.stop();
  await closeDatabase();
});

it('serves the pages of the sandbox from our own address, under our own rules for pages', async () => {
  const { status, text: page, headers } = await api.as().get('/dev/pay');
  expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-store',
  ]);
  expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page).toContain('Payment sandbox');
  const script = await api.as().get('/dev/pay/checkout.js');
  expect([script.headers.get('content-type'), script.text]).toEqual([
    'text/javascript; charset=utf-8',
    expect.stringContaining('class Razorpay'),
  ]);
});

it('hands on what is sent there, forms too, and where they lead', async () => {
  const sent = await fetch(`${api.url}/dev/pay/conditions`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
    body: 'webhookLoss=0.5&webhooksHeld=false&webhooksHeld=true',
    redirect: 'manual',
  });
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/dev/pay']);
  expect(sandbox.providers.conditions).toMatchObject({ webhookLoss: 0.5, webhooksHeld: true });
  expect((await api.as().post('/dev/pay/conditions', { body: { webhookLoss: 2 } })).status).toBe(400);
  expect((await api.as().get('/dev/payments')).status).toBe(404);
});

it('sends no request to any address but that of the sandbox', async () => {
  const asked: string[] = [];
  const other = createServer((request, answer) => {
    asked.push(request.url ?? '');
    answer.end('private');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const host = `127.0.0.1:${(other.address() as AddressInfo).port}`;
  for (const target of [
    `http://${host}/dev/pay/x`,
    `//${host}/dev/pay/x`,
    `/dev/pay/..//${host}/`,
    `/dev/pay/\\${host}`,
  ])
    for (const method of ['GET', 'POST']) expect(await answerTo(method, target)).not.toContain('private');
  expect(asked).toEqual([]);
  expect(await answerTo('GET', `http://${host}/live`)).toContain('The request target is malformed');
  other.close();
});

/** The answer to a request with exactly this target, which a client library would change. */
async function answerTo(method: string, target: string): Promise<string> {
  const { port, hostname } = new URL(api.url);
  const asking = request({ port, hostname, method, path: target }).end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  return text(answer);
}

it('reports that nothing is running behind it', async () => {
  const was = env.PAYMENT_SANDBOX_URL;
  const gone = await startSandbox();
  await gone.stop();
  env.PAYMENT_SANDBOX_URL = gone.pages.url;
  const alone = await startApi();
  env.PAYMENT_SANDBOX_URL = was;
  expect(await alone.as().get('/dev/pay')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  await alone.stop();
});

it('does not exist in production', async () => {
  const was = env.NODE_ENV;
  env.NODE_ENV = 'production';
  const production = await startApi();
  env.NODE_ENV = was;
  expect((await production.as().get('/dev/pay')).status).toBe(404);
  expect((await production.as().get('/dev/pay/checkout.js')).status).toBe(404);
  await production.stop();
});
