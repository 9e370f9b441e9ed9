import { database } from '@haat/core/db/database';
import { env } from '@haat/core/ops/env';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import { RESERVATION_MINUTES } from '@haat/contract/payments/payment';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest } from '../test/api-client.ts';
import { createPayer, newKey, onlineBody, start } from '../test/payment-helpers.ts';

vi.hoisted(() => {
  for (const name of ['ORDERS_PER_HOUR', 'ORDERS_PER_HOUR_NEW', 'ORDERS_PER_IP_PER_HOUR']) delete process.env[name];
});

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments();
});
afterAll(() => sandbox.stop());

const letMinutesPass = (minutes: number) =>
  database().pool.query(
    `WITH limits AS (UPDATE rate_limits SET expire = expire - $1 * 60000)
     UPDATE orders SET reserved_until = reserved_until - make_interval(mins => $1)`,
    [minutes],
  );

it('lets a new account reserve ten pieces or a third of what is there, and others all of it', async () => {
  const { calls, variant, user } = await createPayer(api, 60);
  const reserve = (quantity: number) =>
    start(calls, 'razorpay', { order: onlineBody(variant, quantity), key: newKey() });
  const refused = await reserve(21);
  expect([refused.status, refused.body.code]).toEqual([422, 'above_max_quantity']);
  expect(refused.body.message).toMatch(/at most 20 of .* can wait for an online payment/);
  expect((await reserve(20)).status).toBe(200);
  // Reserved stock remains available to the order that replaces the reservation.
  expect((await reserve(21)).status).toBe(422);
  expect((await reserve(19)).status).toBe(200);

  const takeaway = orderBody([{ variant, quantity: 1 }]);
  const { id } = await placeOrder({ userId: user.id, body: takeaway, idempotencyKey: newKey() });
  const deliver = `UPDATE orders SET status = 'Delivered', payment_status = 'collected', collected_at = now() WHERE id = $1`;
  await database().pool.query(deliver, [id]);
  expect((await reserve(59)).status).toBe(200);
});

it('lets a new account hold all pieces for half an hour of an hour at most, with the default settings', async () => {
  expect(env).toMatchObject({ ORDERS_PER_HOUR: 40, ORDERS_PER_HOUR_NEW: 8, ORDERS_PER_IP_PER_HOUR: 300 });
  const { calls, variant } = await createPayer(api, 5);
  let minutesHeld = 0;
  for (let minute = 0; minute < 60; minute += RESERVATION_MINUTES) {
    const { status } = await start(calls, 'razorpay', { order: onlineBody(variant, 5), key: newKey() });
    if (status === 200) minutesHeld += RESERVATION_MINUTES;
    await letMinutesPass(RESERVATION_MINUTES);
  }
  expect(minutesHeld).toBe(30);
  expect((await start(calls, 'razorpay', { order: onlineBody(variant, 5), key: newKey() })).status).toBe(200);
});
