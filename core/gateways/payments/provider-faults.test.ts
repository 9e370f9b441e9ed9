import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PaymentToOpen, PaymentGateway } from './payment-gateway.ts';
import { ProviderError } from './provider-error.ts';
import { razorpayGateway } from './razorpay-gateway.ts';
import { stripeGateway } from './stripe-gateway.ts';

type Call = { method: string; path: string; body: string; key: string | undefined };
type Answer = (request: Call, response: ServerResponse) => void;

/** A provider that records its requests and responds as the test wants. */
const calls: Call[] = [];
let answer: Answer;
const server = createServer((request, response) => void take(request, response));
let apiUrl: string;

async function take(request: IncomingMessage, response: ServerResponse) {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  const key = request.headers['idempotency-key'] as string | undefined;
  const call = { method: request.method ?? '', path: request.url ?? '', body, key };
  calls.push(call);
  answer(call, response);
}

const json =
  (status: number, body: object): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});
beforeEach(() => {
  calls.length = 0;
});

const timeoutMs = 300;
const razorpay = () =>
  razorpayGateway({ keyId: 'rzp_test_k', keySecret: 'k', apiUrl, checkoutUrl: '/checkout.js', timeoutMs });
const stripe = () => stripeGateway({ secretKey: 'sk_test_k', apiUrl, timeoutMs });

const opening: PaymentToOpen = {
  reference: 'haat-payment-7-0a1b2c3d',
  createdAt: new Date('2026-11-21T10:00:00Z'),
  notes: { payment: '7' },
  amountPaise: 25_050,
  lines: [{ name: 'Toned Milk', quantity: 5, pricePaise: 5_010 }],
  email: 'customer@haat.example',
  returnTo: { success: 'https://haat.example/#/a/order-summary?success=true', cancel: 'https://haat.example/' },
  mayExist: false,
};

const FAULTS: [string, string, Answer][] = [
  ['resets the connection', 'network', (_, response) => response.destroy()],
  ['does not answer', 'timeout', () => {}],
  [
    'has an internal error',
    'server',
    json(500, { error: { code: 'SERVER_ERROR', type: 'api_error', message: 'broken' } }),
  ],
  [
    'responds with an error page of its proxy',
    'server',
    (_, response) => response.writeHead(502).end('<html>bad gateway</html>'),
  ],
  ['limits the rate', 'rate_limited', json(429, { error: { type: 'rate_limit_error', message: 'slow down' } })],
  ['rejects the key', 'auth', json(401, { error: { type: 'invalid_request_error', message: 'Invalid key' } })],
  ['declines', 'declined', json(400, { error: { type: 'invalid_request_error', message: 'No' } })],
];

const ASKS: [string, (gateway: PaymentGateway) => Promise<unknown>][] = [
  ['open', (gateway) => gateway.open(opening)],
  ['fetchState', (gateway) => gateway.fetchState('order_or_session')],
  [
    'refund',
    (gateway) => gateway.refund({ reference: 'haat-refund-7', providerPaymentId: 'pay_1', amountPaise: 25_050 }),
  ],
];

describe.each([
  ['Razorpay', razorpay],
  ['Stripe', stripe],
])('%s', (name, gateway) => {
  const cases = FAULTS.flatMap(([fault, failure, act]) =>
    ASKS.map(([what, ask]) => ({ fault, failure, act, what, ask })),
  );

  it.each(cases)('that $fault at $what fails as $failure', async ({ act, ask, failure }) => {
    answer = act;
    const error = await ask(gateway()).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    // Razorpay's library reports a broken connection and a timeout alike.
    const isSilent = failure === 'timeout' && name === 'Razorpay';
    expect((error as ProviderError).failure).toBe(isSilent ? 'network' : failure);
  });
});

it('finds the Razorpay order whose response was lost', async () => {
  const orders: object[] = [];
  answer = (call, response) => {
    if (call.method === 'GET') return json(200, { entity: 'collection', items: orders })(call, response);
    orders.push({ ...JSON.parse(call.body), id: 'order_1' });
    response.destroy();
  };
  await expect(razorpay().open(opening)).rejects.toThrow(ProviderError);
  await expect(razorpay().open({ ...opening, mayExist: true })).resolves.toEqual({
    providerOrderId: 'order_1',
    url: null,
  });
  expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  expect(calls.at(-1)?.path).toContain('receipt=haat-payment-7-0a1b2c3d');
});

it('repeats a lost Stripe request under the same key, and uses another one for other return addresses', async () => {
  let isLost = true;
  answer = (call, response) => {
    if (isLost) {
      isLost = false;
      response.destroy();
      return;
    }
    json(200, { id: 'cs_1', object: 'checkout.session', url: 'https://pay.example/cs_1' })(call, response);
  };
  const opened = { providerOrderId: 'cs_1', url: 'https://pay.example/cs_1' };
  await expect(stripe().open(opening)).resolves.toEqual(opened);
  await stripe().open({ ...opening, mayExist: true });
  await stripe().open({ ...opening, returnTo: { success: 'https://haat.example/', cancel: 'https://haat.example/' } });
  const keys = calls.map(({ key }) => key);
  expect(new Set(keys.slice(0, 3)).size).toBe(1);
  expect(keys[3]).not.toBe(keys[0]);
  expect(keys.every((key) => key?.startsWith('haat-payment-7-0a1b2c3d-'))).toBe(true);
});

it('lists the Razorpay refund whose response was lost', async () => {
  const refunds: object[] = [];
  answer = (call, response) => {
    if (call.method === 'GET') return json(200, { entity: 'collection', items: refunds })(call, response);
    refunds.push({ ...JSON.parse(call.body), id: 'rfnd_1', payment_id: 'pay_1', status: 'pending' });
    response.destroy();
  };
  const request = { reference: 'haat-refund-7', providerPaymentId: 'pay_1', amountPaise: 25_050 };
  await expect(razorpay().refund(request)).rejects.toThrow(ProviderError);
  const { reference, amountPaise } = request;
  await expect(razorpay().listRefunds('pay_1')).resolves.toEqual([
    { providerRefundId: 'rfnd_1', reference, amountPaise, state: 'requested' },
  ]);
});
