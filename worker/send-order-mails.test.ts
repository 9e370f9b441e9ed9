import type { OrderStatus } from '@haat/contract/orders/order-status';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { env } from '@haat/core/ops/env';
import { listStoredMails } from '@haat/core/gateways/mailer';
import { closeQueues } from '@haat/core/queue/queues';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { orderMail } from '@haat/core/orders/mail/order-mail';
import { savePreferences } from '@haat/core/accounts/message-preferences';
import { sendOrderMails } from '@haat/core/orders/mail/send-order-mails';
import { advanceOrderStatus } from '@haat/core/orders/life/advance-order-status';
import { refundOrder } from '@haat/core/orders/adjust/refund-order';
import { readInvoices } from '@haat/core/orders/invoice';
import { placeOrder, storeOrder } from '@haat/core/orders/place/place-order';
import { closeOrderOutboxRows } from '@haat/core/orders/life/publish-order-signals';
import { readOrderRequest } from '@haat/core/orders/place/order-request';
import { expireOrder } from '@haat/core/payments/release-reservations';
import { saveLanguage } from '@haat/core/accounts/profile';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { announcedOrders } from '@haat/core/test/push';

let shop: Shop;
let customer: User;
let vendor: User;
let variant: Variant;
let keys = 0;

beforeAll(() => connectDatabase());
afterAll(async () => {
  await dispatchesSettled();
  await closeQueues();
  await closeDatabase();
});
beforeEach(async () => {
  await database().pool.query('DELETE FROM caught_mails; DELETE FROM deliveries; DELETE FROM outbox');
  shop = await createShop({
    name: 'Tea & <Co>',
    phone: '9000000102',
    address: '12, 4th Main',
    latitude: 12.9,
    longitude: 77.5,
    reachMetres: 50_000,
    openTime: '07:00',
    closeTime: '22:30',
    acceptsOrdersWhenClosed: true,
  });
  [customer, vendor] = await Promise.all([createUser(), createMember({ shop })]);
  const { variants } = await createProduct({
    shop,
    name: 'Filter <b>coffee</b>',
    variants: [{ pricePaise: 25_000, mrpPaise: 27_500 }],
  });
  variant = variants[0]!;
});

const body = (changes: object = {}) => orderBody([{ variant, quantity: 2 }], changes);
const place = (changes: object = {}) =>
  placeOrder({ userId: customer.id, body: body(changes), idempotencyKey: `order-mail-${(keys += 1)}` });
/** To an address in the reach of the shop. */
const delivery = async () => {
  const { id } = await createAddress({ user: customer });
  return { takeaway: false, address: { id } };
};
const announce = async () => closeOrderOutboxRows(await announcedOrders());
const advance = (orderId: number, to: Exclude<OrderStatus, 'Pending'>) => {
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
const subjects = async () => (await listStoredMails()).map(({ subject }) => subject).toReversed();
const states = async () => {
  const { rows } = await database().pool.query<{ state: string }>(
    `SELECT state FROM deliveries WHERE channel = 'mail' ORDER BY id`,
  );
  return rows.map(({ state }) => state);
};

it('mails a customer that a part is paid back in cash', async () => {
  const { id, orderNumber } = await place();
  for (const to of ['Accepted', 'Ready', 'Delivered'] as const) await advance(id, to);
  await announce();
  await sendOrderMails();
  await database().pool.query('DELETE FROM caught_mails');
  const session = {
    userId: vendor.id,
    actorId: vendor.id,
    sessionId: crypto.randomUUID(),
    email: vendor.email,
    shopSlug: shop.slug,
  };
  const by = { ...session, shopId: shop.id, role: 'vendor', isPlatformAdmin: false } as const;
  await refundOrder({ orderId: id, amountPaise: 2_050, text: 'A broken jar', by, key: undefined });
  expect(await announce()).toMatchObject({ mails: 1 });
  await sendOrderMails();
  const [mail, ...others] = await listStoredMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: customer.email, subject: `Order ${orderNumber}: a refund is paid in cash` });
  expect(mail!.text).toContain('Tea & <Co> is refunding ₹20.50 of your order in cash.');
  expect(mail!.text).not.toContain('/unsubscribe/');
});

it('mails the receipt of an order once, however often its jobs run', async () => {
  const order = await place();
  const announced = await announcedOrders();
  expect(await closeOrderOutboxRows(announced)).toEqual({ pushes: 0, mails: 1, messages: 0 });
  expect(await closeOrderOutboxRows(announced)).toEqual({ pushes: 0, mails: 0, messages: 0 });
  await Promise.all([sendOrderMails(), sendOrderMails()]);
  await sendOrderMails();

  const mails = await listStoredMails();
  expect(mails).toMatchObject([{ to: customer.email, subject: `Receipt for your order ${order.orderNumber}` }]);
  expect(await states()).toEqual(['sent']);
  const [mail] = mails as [(typeof mails)[0]];
  for (const part of [
    '2 × Filter <b>coffee</b>',
    '₹500.00',
    'You saved on the MRP: ₹50.00',
    'Tea & <Co>',
    '+91 9000000102',
  ])
    expect(mail.text).toContain(part);
  expect(mail.text).toContain('google.com/maps/search/?api=1&query=12.9%2C77.5');
  expect(mail.text).toContain(`/#/${shop.slug}/orders/${order.id}/invoice`);
  expect(mail.html).toContain('Filter &lt;b&gt;coffee&lt;/b&gt;');
  expect(mail.html).not.toContain('<Co>');
  expect(mail.text).not.toContain('/unsubscribe/');
});

it('mails the end of an order, and each status to those who chose it', async () => {
  const order = await place(await delivery());
  for (const status of ['Accepted', 'In Transit', 'Delivered'] as const) {
    await advance(order.id, status);
    await announce();
    await sendOrderMails();
  }
  const number = order.orderNumber;
  expect(await subjects()).toEqual([`Receipt for your order ${number}`, `Order ${number}: delivered`]);

  await savePreferences(customer.id, {
    order_status: { push: true, mail: true },
    order_ends: { push: true, mail: false },
  });
  const other = await place(await delivery());
  // Mails of one pass are sent at the same time, in any order.
  await announce();
  await sendOrderMails();
  for (const status of ['Accepted', 'In Transit', 'Delivered'] as const) {
    await advance(other.id, status);
    await announce();
    await sendOrderMails();
  }
  expect((await subjects()).slice(2)).toEqual([
    `Receipt for your order ${other.orderNumber}`,
    `Order ${other.orderNumber}: accepted`,
    `Order ${other.orderNumber}: on the way`,
  ]);
});

it('mails where and when a takeaway can be picked up, and that it is paid there', async () => {
  await savePreferences(customer.id, { order_status: { push: true, mail: true } });
  const order = await place();
  await announce();
  await sendOrderMails();
  for (const status of ['Accepted', 'Ready', 'Delivered'] as const) {
    await advance(order.id, status);
    await announce();
    await sendOrderMails();
  }
  const [receipt, accepted, ready, pickedUp] = (await listStoredMails()).toReversed();
  const number = order.orderNumber;
  expect(accepted?.subject).toBe(`Order ${number}: accepted`);
  expect(ready?.subject).toBe(`Order ${number}: ready for pickup`);
  expect(pickedUp?.subject).toBe(`Order ${number}: picked up`);
  expect(ready?.text).toContain('Your order at Tea & <Co> is ready. You can pick it up now.');
  expect(pickedUp?.text).toContain('You have picked up your order at Tea & <Co>.');
  for (const mail of [receipt, accepted, ready]) {
    expect(mail?.text).toContain('Pick up at: Tea & <Co>, 12, 4th Main\nShow on the map: https://www.google.com/maps/');
    expect(mail?.text).toContain('Hours: 7:00 AM – 10:30 PM');
    expect(mail?.text).toContain('Payment: Pay at the shop');
  }
  expect(pickedUp?.text).toContain('Picked up at: Tea & <Co>, 12, 4th Main');
  expect(pickedUp?.text).toContain('Payment: Paid at the shop');
  expect(pickedUp?.text).not.toContain('Hours:');
  for (const mail of await listStoredMails())
    expect(`${mail.subject} ${mail.text}`).not.toMatch(/on the way|delivered|delivery/i);
});

it('reads address, choice and status again before it sends', async () => {
  await savePreferences(customer.id, { order_status: { push: true, mail: true } });
  const order = await place();
  await advance(order.id, 'Accepted');
  await announce();
  await advance(order.id, 'Ready');
  await announce();
  await advance(order.id, 'Delivered');
  await announce();
  await savePreferences(customer.id, { order_ends: { push: true, mail: false } });
  await database().pool.query('UPDATE users SET email = $2 WHERE id = $1', [customer.id, `moved-${customer.email}`]);
  await sendOrderMails();
  expect(await listStoredMails()).toMatchObject([{ to: `moved-${customer.email}`, subject: /receipt/i }]);
  expect(await states()).toEqual(['sent', 'dropped', 'dropped', 'dropped']);
});

it('writes in the language of the account', async () => {
  await saveLanguage({ userId: customer.id, language: 'hi' });
  const order = await place({ takeaway: true });
  await announce();
  await sendOrderMails();
  const [mail] = await listStoredMails();
  expect(mail?.subject).toBe(`आपके ऑर्डर ${order.orderNumber} की रसीद`);
  expect(mail?.html).toContain('<html lang="hi">');
  expect(mail?.text).toContain('यहाँ से ले जाएँ: Tea & <Co>, 12, 4th Main');
  expect(mail?.text).toContain('समय: सुबह 7 – रात 10:30');
  expect(mail?.text).toMatch(/तारीख़: \d{1,2} \S+ \d{4}, (सुबह|दोपहर|शाम|रात) \d{1,2}:\d\d/);
  expect(mail?.text).toContain('भुगतान: दुकान पर भुगतान करें');
});

it('mails that an order expired unpaid, unless the customer replaced it', async () => {
  const reserve = async () => {
    const request = readOrderRequest({
      userId: customer.id,
      body: { ...body(), paymentMethod: 'online' },
      idempotencyKey: `order-mail-${(keys += 1)}`,
    });
    const order = await storeOrder({ request, payment: 'awaiting' });
    await database().pool.query(`UPDATE orders SET reserved_until = now() WHERE id = $1`, [order!.id]);
    return order!;
  };
  await expireOrder((await reserve()).id);
  const expired = await reserve();
  await expireOrder(expired.id, { notifies: true });
  await announce();
  await sendOrderMails();
  expect(await subjects()).toEqual([`Order ${expired.orderNumber} was not placed`]);
  const [mail] = await listStoredMails();
  expect(mail?.text).toContain(`/#/${shop.slug}/order\n`);
  expect(mail?.text).not.toContain('/invoice');
});

it('sends nothing where mails about orders are turned off', async () => {
  Object.assign(env, { ORDER_MAILS: false });
  try {
    await place();
    expect(await announce()).toEqual({ pushes: 0, mails: 0, messages: 0 });
  } finally {
    Object.assign(env, { ORDER_MAILS: true });
  }
});

it('says of a changed order what was weighed, and what is paid in cash beside an online payment', async () => {
  const order = await place();
  const placed = (await readInvoices([order.id])).get(order.id)!;
  const items = placed.items.map((item) => ({ ...item, packedGrams: 950, amountPaise: 12_345 }));
  const invoice = { ...placed, items, paymentMethod: 'online', cashExtraPaise: 1_250 } as const;
  const links = {
    order: 'https://a',
    invoice: 'https://b',
    help: 'https://c',
    preferences: 'https://d',
    unsubscribe: undefined,
  };
  const mail = (language: 'en' | 'hi') =>
    orderMail({ to: 'a@haat.example', language, event: 'adjusted', invoice, links }).text;
  expect(mail('en')).toMatch(/has changed\. The new items and total are below\./);
  expect(mail('en')).toMatch(/, packed 950 g {2}₹123\.45/);
  expect(mail('en')).toContain('Paid online, ₹12.50 of it in cash');
  expect(mail('hi')).toMatch(/पैक हुआ 950 ग्राम {2}₹123\.45/);
});

describe('the link to unsubscribe', () => {
  const mailOf = async (event: 'placed' | 'Delivered') => {
    const order = await place();
    const invoice = (await readInvoices([order.id])).get(order.id)!;
    const unsubscribe =
      event === 'placed' ? undefined : ({ kind: 'order_ends', url: 'https://haat.example/unsubscribe/1.x' } as const);
    const links = {
      order: 'https://a',
      invoice: 'https://b',
      help: 'https://c',
      preferences: 'https://d',
      unsubscribe,
    };
    return orderMail({ to: 'a@haat.example', language: null, event, invoice, links });
  };

  it('is part of mails that can be turned off, for one click in the mail program', async () => {
    const mail = await mailOf('Delivered');
    expect(mail.headers).toEqual({
      'List-Unsubscribe': '<https://haat.example/unsubscribe/1.x>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail.text).toContain(
      'Turn off emails about completed, cancelled and expired orders and reported problems: https://haat.example/unsubscribe/1.x',
    );
  });

  it('is no part of a receipt', async () => {
    const mail = await mailOf('placed');
    expect(mail.headers).toBeUndefined();
    expect(mail.text).toContain('is the record of your order');
  });
});
