import type Razorpay from 'razorpay';
import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../start-sandbox.ts';
import { razorpayClient } from '../test/clients.ts';

let sandbox: Sandbox;
let razorpay: Razorpay;
let now = Date.now();
beforeEach(async () => {
  now = Date.now();
  sandbox = await startSandbox({ now: () => now });
  razorpay = razorpayClient(sandbox);
});
afterEach(() => sandbox.stop());

const create = (receipt = 'payment-17') =>
  razorpay.orders.create({ amount: 29_100, currency: 'INR', receipt, notes: { order: '17' } });

it('opens an order and finds it by its receipt', async () => {
  const order = await create();
  expect(order).toMatchObject({
    amount: 29_100,
    amount_due: 29_100,
    status: 'created',
    receipt: 'payment-17',
    notes: { order: '17' },
  });
  await create('payment-18');
  const found = await razorpay.orders.all({ receipt: 'payment-17' });
  expect(found.items.map(({ id }) => id)).toEqual([order.id]);
  expect(await razorpay.orders.fetch(order.id)).toEqual(order);
});

it('is paid once, with a signature over order and payment', async () => {
  const { id } = await create();
  const { reply } = await sandbox.pay(id);
  const expected = createHmac('sha256', sandbox.razorpay.keySecret).update(`${id}|${reply?.razorpay_payment_id}`);
  expect(reply).toMatchObject({ razorpay_order_id: id, razorpay_signature: expected.digest('hex') });
  expect(await razorpay.orders.fetch(id)).toMatchObject({ status: 'paid', amount_paid: 29_100, amount_due: 0 });
  const { items } = await razorpay.orders.fetchPayments(id);
  expect(items).toMatchObject([
    { id: reply?.razorpay_payment_id, status: 'captured', captured: true, amount: 29_100, method: 'upi' },
  ]);
  await expect(sandbox.pay(id)).rejects.toThrow('already done');
});

it('keeps declined payments, and takes the next one', async () => {
  const { id } = await create();
  expect(await sandbox.pay(id, 'decline')).not.toHaveProperty('reply');
  expect(await razorpay.orders.fetch(id)).toMatchObject({ status: 'attempted', attempts: 1 });
  await sandbox.pay(id);
  const { items } = await razorpay.orders.fetchPayments(id);
  expect(items.map(({ status, error_reason }) => [status, error_reason])).toEqual([
    ['failed', 'payment_declined'],
    ['captured', null],
  ]);
});

it('leaves what is only authorised to be captured, once and in full', async () => {
  sandbox.setConditions({ razorpayCapture: 'manual' });
  const { id } = await create();
  const { paymentId = '' } = await sandbox.pay(id);
  expect(await razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'authorized', captured: false });
  await expect(razorpay.payments.capture(paymentId, 29_000, 'INR')).rejects.toMatchObject({ statusCode: 400 });
  expect(await razorpay.payments.capture(paymentId, 29_100, 'INR')).toMatchObject({ status: 'captured' });
  await expect(razorpay.payments.capture(paymentId, 29_100, 'INR')).rejects.toMatchObject({
    error: { description: 'This payment has already been captured' },
  });
  expect(sandbox.books().razorpay.captured).toBe(29_100);
});

it('authorises late what had failed; an order takes one payment only', async () => {
  const { id } = await create();
  const { paymentId = '' } = await sandbox.pay(id, 'late');
  expect(await razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'failed' });
  await sandbox.pay(id);
  now += 60_000;
  await expect.poll(() => razorpay.payments.fetch(paymentId)).toMatchObject({ status: 'authorized', error_code: null });
  await expect(razorpay.payments.capture(paymentId, 29_100, 'INR')).rejects.toMatchObject({
    error: { description: 'Order is already paid' },
  });
});

it.each([
  ['automatic' as const, 'captured'],
  ['prompt' as const, 'authorized'],
])('with %s capture, what is authorised late is %s', async (razorpayCapture, status) => {
  sandbox.setConditions({ razorpayCapture, lateMs: 1_000 });
  const { paymentId = '' } = await sandbox.pay((await create()).id, 'late');
  now += 1_000;
  await expect.poll(() => razorpay.payments.fetch(paymentId)).toMatchObject({ status });
});

it('refunds up to what was captured', async () => {
  const { paymentId = '' } = await sandbox.pay((await create()).id);
  const part = await razorpay.payments.refund(paymentId, {
    amount: 9_100,
    receipt: 'refund-3',
    notes: { refund: '3' },
  });
  expect(part).toMatchObject({ status: 'processed', amount: 9_100, receipt: 'refund-3', payment_id: paymentId });
  await expect(razorpay.payments.refund(paymentId, { amount: 20_001 })).rejects.toMatchObject({ statusCode: 400 });
  await razorpay.payments.refund(paymentId, {});
  await expect(razorpay.payments.refund(paymentId, {})).rejects.toMatchObject({
    error: { description: 'The payment has been fully refunded already' },
  });
  expect(await razorpay.payments.fetch(paymentId)).toMatchObject({
    status: 'refunded',
    refund_status: 'full',
    amount_refunded: 29_100,
  });
  const { items } = await razorpay.payments.fetchMultipleRefund(paymentId, {});
  expect(items.map(({ amount }) => amount)).toEqual([9_100, 20_000]);
  expect(await razorpay.refunds.fetch(part.id)).toEqual(part);
});

it('takes its time with refunds, and may fail', async () => {
  sandbox.setConditions({ refunds: 'pending' });
  const { paymentId = '' } = await sandbox.pay((await create()).id);
  const refund = await razorpay.payments.refund(paymentId, {});
  expect(refund.status).toBe('pending');
  expect(sandbox.books().razorpay.refunded).toBe(0);
  sandbox.setConditions({ refunds: 'failed' });
  now += 5_000;
  await expect.poll(() => razorpay.refunds.fetch(refund.id)).toMatchObject({ status: 'failed' });
  sandbox.setConditions({ refunds: 'done' });
  expect(await razorpay.payments.refund(paymentId, {})).toMatchObject({ status: 'processed', amount: 29_100 });
});

it.each([
  [{ amount: 99, currency: 'INR' }, 'Order amount less than minimum amount allowed'],
  [{ amount: 100.5, currency: 'INR' }, 'The amount must be an integer.'],
  [{ amount: 100, currency: 'XYZ' }, 'Currency is not supported'],
  [{ amount: 100, currency: 'INR', receipt: 'r'.repeat(41) }, 'The receipt may not be greater than 40 characters.'],
])('refuses %j', async (body, description) => {
  await expect(razorpay.orders.create(body)).rejects.toMatchObject({ statusCode: 400, error: { description } });
});

it('knows its keys, its objects and its addresses', async () => {
  const stranger = razorpayClient({ ...sandbox, razorpay: { ...sandbox.razorpay, keySecret: 'other' } });
  await expect(stranger.orders.all()).rejects.toMatchObject({ statusCode: 401 });
  for (const asked of [
    razorpay.orders.fetch('order_none'),
    razorpay.payments.fetch('pay_none'),
    razorpay.refunds.fetch('rfnd_none'),
  ])
    await expect(asked).rejects.toMatchObject({
      statusCode: 400,
      error: { description: 'The id provided does not exist' },
    });
});

it('has done what it was asked when only the answer is lost', async () => {
  sandbox.fault({ provider: 'razorpay', method: 'POST', path: '/orders', reset: 'after' });
  await expect(create()).rejects.toThrow(TypeError);
  expect((await razorpay.orders.all({ receipt: 'payment-17' })).items).toHaveLength(1);
});

it.each([
  [{ status: 500 }, { statusCode: 500, error: { code: 'SERVER_ERROR' } }],
  [{ status: 429 }, { statusCode: 429 }],
  [{ html: true }, { statusCode: 502 }],
])('fails as asked: %j', async (fault, error) => {
  sandbox.fault({ provider: 'razorpay', ...fault });
  await expect(create()).rejects.toMatchObject(error);
  expect((await create()).status).toBe('created');
});
