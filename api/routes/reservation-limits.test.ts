import { database } from '@haat/core/db/database';
import { env } from '@haat/core/env';
import { startPayments } from '@haat/core/test/payments';
import { RESERVATION_MINUTES } from '@haat/contract/rules/payment';
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
