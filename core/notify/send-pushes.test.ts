import type { Shop } from '../db/shops.models.ts';
import type { User } from '../db/accounts.models.ts';
import type { Variant } from '../db/catalog.models.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LocalFcm } from '../../tests/fixtures/push/start-fcm.ts';
import { connectDatabase, database, inTransaction } from '../db/database.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { orderBody } from '../test/order-body.ts';
import { announcedOrders, createDevice, deliveriesTo, expireRetryDelays, startPush } from '../test/push.ts';
import { stopServices } from '../test/stop-services.ts';
import { endSession } from '../accounts/session-lifecycle.ts';
import { closeOrderOutboxRows } from '../orders/life/publish-order-signals.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { notifyOfRefund } from '../payments/pay-refunds.ts';
import { removeMember } from '../accounts/team.ts';
import { savePreferences } from '../accounts/message-preferences.ts';
import { saveDevice } from './devices.ts';
import { sendPushes } from './send-pushes.ts';

let fcm: LocalFcm;
let shop: Shop;
let customer: User;
let variant: Variant;
let keys = 0;

beforeAll(async () => {
  connectDatabase();
  fcm = await startPush();
});
beforeEach(async () => {
  await run('UPDATE outbox SET done_at = now() WHERE done_at IS NULL');
  await run(`UPDATE deliveries SET state = 'failed' WHERE state = 'queued'`);
  [shop, customer] = [await createShop(), await createUser({ name: 'Test Customer', mobile: '9000000001' })];
  variant = (await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1_000 }] })).variants[0]!;
});
afterAll(async () => {
  await fcm.stop();
  await stopServices();
});

const run = (text: string, values: unknown[] = []) => database().pool.query(text, values);
const place = () => {
  const body = orderBody([{ variant, quantity: 2 }]);
  return placeOrder({ userId: customer.id, body, idempotencyKey: `push-test-${(keys += 1)}` });
};
const announce = async () => (await closeOrderOutboxRows(await announcedOrders())).pushes;
/** Places an order and sends its push messages. */
async function placeAndTell() {
  const order = await place();
  await announce();
  await sendPushes();
  return order;
}
const sentTo = (device: { token: string }) => fcm.log.sentTo(device.token);
const deviceOf = (user: User, token?: string) => createDevice({ user, shop, ...(token !== undefined && { token }) });
const vendorDevice = async (token?: string) => deviceOf(await createMember({ shop }), token);
const isDead = async ({ token }: { token: string }) =>
  (await run('SELECT FROM push_tokens WHERE token = $1 AND dead_at IS NOT NULL', [token])).rowCount === 1;

describe('a new order', () => {
  it('is sent to every device of the team once, and to no other', async () => {
    const [owner, vendor] = [await createMember({ shop, role: 'admin' }), await createMember({ shop })];
    const team = [await deviceOf(owner), await deviceOf(owner), await deviceOf(vendor)];
    const elsewhere = await createShop();
    const others = [
      await deviceOf(customer),
      await createDevice({ user: await createMember({ shop: elsewhere }), shop: elsewhere }),
    ];
    const order = await placeAndTell();
    expect(await announce()).toBe(0);
    await sendPushes();
    for (const device of team) expect(sentTo(device)).toHaveLength(1);
    for (const device of others) expect(sentTo(device)).toEqual([]);
    const [message] = sentTo(team[0]!);
    expect(message?.data).toMatchObject({
      kind: 'order.placed',
      title: `New order ${order.orderNumber}`,
      body: '2 items, ₹500.00',
      path: `/${shop.slug}/shop-orders`,
    });
    expect(JSON.stringify(message)).not.toMatch(/Test Customer|9000000001/);
    expect(message).not.toHaveProperty('notification');
    expect(await deliveriesTo(team[0]!.token)).toMatchObject([{ feed: `shop:${shop.id}`, state: 'sent', attempts: 1 }]);
  });

  it('is sent to those who have enabled it', async () => {
    const [quiet, loud] = [await createMember({ shop }), await createMember({ shop })];
    const [silent, ringing] = [await deviceOf(quiet), await deviceOf(loud)];
    await savePreferences(quiet.id, { new_orders: { push: false } });
    await savePreferences(loud.id, { order_status: { push: false, mail: false }, refunds: { push: false } });
    await placeAndTell();
    expect([sentTo(silent).length, sentTo(ringing).length]).toEqual([0, 1]);
  });

  it('is not sent to a device that registered later, which gets the next status', async () => {
    const vendor = await createMember({ shop });
    const order = await placeAndTell();
    await advance(order.id, vendor, 'Accepted');
    await announce();
    const late = await deviceOf(customer);
    await advance(order.id, vendor, 'Ready');
    expect(await announce()).toBe(1);
    await sendPushes();
    expect(sentTo(late).map(({ data }) => data?.body)).toEqual(['Ready for pickup']);
    expect(await deliveriesTo(late.token)).toHaveLength(1);
  });
});

const advance = (orderId: number, by: User, to: 'Accepted' | 'Ready') => {
  const session = {
    userId: by.id,
    actorId: by.id,
    sessionId: crypto.randomUUID(),
    email: by.email,
    shopId: shop.id,
    shopSlug: shop.slug,
  };
  return advanceOrderStatus({ orderId, to, by: { ...session, role: 'vendor', isPlatformAdmin: false } });
};

it('sends a customer each status and refund', async () => {
  const [vendor, phone] = [await createMember({ shop }), await deviceOf(customer)];
  const order = await placeAndTell();
  await advance(order.id, vendor, 'Accepted');
  expect(await announce()).toBe(1);
  await sendPushes();
  await advance(order.id, vendor, 'Ready');
  await inTransaction(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      `WITH p AS (
         INSERT INTO payments (provider, user_id, amount_paise, state, paid_at, provider_payment_id, order_id)
         VALUES ('stripe', $1, 50050, 'refund_due', now(), 'pi_' || $2::bigint, $2::bigint) RETURNING id
       ) INSERT INTO refunds (payment_id, amount_paise) SELECT id, 50050 FROM p RETURNING id`,
      [customer.id, order.id],
    );
    await notifyOfRefund(client, rows[0]!.id);
  });
  await savePreferences(customer.id, { new_orders: { push: false } });
  expect(await announce()).toBe(2);
  await sendPushes();
  expect(sentTo(phone).map(({ data }) => [data?.kind, data?.body, data?.path])).toEqual(
    expect.arrayContaining([
      ['order.status', 'Accepted', `/${shop.slug}/order-history`],
      ['order.status', 'Ready for pickup', `/${shop.slug}/order-history`],
      ['order.refund', '₹500.50 is being refunded', `/${shop.slug}/order-history`],
    ]),
  );
  expect(sentTo(phone)).toHaveLength(3);
});

it('does not send a status once there is a newer one', async () => {
  const [vendor, phone] = [await createMember({ shop }), await deviceOf(customer)];
  const order = await placeAndTell();
  await advance(order.id, vendor, 'Accepted');
  await announce();
  await advance(order.id, vendor, 'Ready');
  await announce();
  await sendPushes();
  expect(sentTo(phone).map(({ data }) => data?.body)).toEqual(['Ready for pickup']);
  const states = (await deliveriesTo(phone.token)).map(({ state }) => state);
  expect(states.toSorted()).toEqual(['dropped', 'sent']);
});

it('starts no new requests once aborted, and releases the rest for other workers', async () => {
  const devices = await Promise.all(Array.from({ length: 130 }, async () => deviceOf(await createMember({ shop }))));
  await place();
  await announce();
  const ending = new AbortController();
  const sending = sendPushes(ending.signal);
  ending.abort();
  expect(await sending).toBe(devices.length);
  expect(await sendPushes(ending.signal)).toBe(0);
  const first = devices.filter((device) => sentTo(device).length === 1).length;
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(devices.length);
  await sendPushes();
  for (const device of devices) expect(sentTo(device)).toHaveLength(1);
  expect(await deliveriesTo(devices[0]!.token)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

describe('recipients are read again before sending', () => {
  const until = async (meanwhile: (device: { token: string; sessionId: string }, user: User) => Promise<unknown>) => {
    const vendor = await createMember({ shop });
    const device = await deviceOf(vendor);
    await place();
    expect(await announce()).toBe(1);
    await meanwhile(device, vendor);
    await sendPushes();
    expect(sentTo(device)).toEqual([]);
    return deliveriesTo(device.token);
  };

  it('drops the delivery to a device that logged out', async () => {
    expect(await until(({ sessionId }) => endSession({ sessionId }))).toMatchObject([{ state: 'dropped' }]);
  });
  it('drops the delivery to a device whose session has ended', async () => {
    const end = 'UPDATE sessions SET expires_at = now() WHERE id = $1';
    expect(await until(({ sessionId }) => run(end, [sessionId]))).toMatchObject([{ state: 'dropped' }]);
  });
  it('drops the delivery of a member who has left the team, not those of the customer', async () => {
    await createMember({ shop, role: 'admin' });
    const leave = (_: unknown, { id }: User) => removeMember({ shopId: shop.id, actorId: id, userId: id });
    expect(await until(leave)).toMatchObject([{ state: 'dropped' }]);
  });
  it('drops the delivery to a shared phone on which another user has logged in', async () => {
    const takeOver = async ({ token }: { token: string }) => {
      const next = await createDevice({ user: customer, shop });
      await saveDevice({ token, kind: 'token', userId: customer.id, sessionId: next.sessionId });
    };
    expect(await until(takeOver)).toMatchObject([{ state: 'dropped' }]);
  });
  it('fails a delivery that is older than six hours', async () => {
    const age = () => run(`UPDATE deliveries SET created_at = now() - interval '7 hours' WHERE state = 'queued'`);
    expect(await until(age)).toMatchObject([{ state: 'failed' }]);
  });
});

describe('what the service answers', () => {
  it.each(['unregistered', 'invalid', 'mismatch'])('%s: the device is given up', async (answer) => {
    const device = await vendorDevice(answer);
    await placeAndTell();
    expect(await deliveriesTo(device.token)).toMatchObject([{ state: 'dead' }]);
    expect(await isDead(device)).toBe(true);
    await placeAndTell();
    expect(fcm.log.tries.get(device.token)).toHaveLength(1);
  });

  it('a rejected message does not mark the device as dead', async () => {
    const device = await vendorDevice('payload');
    await placeAndTell();
    expect(await deliveriesTo(device.token)).toMatchObject([{ state: 'failed', reason: 'INVALID_ARGUMENT' }]);
    expect(await isDead(device)).toBe(false);
  });

  it.each([
    ['quota', 30],
    ['busy', 60],
    ['internal', 10],
    ['page', 10],
    ['reset', 10],
    ['forbidden', 10],
    ['projectless', 10],
  ])('%s: it is tried again, after %i seconds at least', async (answer, seconds) => {
    const device = await vendorDevice(`${answer}-1`);
    await placeAndTell();
    const [waiting] = await deliveriesTo(device.token);
    expect(waiting).toMatchObject({ state: 'queued', attempts: 1 });
    // Shorter by the time of the test, longer by random jitter.
    expect(waiting!.wait).toBeLessThanOrEqual(seconds * 1.25);
    expect(waiting!.wait).toBeGreaterThan(seconds - 8);
    await sendPushes();
    expect(fcm.log.tries.get(device.token)).toHaveLength(1);
    await expireRetryDelays();
    await sendPushes();
    expect(sentTo(device)).toHaveLength(1);
    expect(await deliveriesTo(device.token)).toMatchObject([{ state: 'sent', attempts: 2 }]);
    expect(await isDead(device)).toBe(false);
  });

  it('a missing answer is retried, and no other message waits for it', async () => {
    const [silent, quick] = [await vendorDevice('hang-1'), await vendorDevice()];
    await place();
    await announce();
    const sending = sendPushes();
    const isSent = async () => expect(await deliveriesTo(quick.token)).toMatchObject([{ state: 'sent' }]);
    await vi.waitFor(isSent, { timeout: 30_000, interval: 50 });
    expect(await deliveriesTo(silent.token)).toMatchObject([{ state: 'queued', reason: null }]);
    await sending;
    expect(await deliveriesTo(silent.token)).toMatchObject([{ state: 'queued', reason: 'app/network-timeout' }]);
    await expireRetryDelays();
    await sendPushes();
    expect(sentTo(silent)).toHaveLength(1);
  }, 90_000);

  it('fails a delivery that was not accepted for six hours', async () => {
    const device = await vendorDevice('busy');
    await place();
    await announce();
    await run(
      `UPDATE deliveries SET created_at = now() - interval '5 hours 59 minutes 50 seconds' WHERE state = 'queued'`,
    );
    await sendPushes();
    expect(await deliveriesTo(device.token)).toMatchObject([{ state: 'failed', reason: 'UNAVAILABLE' }]);
  });
});

it('sends to more devices than concurrent requests, once each', async () => {
  await run(
    `WITH u AS (
       INSERT INTO users (email) SELECT 'crowd-' || $1::bigint || '-' || n || '@haat.example' FROM generate_series(1, 110) n
       RETURNING id
     ), m AS (
       INSERT INTO shop_members (user_id, shop_id, role) SELECT id, $1::bigint, 'vendor' FROM u
     ), s AS (
       INSERT INTO sessions (user_id, shop_id, expires_at) SELECT id, $1::bigint, now() + interval '1 day' FROM u RETURNING id, user_id
     )
     INSERT INTO push_tokens (token, user_id, session_id)
     SELECT 'crowd-' || s.user_id || '-' || n, s.user_id, s.id FROM s, generate_series(1, 10) n`,
    [shop.id],
  );
  await place();
  expect(await announce()).toBe(1_100);
  const counts = await Promise.all([sendPushes(), sendPushes(), sendPushes(), sendPushes()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1_100);
  const crowd = () => fcm.log.accepted.filter(({ token }) => token?.startsWith('crowd-'));
  // On a busy machine some are not answered in time and are due again.
  for (let more = 0; more < 3 && crowd().length < 1_100; more += 1) {
    await expireRetryDelays();
    await sendPushes();
  }
  expect(crowd()).toHaveLength(1_100);
  expect(new Set(crowd().map(({ token }) => token)).size).toBe(1_100);
  expect(fcm.log.duplicates()).toBe(0);
}, 60_000);
