import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { env } from '@haat/core/ops/env';
import type { Message } from '@haat/core/gateways/message-sender';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { closeQueues } from '@haat/core/queue/queues';
import { readPreferences, savePreferences } from '@haat/core/accounts/message-preferences';
import { sendOrderMessages } from '@haat/core/orders/mail/send-order-messages';
import { closeOrderOutboxRows } from '@haat/core/orders/life/publish-order-signals';
import { advanceOrderStatus } from '@haat/core/orders/life/advance-order-status';
import { readOrderRequest } from '@haat/core/orders/place/order-request';
import { placeOrder, storeOrder } from '@haat/core/orders/place/place-order';
import { expireOrder } from '@haat/core/payments/release-reservations';
import { saveLanguage } from '@haat/core/accounts/profile';
import { announcedRefund } from '@haat/core/test/announced-order';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { announcedOrders, expireRetryDelays } from '@haat/core/test/push';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

const MOBILE = '9812345680';
const ALL_ON = {
  order_placed: { message: true },
  order_status: { push: true, mail: false, message: true },
  order_ends: { push: true, mail: true, message: true },
  refunds: { push: true, message: true },
};

let shop: Shop;
let customer: User;
let vendor: User;
let variant: Variant;
let keys = 0;

/** The gateway: the messages that it accepted, and its response. */
let accepted: Message[] = [];
let status = 200;
/** Until then the gateway does not respond. */
let response: Promise<void> | undefined;
let requests = 0;
const gateway = createServer(async (incoming, outgoing) => {
  const message = (await json(incoming)) as Message;
  requests += 1;
  await response;
  if (status === 200) accepted.push(message);
  outgoing.writeHead(status).end();
});

beforeAll(async () => {
  gateway.listen(0, '127.0.0.1');
  await once(gateway, 'listening');
  const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/messages`;
  Object.assign(env, { MESSAGE_WEBHOOK_URL: url, MESSAGE_WEBHOOK_SECRET: 'a secret of the gateway' });
  connectDatabase();
});
afterAll(async () => {
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
  gateway.close();
});
beforeEach(async () => {
  await database().pool.query(
    'DELETE FROM deliveries; DELETE FROM outbox; UPDATE users SET login_mobile = NULL WHERE email IS NOT NULL',
  );
  accepted = [];
  status = 200;
  shop = await createShop({ slug: `malnad-${(keys += 1)}`, name: 'Malnad Dairy' });
  [customer, vendor] = await Promise.all([createUser({ loginMobile: MOBILE, mobile: MOBILE }), createMember({ shop })]);
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000 }] });
  variant = variants[0]!;
});

const body = (changes: object = {}) => orderBody([{ variant, quantity: 2 }], changes);
const place = () => placeOrder({ userId: customer.id, body: body(), idempotencyKey: `order-message-${(keys += 1)}` });
const announce = async () => closeOrderOutboxRows(await announcedOrders());
const advance = (orderId: number, to: 'Accepted' | 'Ready' | 'Delivered') => {
  const session = {
    userId: vendor.id,
    actorId: vendor.id,
    sessionId: crypto.randomUUID(),
    email: vendor.email,
    shopId: shop.id,
    shopSlug: shop.slug,
  };
  return advanceOrderStatus({ orderId, to, by: { ...session, role: 'vendor', isPlatformAdmin: false } });
};
async function placeAndFollow(): Promise<{ orderNumber: string }> {
  const order = await place();
  await announce();
  await sendOrderMessages();
  for (const to of ['Accepted', 'Ready', 'Delivered'] as const) {
    await advance(order.id, to);
    await announce();
    await sendOrderMessages();
  }
  return order;
}
const states = async () => {
  const { rows } = await database().pool.query<{ state: string; reason: string | null }>(
    `SELECT state, reason FROM deliveries WHERE channel = 'message' ORDER BY id`,
  );
  return rows;
};
const screen = (name: string) => `${env.PUBLIC_URL}/#/${shop.slug}/${name}`;
const GSM = /^[\w @$!"#%&'()*+,\-./:;<=>?]{1,160}$/;

it('sends nothing until the customer has turned it on', async () => {
  await placeAndFollow();
  expect([accepted, await states()]).toEqual([[], []]);
});

it('sends what was chosen in one line each, once, however often its jobs run', async () => {
  await savePreferences(customer.id, ALL_ON);
  const { id, orderNumber } = await place();
  const orders = await announcedOrders();
  expect(await closeOrderOutboxRows(orders)).toMatchObject({ messages: 1 });
  expect(await closeOrderOutboxRows(orders)).toMatchObject({ messages: 0 });
  await Promise.all([sendOrderMessages(), sendOrderMessages()]);
  for (const to of ['Accepted', 'Ready', 'Delivered'] as const) {
    await advance(id, to);
    await announce();
    await sendOrderMessages();
    await sendOrderMessages();
  }
  expect(accepted.map(({ kind, text }) => [kind, text])).toEqual([
    ['order_placed', `Order ${orderNumber} was placed, total Rs 500.00 (Malnad Dairy). ${screen('order-history')}`],
    ['order_status', `Order ${orderNumber}: accepted (Malnad Dairy). ${screen('order-history')}`],
    ['order_status', `Order ${orderNumber}: ready for pickup (Malnad Dairy). ${screen('order-history')}`],
    ['order_status', `Order ${orderNumber}: picked up (Malnad Dairy). ${screen('order-history')}`],
  ]);
  for (const { text, to, language } of accepted) {
    expect(text).toMatch(GSM);
    expect([to, language]).toEqual([`+91${MOBILE}`, 'en']);
  }
  expect(new Set(accepted.map((message) => message.id)).size).toBe(4);
});

it('sends with one job at a time while the gateway is slow, so that one-time codes do not wait', async () => {
  await savePreferences(customer.id, ALL_ON);
  const held = Promise.withResolvers<void>();
  response = held.promise;
  requests = 0;
  await place();
  await announce();
  const first = sendOrderMessages();
  await vi.waitFor(() => expect(requests).toBe(1));
  await place();
  await announce();
  expect(await sendOrderMessages()).toBe(0);
  expect(requests).toBe(1);
  held.resolve();
  expect(await first).toBe(2);
  expect(accepted).toHaveLength(2);
});

it('sends each kind only when it is on', async () => {
  await savePreferences(customer.id, { order_ends: ALL_ON.order_ends });
  await placeAndFollow();
  expect(accepted.map(({ text }) => /: ([\w ]+) \(/.exec(text)?.[1])).toEqual(['picked up']);
});

it('notifies of an order that expired unpaid, and of a refund', async () => {
  await savePreferences(customer.id, ALL_ON);
  const request = readOrderRequest({
    userId: customer.id,
    body: { ...body(), paymentMethod: 'online' },
    idempotencyKey: `order-message-${(keys += 1)}`,
  });
  const order = (await storeOrder({ request, payment: 'awaiting' }))!;
  await database().pool.query('UPDATE orders SET reserved_until = now() WHERE id = $1', [order.id]);
  await expireOrder(order.id, { notifies: true });
  await announce();
  await announcedRefund({ orderId: order.id, user: customer });
  await database().pool.query(
    `INSERT INTO outbox (topic, subject_id, created_at)
     SELECT 'order.refund', order_id, created_at FROM notifications WHERE kind = 'order.refund' AND order_id = $1`,
    [order.id],
  );
  await announce();
  await sendOrderMessages();
  const number = order.orderNumber;
  expect(accepted.toSorted((a, b) => a.kind.localeCompare(b.kind)).map(({ kind, text }) => [kind, text])).toEqual([
    [
      'order_expired',
      `Order ${number}: The payment did not arrive in time, so no order was placed (Malnad Dairy). ${screen('order')}`,
    ],
    ['order_refund', `Order ${number}: Rs 50.50 is being refunded (Malnad Dairy). ${screen('order-history')}`],
  ]);
  for (const { text } of accepted) expect(text).toMatch(GSM);
});

it('fits one SMS in English, also with a shop name that is long or in another script', async () => {
  await savePreferences(customer.id, ALL_ON);
  for (const name of ['ताज़ा दूध भंडार', 'The oldest and most reliable dairy of the whole Malnad and all of its hills']) {
    await database().pool.query('UPDATE shops SET name = $2 WHERE id = $1', [shop.id, name]);
    await place();
  }
  await announce();
  await sendOrderMessages();
  expect(accepted).toHaveLength(2);
  for (const { text } of accepted) {
    expect(text).toMatch(GSM);
    expect(text).toMatch(/^Order \S+ was placed, total Rs 500\.00\. http/);
  }
});

it('writes in the language of the account', async () => {
  await saveLanguage({ userId: customer.id, language: 'hi' });
  await savePreferences(customer.id, ALL_ON);
  const { orderNumber } = await placeAndFollow();
  expect(accepted.map(({ text, language }) => [language, text])).toEqual([
    ['hi', `ऑर्डर ${orderNumber} हो गया, कुल ₹500.00 (Malnad Dairy)। ${screen('order-history')}`],
    ['hi', `ऑर्डर ${orderNumber}: स्वीकार हुआ (Malnad Dairy)। ${screen('order-history')}`],
    ['hi', `ऑर्डर ${orderNumber}: ले जाने के लिए तैयार (Malnad Dairy)। ${screen('order-history')}`],
    ['hi', `ऑर्डर ${orderNumber}: ले लिया गया (Malnad Dairy)। ${screen('order-history')}`],
  ]);
});

it('reads number, preference and status again before sending', async () => {
  await savePreferences(customer.id, ALL_ON);
  const order = await place();
  await advance(order.id, 'Accepted');
  await announce();
  await advance(order.id, 'Ready');
  await announce();
  await savePreferences(customer.id, { order_placed: { message: false } });
  await sendOrderMessages();
  expect(accepted.map(({ text }) => text)).toEqual([expect.stringContaining('ready for pickup')]);
  await advance(order.id, 'Delivered');
  await announce();
  await database().pool.query('UPDATE users SET login_mobile = NULL WHERE id = $1', [customer.id]);
  await sendOrderMessages();
  expect(accepted).toHaveLength(1);
  expect((await states()).map(({ state }) => state)).toEqual(['dropped', 'dropped', 'sent', 'dropped']);
});

it('retries with the same id while the gateway is down, and gives up a refused message', async () => {
  await savePreferences(customer.id, ALL_ON);
  await place();
  await announce();
  status = 503;
  await sendOrderMessages();
  expect(await states()).toEqual([{ state: 'queued', reason: 'HTTP 503' }]);
  status = 200;
  await sendOrderMessages();
  expect(accepted).toEqual([]);
  await expireRetryDelays();
  await sendOrderMessages();
  expect(accepted).toHaveLength(1);

  await place();
  await announce();
  status = 400;
  await sendOrderMessages();
  await expireRetryDelays();
  status = 200;
  await sendOrderMessages();
  expect(accepted).toHaveLength(1);
  expect((await states()).map(({ state }) => state)).toEqual(['sent', 'failed']);
});

it('is not offered, and nothing is queued, without a gateway in production and without a confirmed number', async () => {
  await savePreferences(customer.id, ALL_ON);
  expect(await readPreferences(customer.id)).toMatchObject(ALL_ON);
  const { MESSAGE_WEBHOOK_URL } = env;
  Object.assign(env, { MESSAGE_WEBHOOK_URL: undefined, NODE_ENV: 'production' });
  try {
    expect(JSON.stringify(await readPreferences(customer.id))).not.toContain('message');
    await place();
    expect(await announce()).toMatchObject({ messages: 0 });
  } finally {
    Object.assign(env, { MESSAGE_WEBHOOK_URL, NODE_ENV: 'test' });
  }
  await database().pool.query('UPDATE users SET login_mobile = NULL WHERE id = $1', [customer.id]);
  expect(JSON.stringify(await readPreferences(customer.id))).not.toContain('message');
  await place();
  expect(await announce()).toMatchObject({ messages: 0 });
});
