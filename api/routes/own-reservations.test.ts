import { database } from '@haat/core/db/database';
import { createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest } from '../test/api-client.ts';
import { createPayer, outcomeOf, newKey, onlineBody, start } from '../test/payment-helpers.ts';

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments();
});
afterEach(() => sandbox.providers.faults.clear());
afterAll(() => sandbox.stop());

describe.each(['razorpay', 'stripe'] as const)('an order that waits for its money from %s', (provider) => {
  it('is replaced by a cash order of its customer for the same last items', async () => {
    const { calls, variant } = await createPayer(api, 1);
    const held = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const cash = await calls.post('/api/orders', { body: orderBody([{ variant }]) });
    expect(cash.status).toBe(201);
    expect(await outcomeOf(held.body.orderId)).toMatchObject({ paymentStatus: 'expired', notifications: 0 });
    expect(await outcomeOf(cash.body.orderId)).toMatchObject({ paymentStatus: 'due', notifications: 1 });
    expect(await variant.$query()).toMatchObject({ stock: 0 });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

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
