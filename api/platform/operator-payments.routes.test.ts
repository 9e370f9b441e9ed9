import { operatorPaymentView, paymentHealthView, paymentTimelineView } from '@haat/contract/platform/operator.calls';
import { database } from '@haat/core/db/database';
import { settlePayment } from '@haat/core/payments/settle-payment';
import { startBarePayment } from '@haat/core/payments/start-payment';
import { sweepPayments } from '@haat/core/payments/sweep-payments';
import { createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { startPayments } from '@haat/core/test/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { createPayer, newKey, onlineBody, start } from '../test/payment-helpers.ts';

const api = apiTest();
let sandbox: Sandbox;
let operator: ApiCaller;
let operatorId: number;
beforeAll(async () => {
  sandbox = await startPayments();
  const user = await createUser({ isPlatformAdmin: true, name: 'Test Operator' });
  operatorId = user.id;
  operator = api.as(await api.signIn({ user, shop: await createShop({ isPlatform: true }) }));
});
afterEach(() => {
  sandbox.providers.faults.clear();
  sandbox.setConditions({ razorpayDown: false });
});
afterAll(() => sandbox.stop());

/** An order through Razorpay that waits for its money, with the id of its payment. */
async function createUnpaidOrder() {
  const payer = await createPayer(api);
  const { body } = await start(payer.calls, 'razorpay', { order: onlineBody(payer.variant), key: newKey() });
  const { rows } = await database().pool.query<{ id: number }>('SELECT id FROM payments WHERE order_id = $1', [
    body.orderId,
  ]);
  return {
    ...payer,
    orderId: Number(body.orderId),
    orderNumber: String(body.orderNumber),
    payAt: String(body.id),
    id: rows[0]?.id,
  };
}

async function paid() {
  const held = await createUnpaidOrder();
  await sandbox.pay(held.payAt);
  await settlePayment({ provider: 'razorpay', providerOrderId: held.payAt, source: 'webhook' });
  return held;
}

/** Money that waits for an order. */
async function paidWithoutOrder(): Promise<number> {
  const { providerOrderId } = await startBarePayment({
    provider: 'razorpay',
    user: await createUser(),
    amountPaise: 50_000,
  });
  await sandbox.pay(providerOrderId, 'close');
  return (await settlePayment({ provider: 'razorpay', providerOrderId, source: 'webhook' })).paymentId;
}

const timeline = async (id: number | undefined) =>
  paymentTimelineView.parse((await operator.get(`/api/operator/payments/${id}`)).body);
const act = (id: number | undefined, action: string) => operator.post(`/api/operator/payments/${id}/${action}`);
const health = async () => paymentHealthView.parse((await operator.get('/api/operator/payments/health')).body);
const found = async (query: string) =>
  operatorPaymentView
    .array()
    .parse((await operator.get(`/api/operator/payments${query}`)).body)
    .map(({ id }) => id);

describe('payments', () => {
  it('are filtered by shop, state, provider and days, sorted, summed up and exported', async () => {
    const [first, second] = [await paid(), await paid()];
    const setAmount = (paise: number) =>
      database().pool.query('UPDATE payments SET amount_paise = $2 WHERE id = $1', [second.id, paise]);
    await setAmount(1);
    const { rows } = await database().pool.query<{ id: number; shop_id: number }>(
      'SELECT p.id, o.shop_id FROM payments p JOIN orders o ON o.id = p.order_id WHERE p.id = $1',
      [first.id],
    );
    const shop = rows[0]?.shop_id;
    expect(await found(`?shop=${shop}`)).toEqual([first.id]);
    expect(await found(`?shop=${shop}&state=created`)).toEqual([]);
    expect(await found(`?shop=${shop}&provider=stripe`)).toEqual([]);
    expect(await found(`?shop=${shop}&to=2020-01-01`)).toEqual([]);
    expect((await found('?sort=amount&direction=asc&limit=1'))[0]).toBe(second.id);
    const next = await found(`?sort=amount&direction=asc&after=${second.id}`);
    expect([next.includes(second.id ?? 0), next.includes(first.id ?? 0)]).toEqual([false, true]);
    const { body: sums } = await operator.get(`/api/operator/payments/summary?shop=${shop}`);
    const { amount } = await timeline(first.id);
    await setAmount(amount * 100);
    expect(sums).toEqual({ payments: 1, paid: 1, received: amount, refunded: 0 });
    await act(first.id, 'refund');
    const { body: after } = await operator.get(`/api/operator/payments/summary?shop=${shop}`);
    expect(after).toMatchObject({ received: amount, refunded: amount });
    const { text } = await operator.get(`/api/operator/payments.csv?shop=${shop}`);
    expect(text).toContain(first.orderNumber);
    expect(text).not.toContain(first.user.email);
  });

  it('are found by the number of their order, what their provider calls them, and the email or mobile number of their customer', async () => {
    const { id, orderId, orderNumber, payAt, user } = await paid();
    const { provider_payment_id: chargeId } = await timeline(id);
    const email = encodeURIComponent(user.email.toUpperCase());
    await database().pool.query(`UPDATE users SET login_mobile = '9812345675' WHERE id = $1`, [user.id]);
    const mobile = encodeURIComponent('+91 98123 45675');
    for (const search of [orderNumber, String(orderId), payAt, chargeId, email, mobile]) {
      expect([search, await found(`?search=${search}`)]).toEqual([search, [id]]);
    }
    expect(await found('?search=order_nothing')).toEqual([]);
    expect(await found('?search=%25%40haat')).toEqual([]);
  });

  it('come newest first, page by page', async () => {
    const [first, second] = [(await createUnpaidOrder()).id, (await createUnpaidOrder()).id];
    expect(await found('?limit=2')).toEqual([second, first]);
    expect((await found(`?limit=1&after=${second}`))[0]).toBe(first);
  });

  it('show their whole timeline', async () => {
    const { id, payAt } = await paid();
    const payload = { event: 'order.paid', payload: { order: { entity: { id: payAt } } } };
    await database().pool.query(
      `INSERT INTO webhook_events (provider, event_id, kind, payload, processed_at)
       VALUES ('razorpay', $1, 'order.paid', $2, now())`,
      [`report-${payAt}`, payload],
    );
    const { events, webhooks, refunds, order, can_check, can_refund } = await timeline(id);
    expect(events.map(({ source, from, to }) => [source, from, to])).toEqual([
      ['webhook', 'created', 'paid'],
      ['webhook', 'paid', 'consumed'],
    ]);
    expect(webhooks.map(({ kind }) => kind)).toEqual(['order.paid']);
    expect([refunds, order?.payment_status, can_check, can_refund]).toEqual([[], 'paid', false, true]);
  });
});

describe('asking the provider now', () => {
  it('settles what was paid without a webhook or a page', async () => {
    const { id, payAt } = await createUnpaidOrder();
    expect(await timeline(id)).toMatchObject({ can_check: true, can_refund: false });
    await sandbox.pay(payAt, 'close');
    const { status, body } = await act(id, 'check');
    expect([status, body.state, body.order.payment_status]).toEqual([200, 'consumed', 'paid']);
    expect(body.events[0].source).toBe('operator');
  });

  it('says so when it cannot be asked', async () => {
    const { id } = await createUnpaidOrder();
    sandbox.setConditions({ razorpayDown: true });
    const { status, body } = await act(id, 'check');
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(await timeline(id)).toMatchObject({ state: 'created' });
  });
});

describe('giving money back', () => {
  it('notifies the shop, refunds the customer, and is done once', async () => {
    const { id, orderNumber, shop } = await paid();
    const clicks = await Promise.all(Array.from({ length: 5 }, () => act(id, 'refund')));
    expect(clicks.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(clicks.filter(({ status }) => status === 409)).toHaveLength(4);
    expect(await timeline(id)).toMatchObject({ state: 'refund_due', order: { payment_status: 'refund_due' } });
    expect(await act(id, 'check')).toMatchObject({ status: 200, body: { state: 'refunded' } });
    await sweepPayments();
    const { state, order, refunds, can_check, can_refund } = await timeline(id);
    expect([state, order?.payment_status, refunds.map((refund) => refund.state)]).toEqual([
      'refunded',
      'refunded',
      ['done'],
    ]);
    expect([can_check, can_refund]).toEqual([false, false]);
    const log = await database().knex('activity_log').where({ shopId: shop.id, action: 'order.refunded' });
    expect(log).toMatchObject([{ actorId: operatorId, subject: orderNumber, after: { total: 250 } }]);
  });

  it.each(['with', 'without'])('is done once for a payment %s an order, however many ask at once', async (which) => {
    for (let round = 0; round < 5; round += 1) {
      const id = which === 'with' ? (await paid()).id : await paidWithoutOrder();
      const clicks = await Promise.all(Array.from({ length: 8 }, () => act(id, 'refund')));
      const statuses = clicks.map(({ status }) => status).toSorted((a, b) => a - b);
      expect(statuses).toEqual([200, ...Array<number>(7).fill(409)]);
      expect(await timeline(id)).toMatchObject({ state: 'refund_due', refunds: [{ state: 'due' }] });
    }
    await sweepPayments();
  });

  it('is refused for an unpaid payment and for a refunded one', async () => {
    const { id } = await createUnpaidOrder();
    const { status, body } = await act(id, 'refund');
    expect([status, body.code]).toEqual([409, 'status_not_allowed']);
    expect(await timeline(id)).toMatchObject({ state: 'created', refunds: [] });
  });

  it('is tried again by hand after the provider has refused permanently', async () => {
    const { id } = await paid();
    await act(id, 'refund');
    for (let refusal = 0; refusal < 5; refusal += 1) {
      sandbox.fault({ provider: 'razorpay', method: 'POST', path: 'refund', status: 400 });
      await act(id, 'check');
    }
    expect(await health()).toMatchObject({ refunds_failed: 1, refunds_waiting: 0 });
    expect(await found('?needs_attention=true')).toEqual([id]);
    expect(await timeline(id)).toMatchObject({ can_check: false, can_refund: true });
    expect(await act(id, 'refund')).toMatchObject({ status: 200 });
    await sweepPayments();
    expect(await timeline(id)).toMatchObject({ state: 'refunded', order: { payment_status: 'refunded' } });
    expect(await health()).toMatchObject({ refunds_failed: 0 });
  });
});

it('counts what does not agree, and names it', async () => {
  expect(await health()).toMatchObject({ money_without_order: 0, order_without_money: 0, events_waiting: 0 });
  const { id, orderId, orderNumber } = await paid();
  const { pool } = database();
  await pool.query('UPDATE payments SET amount_paise = amount_paise + 1 WHERE id = $1', [id]);
  expect(await health()).toMatchObject({ order_without_money: 1, orders: [orderNumber] });
  await pool.query('UPDATE payments SET amount_paise = amount_paise - 1 WHERE id = $1', [id]);

  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO payments (provider, user_id, amount_paise, state, paid_at, provider_payment_id)
     SELECT 'razorpay', user_id, 100, 'paid', now() - interval '40 minutes', 'pay_stray' FROM orders WHERE id = $1
     RETURNING id`,
    [orderId],
  );
  expect(await health()).toMatchObject({ money_without_order: 1, order_without_money: 0 });
  expect(await found('?needs_attention=true')).toEqual([rows[0]?.id]);
  await pool.query('DELETE FROM payments WHERE id = $1', [rows[0]?.id]);
  expect(await brokenInvariants(pool)).toEqual([]);
});
