import type { PaymentProvider } from '@haat/contract/payments/payment';
import { paymentHealthView, paymentTimelineView, unknownPaymentView } from '@haat/contract/platform/operator.calls';
import { database } from '@haat/core/db/database';
import { paymentGateway } from '@haat/core/gateways/payments/gateways';
import { recoverPaymentsSince } from '@haat/core/payments/recover-payment';
import { startBarePayment } from '@haat/core/payments/start-payment';
import { sweepPayments } from '@haat/core/payments/sweep-payments';
import { createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { startPayments } from '@haat/core/test/payments';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { type ApiCaller, apiTest } from '../test/api-client.ts';
import { createPayer, newKey, onlineBody, outcomeOf, RETURN, start } from '../test/payment-helpers.ts';
import { eventsAbout } from '../test/provider-events.ts';

const api = apiTest();
let sandbox: Sandbox;
let operator: ApiCaller;
beforeAll(async () => {
  sandbox = await startPayments({ conditions: { webhooksHeld: true } });
  sandbox.sendWebhooksTo(api.url);
  const user = await createUser({ isPlatformAdmin: true });
  operator = api.as(await api.signIn({ user, shop: await createShop({ isPlatform: true }) }));
});
afterAll(() => sandbox.stop());
beforeEach(() => sql('UPDATE webhook_events SET dismissed_at = now() WHERE unknown_order IS NOT NULL'));

const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

const AMOUNT = 50_000;
const returnTo = { success: RETURN.success_url, cancel: RETURN.cancel_url };

/** A payment without an order that a customer has made, and its row in the database. */
async function payBare(provider: PaymentProvider, user?: { id: number; email: string }) {
  const lines = [{ name: 'Rice', quantity: 1, pricePaise: AMOUNT }];
  const payer = user ?? (await createUser());
  const { providerOrderId } = await startBarePayment({ provider, user: payer, amountPaise: AMOUNT, lines, returnTo });
  await sandbox.pay(providerOrderId, 'close');
  return { providerOrderId, user: payer, row: (await find(providerOrderId))! };
}

type Row = { id: number; token: string; userId: number | null; state: string; refunds: string[]; charge: string };

const find = async (providerOrderId: string) =>
  (
    await sql<Row>(
      `SELECT id, token, user_id AS "userId", state, provider_payment_id AS charge,
         ARRAY(SELECT state FROM refunds WHERE payment_id = payments.id ORDER BY id) AS refunds
       FROM payments WHERE provider_order_id = $1`,
      [providerOrderId],
    )
  )[0];

/** Deletes the rows that a restored older backup lacks. */
async function lose({ id }: Row): Promise<void> {
  await sql('DELETE FROM payment_events WHERE payment_id = $1', [id]);
  await sql('DELETE FROM refunds WHERE payment_id = $1', [id]);
  await sql('DELETE FROM payments WHERE id = $1', [id]);
}

/** Sends all events about it, each twice and all together; returns the statuses of the answers. */
async function deliver(providerOrderId: string): Promise<Set<string | undefined>> {
  const events = eventsAbout(sandbox, providerOrderId);
  return new Set(await Promise.all([...events, ...events].map((id) => sandbox.sendAgain(id))));
}

/** Half an hour later. */
async function sweepLater(): Promise<void> {
  await sql(`UPDATE payments SET paid_at = paid_at - interval '31 minutes' WHERE state = 'paid'`);
  await sweepPayments();
}

/** Opens a payment that we have not signed, as another program with the same keys does. */
async function openElsewhere(provider: PaymentProvider, reference: string, notes: Record<string, string> = {}) {
  const opened = await paymentGateway(provider)!.open({
    reference,
    notes,
    createdAt: new Date(),
    amountPaise: 12_300,
    lines: [{ name: 'A ticket', quantity: 1, pricePaise: 12_300 }],
    email: 'visitor@haat.example',
    returnTo,
    mayExist: false,
  });
  return opened.providerOrderId;
}

const refundInDashboard = (provider: PaymentProvider, providerPaymentId: string) =>
  paymentGateway(provider)?.refund({
    reference: `by hand ${providerPaymentId}`,
    providerPaymentId,
    amountPaise: 25_000,
  });

const refundsAtProvider = (provider: PaymentProvider) => {
  const { stripe, razorpay } = sandbox.providers.state;
  return Object.keys(provider === 'stripe' ? stripe.refunds : razorpay.refunds).length;
};
const unknown = async () =>
  unknownPaymentView.array().parse((await operator.get('/api/operator/payments/unknown')).body);
const countUnknown = async () =>
  paymentHealthView.parse((await operator.get('/api/operator/payments/health')).body).events_unknown;
const refundMails = async () => (await sql(`SELECT FROM outbox WHERE topic = 'refund.sent'`)).length;

describe.each(['razorpay', 'stripe'] as const)('a payment through %s that the database has lost', (provider) => {
  it('is recovered once for its customer, waits for an order, and is refunded', async () => {
    const { providerOrderId, user, row } = await payBare(provider);
    const before = refundsAtProvider(provider);
    await lose(row);
    expect(await deliver(providerOrderId)).toEqual(new Set(['200']));
    const recovered = await find(providerOrderId);
    expect(recovered).toMatchObject({ userId: user.id, state: 'paid', refunds: [] });
    expect(recovered?.id).not.toBe(row.id);
    expect(await unknown()).toEqual([]);
    await sweepLater();
    await deliver(providerOrderId);
    await sweepLater();
    expect(await find(providerOrderId)).toMatchObject({ state: 'refunded', refunds: ['done'] });
    expect(refundsAtProvider(provider) - before).toBe(1);

    const { body } = await operator.get(`/api/operator/payments/${recovered?.id}`);
    expect(paymentTimelineView.parse(body).events[0]).toMatchObject({
      source: 'recovery',
      details: { reference: `haat-payment-${row.id}-${row.token}` },
    });
  });

  it('is not refunded a second time', async () => {
    const { providerOrderId, row } = await payBare(provider);
    await deliver(providerOrderId);
    await sweepLater();
    expect(await find(providerOrderId)).toMatchObject({ state: 'refunded' });
    const before = refundsAtProvider(provider);
    await lose(row);
    await sql('DELETE FROM webhook_events');
    await deliver(providerOrderId);
    // Immediately, because until then an order could have used it.
    expect(await find(providerOrderId)).toMatchObject({ state: 'refund_due' });
    await sweepPayments();
    expect(await find(providerOrderId)).toMatchObject({ state: 'refunded', refunds: ['done'] });
    expect(refundsAtProvider(provider)).toBe(before);
  });

  it('is not mistaken for another payment or customer that has been assigned its ids since', async () => {
    const { providerOrderId, row, user } = await payBare(provider);
    await lose(row);
    await sql(`UPDATE users SET email = 'other-' || email, created_at = now() + interval '1 minute' WHERE id = $1`, [
      user.id,
    ]);
    const again = await createUser({ email: user.email });
    await sql(
      `INSERT INTO payments (id, provider, user_id, amount_paise) OVERRIDING SYSTEM VALUE VALUES ($1, $2, $3, $4)`,
      [row.id, provider, user.id, AMOUNT],
    );
    const mails = await refundMails();
    await deliver(providerOrderId);
    // Stripe knows the customer's email, Razorpay only the text that the customer typed, which is empty here.
    expect(await find(providerOrderId)).toMatchObject({
      userId: provider === 'stripe' ? again.id : null,
      state: 'paid',
    });
    expect(await sql('SELECT state, provider_order_id AS at FROM payments WHERE id = $1', [row.id])).toEqual([
      { state: 'created', at: null },
    ]);
    await sweepLater();
    const { state, id } = (await find(providerOrderId)) ?? {};
    expect([state, (await refundMails()) - mails]).toEqual(['refunded', 1]);
    const { body } = await operator.get(`/api/operator/payments/${id}`);
    expect(paymentTimelineView.parse(body).customer_email).toBe(provider === 'stripe' ? user.email : null);
    await lose({ ...row, id: row.id });
  });

  it('is recovered, and what was refunded is found, without any webhook', async () => {
    const since = new Date(Date.now() - 1_000);
    const { providerOrderId, user, row } = await payBare(provider);
    const payer = await createPayer(api);
    const { body } = await start(payer.calls, provider, { order: onlineBody(payer.variant), key: newKey() });
    const { paymentId = '' } = await sandbox.pay(body.id, 'close');
    await deliver(body.id);
    await refundInDashboard(provider, paymentId);
    await lose(row);
    await recoverPaymentsSince(provider, since);
    expect(await recoverPaymentsSince(provider, since)).toMatchObject({ recovered: 0 });
    expect(await find(providerOrderId)).toMatchObject({ userId: user.id, state: 'paid' });
    expect(await outcomeOf(body.orderId)).toMatchObject({ paymentStatus: 'refund_due' });
    await sweepLater();
  });

  it('is found in a history of many pages', async () => {
    const since = new Date(Date.now() - 1_000);
    const { providerOrderId, row } = await payBare(provider);
    for (let nr = 0; nr < 105; nr += 1) await openElsewhere(provider, `ticket-${nr}`);
    await lose(row);
    expect(await recoverPaymentsSince(provider, since)).toMatchObject({ recovered: 1 });
    expect(await find(providerOrderId)).toMatchObject({ state: 'paid' });
    await sweepLater();
  });

  it('is attached to its row if only the provider’s id was not stored', async () => {
    const { providerOrderId, row } = await payBare(provider);
    await sql('UPDATE payments SET provider_order_id = NULL, url = NULL WHERE id = $1', [row.id]);
    await deliver(providerOrderId);
    expect(await find(providerOrderId)).toMatchObject({ id: row.id, state: 'paid' });
    await sweepLater();
  });

  it('is looked up again when the provider could not be reached', async () => {
    const { providerOrderId, row } = await payBare(provider);
    await lose(row);
    sandbox.setConditions({ razorpayDown: true, stripeDown: true });
    expect(await deliver(providerOrderId)).toEqual(new Set(['503']));
    sandbox.setConditions({ razorpayDown: false, stripeDown: false });
    await sql('UPDATE webhook_events SET next_check_at = now() WHERE processed_at IS NULL');
    await sweepPayments();
    expect(await find(providerOrderId)).toMatchObject({ state: 'paid' });
    await sweepLater();
  });

  it('pays no order if it was refunded meanwhile', async () => {
    const payer = await createPayer(api);
    const { body } = await start(payer.calls, provider, { order: onlineBody(payer.variant), key: newKey() });
    const { paymentId = '' } = await sandbox.pay(body.id, 'close');
    await refundInDashboard(provider, paymentId);
    await deliver(body.id);
    expect(await outcomeOf(body.orderId)).toMatchObject({ paymentStatus: 'awaiting', notifications: 0 });
    const before = refundsAtProvider(provider);
    await sweepPayments();
    expect(await find(body.id)).toMatchObject({ state: 'refunded', refunds: ['done'] });
    expect(refundsAtProvider(provider)).toBe(before);
  });

  it('marks its order as refunded when it is refunded in the dashboard', async () => {
    const payer = await createPayer(api);
    const { body } = await start(payer.calls, provider, { order: onlineBody(payer.variant), key: newKey() });
    const { paymentId = '' } = await sandbox.pay(body.id, 'close');
    await deliver(body.id);
    expect(await outcomeOf(body.orderId)).toMatchObject({ paymentStatus: 'paid' });
    await refundInDashboard(provider, paymentId);
    for (const id of eventsAbout(sandbox, paymentId)) expect(await sandbox.sendAgain(id)).toBe('200');
    expect(await outcomeOf(body.orderId)).toMatchObject({ paymentStatus: 'refund_due' });
    await sweepPayments();
    expect(await outcomeOf(body.orderId)).toMatchObject({ paymentStatus: 'refunded' });
  });
});

describe.each(['razorpay', 'stripe'] as const)('a payment through %s of another application', (provider) => {
  const openHere = (reference: string, notes?: Record<string, string>) => openElsewhere(provider, reference, notes);

  it('is listed until an operator dismisses it, and never retried', async () => {
    const id = await openHere('ticket-5');
    await sandbox.pay(id, 'close');
    expect(await deliver(id)).toEqual(new Set(['200']));
    expect(await find(id)).toBeUndefined();
    expect(await countUnknown()).toBe(1);
    const [listed, ...others] = await unknown();
    expect(others).toEqual([]);
    expect(listed).toMatchObject({ provider, provider_order_id: id, amount: 123, currency: 'INR' });
    expect(listed?.provider_payment_id).toMatch(provider === 'stripe' ? /^pi_/ : /^pay_/);

    const before = await sql('SELECT sum(attempts)::int AS n FROM webhook_events');
    await sql('UPDATE webhook_events SET next_check_at = now()');
    await sweepPayments();
    expect(await sql('SELECT sum(attempts)::int AS n FROM webhook_events')).toEqual(before);

    const dismiss = () =>
      operator.post('/api/operator/payments/unknown/dismiss', { body: { provider, provider_order_id: id } });
    expect((await dismiss()).status).toBe(204);
    expect((await dismiss()).status).toBe(204);
    expect([await unknown(), await countUnknown()]).toEqual([[], 0]);
    // Later events about it are dismissed as well.
    await sql(
      `INSERT INTO webhook_events (provider, event_id, kind, payload, next_check_at)
       SELECT provider, event_id || ' later', kind, payload, now() FROM webhook_events WHERE unknown_order = $1 LIMIT 1`,
      [id],
    );
    await sweepPayments();
    expect(await sql('SELECT FROM webhook_events WHERE processed_at IS NULL')).toEqual([]);
    expect([await unknown(), await countUnknown()]).toEqual([[], 0]);
  });

  it.each([
    ['without a signature', {}],
    ['with another signature', { customer: '1', signature: 'a'.repeat(64) }],
  ])('is not taken for ours by a reference like ours %s', async (_, notes) => {
    const id = await openHere('haat-payment-999999-0a1b2c3d', notes);
    await sandbox.pay(id, 'close');
    await deliver(id);
    expect(await find(id)).toBeUndefined();
    expect((await unknown()).map(({ provider_order_id }) => provider_order_id)).toEqual([id]);
  });

  it('is not listed while it has no money', async () => {
    const id = await openHere('ticket-6');
    await sandbox.pay(id, 'decline');
    if (provider === 'stripe') await paymentGateway('stripe')?.close(id);
    expect(await deliver(id)).toEqual(new Set(['200']));
    expect([await unknown(), await find(id)]).toEqual([[], undefined]);
  });
});

it('refuses to dismiss what is not there', async () => {
  const body = { provider: 'stripe', provider_order_id: 'cs_none' };
  expect((await operator.post('/api/operator/payments/unknown/dismiss', { body })).status).toBe(404);
});

it('keeps the accounting invariants', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});
