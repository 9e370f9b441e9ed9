import { database } from '@haat/core/db/database';
import {
  type PaymentGateways,
  paymentGateways,
  requireGateway,
  setPaymentGateways,
} from '@haat/core/gateways/payments/gateways';
import { createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { type ApiCaller, apiTest } from '../test/api-client.ts';
import { createPayer, outcomeOf, newKey, onlineBody, paymentsOf, start } from '../test/payment-helpers.ts';

const api = apiTest();
let sandbox: Sandbox;
let gateways: PaymentGateways;
beforeAll(async () => {
  sandbox = await startPayments();
  gateways = paymentGateways();
});
afterEach(() => {
  sandbox.providers.faults.clear();
  setPaymentGateways(gateways);
});
afterAll(() => sandbox.stop());

describe.each(['razorpay', 'stripe'] as const)('an order that waits for its money from %s', (provider) => {
  it.each([1, 10])(
    'is replaced by a cash order of its customer for the same items, of %s in stock',
    async (inStock) => {
      const { calls, variant } = await createPayer(api, inStock);
      const held = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
      const cash = await calls.post('/api/orders', { body: orderBody([{ variant }]) });
      expect(cash.status).toBe(201);
      expect(await outcomeOf(held.body.orderId)).toMatchObject({ paymentStatus: 'expired', notifications: 0 });
      expect(await outcomeOf(cash.body.orderId)).toMatchObject({ paymentStatus: 'due', notifications: 1 });
      expect(await variant.$query()).toMatchObject({ stock: inStock - 1 });
      expect(await brokenInvariants(database().pool)).toEqual([]);
    },
  );

  it('stays when releasing its reservation would not be enough', async () => {
    const { calls, variant } = await createPayer(api, 2);
    const held = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const cash = await calls.post('/api/orders', { body: orderBody([{ variant, quantity: 3 }]) });
    expect(cash.body.code).toBe('out_of_stock');
    expect(await outcomeOf(held.body.orderId)).toMatchObject({ paymentStatus: 'awaiting' });
  });

  it('is replaced neither by others nor when it is paid, nor while its provider is unavailable', async () => {
    const { calls, variant, shop } = await createPayer(api, 1);
    const held = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const cash = (who = calls) => who.post('/api/orders', { body: orderBody([{ variant }]) });
    const stranger = api.as(await api.signIn({ user: await createUser(), shop }));
    expect((await cash(stranger)).body.code).toBe('out_of_stock');
    sandbox.providers.faults.add({ provider, status: 503, times: 20, path: '/' });
    expect((await cash()).body.code).toBe('out_of_stock');
    sandbox.providers.faults.clear();
    expect(await outcomeOf(held.body.orderId)).toMatchObject({ paymentStatus: 'awaiting', notifications: 0 });
    await sandbox.pay(held.body.id);
    expect((await cash()).body.code).toBe('out_of_stock');
    expect(await outcomeOf(held.body.orderId)).toEqual({ paymentStatus: 'paid', notifications: 1, outbox: 1 });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });
});

it('refunds money that arrives for an order that was replaced', async () => {
  const { calls, variant } = await createPayer(api, 10);
  const first = await start(calls, 'razorpay', { order: onlineBody(variant, 3), key: newKey() });
  const second = await start(calls, 'razorpay', { order: onlineBody(variant, 2), key: newKey() });
  const { reply } = await sandbox.pay(first.body.id);
  const { body } = await calls.post('/api/razorpay/verify-payment', { body: reply });
  expect(body.message).toBe('Your payment could not be used for this order and is being refunded.');
  expect(await paymentsOf(first.body.orderId)).toEqual([{ provider: 'razorpay', state: 'refund_due', refunds: 1 }]);
  expect(await outcomeOf(second.body.orderId)).toMatchObject({ paymentStatus: 'awaiting' });
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

describe.each(['razorpay', 'stripe'] as const)('a second order to be paid through %s', (provider) => {
  it('replaces the one that awaits its payment at the same shop', async () => {
    const { calls, variant } = await createPayer(api, 10);
    const first = await start(calls, provider, { order: onlineBody(variant, 3), key: newKey() });
    const second = await start(calls, provider, { order: onlineBody(variant, 2), key: newKey() });
    expect(second.status).toBe(200);
    expect(await outcomeOf(first.body.orderId)).toMatchObject({ paymentStatus: 'expired', notifications: 0 });
    expect(await outcomeOf(second.body.orderId)).toMatchObject({ paymentStatus: 'awaiting' });
    expect(await variant.$query()).toMatchObject({ stock: 8 });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('leaves one at another shop, one of another customer, and one that was paid meanwhile', async () => {
    const { calls, variant, user } = await createPayer(api, 10);
    const other = await createPayer(api, 10);
    const elsewhere = api.as(await api.signIn({ user, shop: other.shop }));
    const stranger = api.as(await api.signIn({ user: other.user, shop: other.shop }));
    const held = [
      await start(elsewhere, provider, { order: onlineBody(other.variant), key: newKey() }),
      await start(stranger, provider, { order: onlineBody(variant), key: newKey() }),
    ];
    const paid = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    await sandbox.pay(paid.body.id);
    const next = await start(calls, provider, { order: onlineBody(variant, 2), key: newKey() });
    expect(next.status).toBe(200);
    for (const { body } of [...held, next])
      expect(await outcomeOf(body.orderId)).toMatchObject({ paymentStatus: 'awaiting' });
    expect(await outcomeOf(paid.body.orderId)).toEqual({ paymentStatus: 'paid', notifications: 1, outbox: 1 });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('waits while the provider cannot say whether the first one was paid', async () => {
    const { calls, variant } = await createPayer(api, 10);
    const first = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    sandbox.providers.faults.add({ provider, status: 503, times: 40, path: '/' });
    const second = await start(calls, provider, { order: onlineBody(variant, 2), key: newKey() });
    expect([second.status, second.body.code]).toEqual([503, 'unavailable']);
    expect(await outcomeOf(first.body.orderId)).toMatchObject({ paymentStatus: 'awaiting' });
    expect(await variant.$query()).toMatchObject({ stock: 9 });
  });

  it('is one of two when two tabs start at once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { calls, variant, user } = await createPayer(api, 10);
      const tabs = await Promise.all(
        [1, 2].map((quantity) => start(calls, provider, { order: onlineBody(variant, quantity), key: newKey() })),
      );
      expect(tabs.map(({ status }) => status)).toContain(200);
      const awaiting = await database().knex('orders').where({ userId: user.id, paymentStatus: 'awaiting' });
      expect(awaiting).toHaveLength(1);
      expect(await brokenInvariants(database().pool)).toEqual([]);
    }
  });
});

/** Lets the provider's answers to one kind of call through only once `release` is called. `reached`: the first one waits. */
function holdAnswers(provider: 'razorpay' | 'stripe', call: 'open' | 'fetchState') {
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wait = async <Answer>(answer: Answer): Promise<Answer> => {
    reached.resolve();
    await gate.promise;
    return answer;
  };
  const gateway = requireGateway(provider);
  const held =
    call === 'open'
      ? { open: async (...args: Parameters<typeof gateway.open>) => wait(await gateway.open(...args)) }
      : {
          fetchState: async (...args: Parameters<typeof gateway.fetchState>) => wait(await gateway.fetchState(...args)),
        };
  setPaymentGateways({ ...gateways, [provider]: { ...gateway, ...held } });
  return { reached: reached.promise, release: gate.resolve };
}

const openSessions = () =>
  Object.values(sandbox.providers.state.stripe.sessions).filter(({ status }) => status === 'open').length;

describe('an order that its customer cancels in another tab', () => {
  const cancelOf = (calls: ApiCaller, id: number) =>
    calls.post(`/api/orders/${id}/cancel`, { body: { reason: 'changed_my_mind' } });

  it('gets no second payment while its first ones are being closed', async () => {
    const { calls, variant } = await createPayer(api);
    const [order, key] = [onlineBody(variant), newKey()];
    const before = openSessions();
    const { body } = await start(calls, 'stripe', { order, key });
    await start(calls, 'razorpay', { order, key });
    const { reached, release } = holdAnswers('razorpay', 'fetchState');
    const cancelled = cancelOf(calls, body.orderId);
    await reached;
    await vi.waitFor(async () => expect(await paymentsOf(body.orderId)).toMatchObject([{ state: 'failed' }, {}]));
    const again = await start(calls, 'stripe', { order, key });
    expect([again.status, again.body.code]).toEqual([402, 'payment_unverified']);
    release();
    expect((await cancelled).status).toBe(200);
    expect(await outcomeOf(body.orderId)).toMatchObject({ paymentStatus: 'expired' });
    expect([await paymentsOf(body.orderId), openSessions() - before]).toMatchObject([{ length: 2 }, 0]);
  });

  it.each(['razorpay', 'stripe'] as const)('is not offered the payment that %s opens meanwhile', async (provider) => {
    const { calls, variant, user } = await createPayer(api);
    const before = openSessions();
    const { reached, release } = holdAnswers(provider, 'open');
    const starting = start(calls, provider, { order: onlineBody(variant), key: newKey() });
    await reached;
    const { id } = await database().knex('orders').where({ userId: user.id }).first('id');
    expect((await cancelOf(calls, id)).status).toBe(200);
    release();
    const { status, body } = await starting;
    expect([status, body.code, openSessions() - before]).toEqual([402, 'payment_unverified', 0]);
  });
});
