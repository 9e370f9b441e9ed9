import { connectDatabase, database } from '@haat/core/db/database';
import { createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../sandbox/start-sandbox.ts';
import { startApi, type TestApi } from '../test/api-client.ts';
import { createPayer, fateOf, newKey, onlineBody, start } from '../test/paying.ts';

let api: TestApi;
let sandbox: Sandbox;
beforeAll(async () => {
  connectDatabase();
  [api, sandbox] = [await startApi(), await startPayments()];
});
afterEach(() => sandbox.world.faults.clear());
afterAll(async () => {
  await api.stop();
  await sandbox.stop();
  await stopServices();
});

describe.each(['razorpay', 'stripe'] as const)('an order that waits for its money from %s', (provider) => {
  it('gives way to an order of its customer by cash, which wants the same last goods', async () => {
    const { calls, variant } = await createPayer(api, 1);
    const held = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const cash = await calls.post('/api/orders', { body: orderBody([{ variant }]) });
    expect(cash.status).toBe(201);
    expect(await fateOf(held.body.orderId)).toMatchObject({ paymentStatus: 'expired', told: 0 });
    expect(await fateOf(cash.body.orderId)).toMatchObject({ paymentStatus: 'due', told: 1 });
    expect(await variant.$query()).toMatchObject({ stock: 0 });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('stays when giving it up would not be enough', async () => {
    const { calls, variant } = await createPayer(api, 2);
    const held = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const cash = await calls.post('/api/orders', { body: orderBody([{ variant, quantity: 3 }]) });
    expect(cash.body.code).toBe('out_of_stock');
    expect(await fateOf(held.body.orderId)).toMatchObject({ paymentStatus: 'awaiting' });
  });

  it('gives way neither to others nor when it is paid, nor while its provider is silent', async () => {
    const { calls, variant, shop } = await createPayer(api, 1);
    const held = await start(calls, provider, { order: onlineBody(variant), key: newKey() });
    const cash = (who = calls) => who.post('/api/orders', { body: orderBody([{ variant }]) });
    const stranger = api.as(await api.signIn({ user: await createUser(), shop }));
    expect((await cash(stranger)).body.code).toBe('out_of_stock');
    sandbox.world.faults.add({ provider, status: 503, times: 20, path: '/' });
    expect((await cash()).body.code).toBe('out_of_stock');
    sandbox.world.faults.clear();
    expect(await fateOf(held.body.orderId)).toMatchObject({ paymentStatus: 'awaiting', told: 0 });
    await sandbox.pay(held.body.id);
    expect((await cash()).body.code).toBe('out_of_stock');
    expect(await fateOf(held.body.orderId)).toEqual({ paymentStatus: 'paid', told: 1, outbox: 1 });
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });
});
