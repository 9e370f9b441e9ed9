import { database } from '@haat/core/db/database';
import { brokenInvariants } from '@haat/core/test/invariants';
import { startPayments } from '@haat/core/test/payments';
import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest } from '../test/api-client.ts';
import { chargesOf, createPayer, outcomeOf, newKey, onlineBody, paymentsOf, start } from '../test/payment-helpers.ts';

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments();
});
afterEach(() => sandbox.setConditions({ razorpayCapture: 'automatic', razorpayDown: false }));
afterAll(() => sandbox.stop());

const VERIFY = '/api/razorpay/verify-payment';
const PAID = { paymentStatus: 'paid', notifications: 1, outbox: 1 };
const FAILED = {
  success: false,
  code: 'payment_unverified',
  error: 'Payment verification failed.',
  message: 'Payment verification failed.',
};

/** A customer who has paid, with the reply that the checkout gave to the page. */
async function payFor(quantity = 1) {
  const payer = await createPayer(api);
  const order = onlineBody(payer.variant, quantity);
  const { body } = await start(payer.calls, 'razorpay', { order, key: newKey() });
  const { reply } = await sandbox.pay(body.id);
  return { ...payer, order, id: body.id as string, orderId: body.orderId as number, reply: reply! };
}

it.each(['automatic', 'manual'] as const)('makes the order paid, capturing once: %s', async (razorpayCapture) => {
  sandbox.setConditions({ razorpayCapture });
  const { calls, reply, orderId, id } = await payFor();
  const answers = await Promise.all(Array.from({ length: 20 }, () => calls.post(VERIFY, { body: reply })));
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(answers[0]?.body).toEqual({ success: true, orderId, orderNumber: expect.stringMatching(/^H\d+$/) });
  expect([await outcomeOf(orderId), chargesOf(sandbox, id)]).toEqual([PAID, 1]);
  expect((await calls.post(VERIFY, { body: reply })).body).toEqual(answers[0]?.body);
});

it('is not hindered by the data of an order beside the proof', async () => {
  const { calls, reply, orderId, order } = await payFor();
  const { status, body } = await calls.post(VERIFY, { body: { ...order, ...reply } });
  expect([status, body.orderId]).toEqual([200, orderId]);
});

it('places the order that is sent beside the proof of a bare amount, once', async () => {
  const { calls, variant } = await createPayer(api);
  const { body } = await calls.post('/api/razorpay/create-order', { body: { amount: 250 } });
  const { reply } = await sandbox.pay(body.id);
  const merged = { ...onlineBody(variant), ...reply };
  const answers = await Promise.all([1, 2, 3].map(() => calls.post(VERIFY, { body: merged })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.body.orderId)).size).toBe(1);
  expect(await outcomeOf(answers[0]?.body.orderId)).toEqual(PAID);
});

it('says of a bare amount that it is paid', async () => {
  const { calls } = await createPayer(api);
  const { body } = await calls.post('/api/razorpay/create-order', { body: { amount: 99.5 } });
  const { reply } = await sandbox.pay(body.id);
  expect((await calls.post(VERIFY, { body: reply })).body).toEqual({ success: true });
});

describe('an invalid proof of payment', () => {
  const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex');
  type Forging = { id: string; paymentId: string; signature: string };
  const FORGED: [string, (real: Forging) => string][] = [
    ['one character changed', ({ signature }) => signature.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['nothing', () => ''],
    ['another secret', ({ id, paymentId }) => hmac('secret', `${id}|${paymentId}`)],
    ['the secret of the webhooks', ({ id, paymentId }) => hmac(sandbox.razorpay.webhookSecret, `${id}|${paymentId}`)],
    ['another payment', ({ id }) => hmac(sandbox.razorpay.keySecret, `${id}|pay_another`)],
    ['another order', ({ paymentId }) => hmac(sandbox.razorpay.keySecret, `order_another|${paymentId}`)],
  ];

  it.each(FORGED)('signed with %s', async (_, forge) => {
    const { calls, reply, orderId, id } = await payFor();
    const real = { id, paymentId: reply.razorpay_payment_id, signature: reply.razorpay_signature };
    const { status, body } = await calls.post(VERIFY, { body: { ...reply, razorpay_signature: forge(real) } });
    expect([status, body]).toEqual([400, FAILED]);
    expect(await outcomeOf(orderId)).toEqual({ paymentStatus: 'awaiting', notifications: 0, outbox: 0 });
  });

  it('of another customer is not found, like an unknown one', async () => {
    const [{ reply, orderId }, other] = [await payFor(), await createPayer(api)];
    const answer = await other.calls.post(VERIFY, { body: reply });
    expect(answer.status).toBe(404);
    const unknown = await other.calls.post(VERIFY, { body: { ...reply, razorpay_order_id: 'order_unknown' } });
    expect(unknown.body).toEqual(answer.body);
    expect(await outcomeOf(orderId)).toMatchObject({ notifications: 0 });
  });

  it('of another cart pays for nothing: each order takes its own money', async () => {
    const [first, second] = [await payFor(), await payFor(2)];
    // The signature of one payment is no proof for the other, even on the same customer's page.
    const mixed = { ...first.reply, razorpay_order_id: second.id };
    expect((await second.calls.post(VERIFY, { body: mixed })).body).toEqual(FAILED);
  });
});

it('says that money which came too late goes back', async () => {
  const { calls, reply, orderId } = await payFor();
  await database().pool.query(`UPDATE orders SET payment_status = 'expired' WHERE id = $1`, [orderId]);
  await database().pool.query(
    `WITH back AS (INSERT INTO stock_ledger (variant_id, delta, reason, order_id)
       SELECT variant_id, quantity, 'release', order_id FROM order_items WHERE order_id = $1 RETURNING variant_id, delta)
     UPDATE variants v SET stock = stock + back.delta FROM back WHERE v.id = back.variant_id`,
    [orderId],
  );
  const { status, body } = await calls.post(VERIFY, { body: reply });
  expect([status, body.success, body.message]).toEqual([
    400,
    false,
    'Your payment could not be used for this order and is being refunded.',
  ]);
  expect(await paymentsOf(orderId)).toEqual([{ provider: 'razorpay', state: 'refund_due', refunds: 1 }]);
});

it('does not call a payment failed while the provider cannot be asked', async () => {
  const { calls, reply, orderId } = await payFor();
  sandbox.setConditions({ razorpayDown: true });
  const { status, body } = await calls.post(VERIFY, { body: reply });
  expect([status, body.code]).toEqual([503, 'unavailable']);
  sandbox.setConditions({ razorpayDown: false });
  expect((await calls.post(VERIFY, { body: reply })).body).toMatchObject({ success: true, orderId });
});

it('keeps the accounting invariants', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
