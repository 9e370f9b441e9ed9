import type { TimeRange } from '@haat/contract/shops/opening-hours';
import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { ADDRESS_MESSAGE } from '@haat/contract/accounts/address';
import { displayTime } from '@haat/contract/time-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { Product, Variant } from '../../db/catalog.models.ts';
import { Shop } from '../../db/shops.models.ts';
import type { User } from '../../db/accounts.models.ts';
import { DomainError } from '../../errors.ts';
import { createAddress, createProduct, createShop, createUser, type VariantFields } from '../../test/factories.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { lineIdOf, orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import { readOrderRequest } from './order-request.ts';
import { placeOrder, storeOrder } from './place-order.ts';

let customer: User;
beforeAll(async () => {
  connectDatabase();
  customer = await createUser({ name: 'Test Customer', email: 'customer@haat.example', mobile: '9000000009' });
});
afterAll(stopServices);

const place = (body: PlaceOrderBody, key?: string) => placeOrder({ userId: customer.id, body, idempotencyKey: key });

/** The rejection of an order, after which nothing may have changed. */
async function refusal(body: PlaceOrderBody, key?: string): Promise<Record<string, unknown>> {
  const before = await fingerprint();
  const error = await place(body, key).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(DomainError);
  expect(await fingerprint()).toEqual(before);
  const { code, message, details } = error as DomainError;
  return { code, message, ...details };
}

async function fingerprint(): Promise<unknown> {
  const { rows } = await database().pool.query(`SELECT
    (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM order_requests) AS requests,
    (SELECT count(*) FROM outbox) AS outbox, (SELECT count(*) FROM notifications) AS notifications,
    (SELECT sum(stock) FROM variants) AS stock, (SELECT sum(seq) FROM feeds) AS seq`);
  return rows[0];
}

async function catalog(variants: VariantFields[] = [{}], shop?: Shop): Promise<{ shop: Shop; variants: Variant[] }> {
  const owner = shop ?? (await createShop());
  const { variants: made } = await createProduct({ shop: owner, name: 'Toned Milk', variants });
  return { shop: owner, variants: made };
}
const only = ([variant]: Variant[]): Variant => variant!;
const stockOf = async ({ id }: Variant) => (await Variant.query().findById(id))?.stock;

const home = { name: 'Test Home', street: '12, 4th Main', city: 'Bengaluru', zip: '560041', phone: '9000000001' };

describe('an order that is placed', () => {
  it('is stored completely, at the prices of the catalog, with its announcement', async () => {
    const { shop, variants } = await catalog([
      { pricePaise: 5_050, stock: 10, unit: '500 ml' },
      { pricePaise: 9_900, stock: 3, unit: '1 L', size: 'Large', color: 'Blue' },
    ]);
    const [half, litre] = variants as [Variant, Variant];
    const lines = [
      { variant: litre, quantity: 3 },
      { variant: half, quantity: 2 },
    ];
    const body = orderBody(lines, { takeaway: false, address: home, orderDate: '1970-01-01T00:00:00Z' });

    const placed = await place(body);

    expect(placed).toMatchObject({ status: 'Pending', totalPaise: 39_800, opensAt: undefined });
    expect(placed.orderNumber).toBe(`H${String(placed.id).padStart(6, '0')}`);
    const { knex } = database();
    expect(await knex('orders').where({ id: placed.id }).first()).toMatchObject({
      userId: customer.id,
      shopId: shop.id,
      paymentStatus: 'due',
      minOrderPaise: 20_000,
      customerName: 'Test Home',
      customerPhone: '9000000001',
      address: home,
      clientOrderDate: '1970-01-01T00:00:00Z',
    });
    expect(await knex('order_items').where({ orderId: placed.id }).orderBy('id')).toMatchObject([
      { variantId: half.id, quantity: 2, unitPricePaise: 5_050, name: 'Toned Milk', unit: '500 ml', size: null },
      { variantId: litre.id, quantity: 3, unitPricePaise: 9_900, unit: '1 L', size: 'Large', color: 'Blue' },
    ]);
    expect([await stockOf(half), await stockOf(litre)]).toEqual([8, 0]);
    expect(await knex('notifications').where({ orderId: placed.id })).toMatchObject([
      {
        feed: `shop:${shop.id}`,
        seq: 1,
        kind: 'order.placed',
        message: `New order ${placed.orderNumber} from Test Home: 5 items, ₹398.00`,
        details: {
          user_name: 'Test Home',
          phone: '9000000001',
          address: '12, 4th Main, Bengaluru, 560041',
          item_count: 5,
          total_paise: 39_800,
        },
      },
    ]);
    expect(await knex('outbox').where({ subjectId: placed.id, topic: 'order.placed' })).toHaveLength(1);
  });

  it('stores no address for takeaway, even when one is sent, also below the minimum', async () => {
    const { variants } = await catalog([{ pricePaise: 100 }]);
    const { id } = await place(orderBody([{ variant: only(variants) }], { address: { id: 987_654 } }));
    expect(await database().knex('orders').where({ id }).first()).toMatchObject({
      takeaway: true,
      address: null,
      customerName: 'Test Customer',
      customerPhone: '9000000009',
    });
    expect(await database().knex('notifications').where({ orderId: id }).first()).toMatchObject({
      message: expect.stringMatching(/from Test Customer: 1 item, ₹1\.00$/),
      details: { address: null },
    });
  });

  it("copies the user's address by its id, and falls back to the email address for the name", async () => {
    const nameless = await createUser({ email: 'ravi.k@haat.example', name: null });
    const address = await createAddress({ user: nameless, name: 'Office', zip: '560001' });
    const { variants } = await catalog();
    const lines = [{ variant: only(variants), quantity: 4 }];
    const taken = await placeOrder({ userId: nameless.id, body: orderBody(lines) });
    const delivered = await placeOrder({
      userId: nameless.id,
      body: orderBody(lines, { takeaway: false, address: { id: address.id, street: 'ignored' } }),
    });
    const orders = await database().knex('orders').whereIn('id', [delivered.id, taken.id]).orderBy('id');
    expect(orders).toMatchObject([
      { customerName: 'ravi.k', customerPhone: null },
      { customerName: 'Office', address: { street: '12, 4th Main', zip: '560001' } },
    ]);
  });

  it('takes the contact of a takeaway from its request, and saves that of any order in a profile that has none', async () => {
    const { variants } = await catalog([{ pricePaise: 30_000, stock: 100 }]);
    const contact = { customer_name: 'Test Neighbour', customer_phone: '9876543210' };
    const orderOf = async (user: User, fields: Partial<PlaceOrderBody> = {}) => {
      const body = orderBody([{ variant: only(variants) }], { ...contact, ...fields });
      const { id } = await placeOrder({ userId: user.id, body });
      const { customerName, customerPhone } = await database().knex('orders').where({ id }).first();
      const { name, mobile } = await database().knex('users').where({ id: user.id }).first();
      return { customerName, customerPhone, profile: [name, mobile] };
    };
    const taken = { customerName: 'Test Neighbour', customerPhone: '9876543210' };

    const newcomer = await createUser({ name: null });
    expect(await orderOf(newcomer)).toEqual({ ...taken, profile: ['Test Neighbour', '9876543210'] });
    expect(await orderOf(newcomer, { customer_name: null, customer_phone: '9876543211' })).toEqual({
      customerName: 'Test Neighbour',
      customerPhone: '9876543211',
      profile: ['Test Neighbour', '9876543210'],
    });
    const nameless = await createUser({ name: '', mobile: null, loginMobile: '9123456789' });
    expect(await orderOf(nameless)).toEqual({ ...taken, profile: ['Test Neighbour', null] });
    const known = await createUser({ name: 'Test Person', mobile: '9000000008' });
    expect(await orderOf(known)).toEqual({ ...taken, profile: ['Test Person', '9000000008'] });
    const unpaid = await createUser({ name: null });
    const body = orderBody([{ variant: only(variants) }], { ...contact, paymentMethod: 'online' });
    await storeOrder({ request: readOrderRequest({ userId: unpaid.id, body }), payment: 'awaiting' });
    expect(await database().knex('users').where({ id: unpaid.id }).first()).toMatchObject({ name: null, mobile: null });
    const delivered = await createUser({ name: null });
    expect(await orderOf(delivered, { takeaway: false, address: home })).toEqual({
      customerName: 'Test Home',
      customerPhone: '9000000001',
      profile: ['Test Home', '9000000001'],
    });
    expect(await orderOf(known, { takeaway: false, address: home })).toMatchObject({
      profile: ['Test Person', '9000000008'],
    });
  });

  it('stores the note for the shop', async () => {
    const { variants } = await catalog();
    const noteOf = async (note?: string | null) => {
      const body = orderBody([{ variant: only(variants) }], note === undefined ? {} : { note });
      const { id } = await place(body);
      return (await database().knex('orders').where({ id }).first()).note;
    };
    expect(await noteOf('Ring twice')).toBe('Ring twice');
    expect(await noteOf('x'.repeat(300))).toBe('x'.repeat(300));
    expect([await noteOf(), await noteOf(null), await noteOf('')]).toEqual([null, null, null]);
  });

  it('sums lines of the same variant', async () => {
    const { variants } = await catalog([{ stock: 5 }]);
    const twice = [
      { variant: only(variants), quantity: 2 },
      { variant: only(variants), quantity: 3 },
    ];
    await place(orderBody(twice));
    expect(await stockOf(only(variants))).toBe(0);
  });

  it('returns when a closed shop opens', async () => {
    const { open, close } = closedHours();
    const shop = await createShop({ openTime: open, closeTime: close });
    const { variants } = await catalog([{}], shop);
    const { opensAt } = await place(orderBody([{ variant: only(variants) }]));
    expect(opensAt?.getTime()).toBeGreaterThan(Date.now());
    expect(opensAt?.getTime()).toBeLessThan(Date.now() + 3 * 3_600_000);
  });

  it('is delivered for any total by a shop without a minimum', async () => {
    const { variants } = await catalog([{ pricePaise: 100 }], await createShop({ minOrderPaise: 0 }));
    const body = orderBody([{ variant: only(variants) }], { takeaway: false, address: home });
    expect(await place(body)).toMatchObject({ totalPaise: 100 });
  });

  it('is numbered without gaps in the feed of its shop', async () => {
    const { shop, variants } = await catalog();
    for (let quantity = 1; quantity <= 4; quantity += 1)
      await place(orderBody([{ variant: only(variants), quantity }]));
    const notes = await database()
      .knex('notifications')
      .where({ feed: `shop:${shop.id}` })
      .orderBy('seq')
      .pluck('seq');
    expect(notes).toEqual([1, 2, 3, 4]);
  });
});

describe('the same request again', () => {
  const key = () => `key-${Math.random().toString(36).slice(2)}`;

  it('gets the same response for its key, even when the stock is gone', async () => {
    const { variants } = await catalog([{ stock: 1 }]);
    const body = orderBody([{ variant: only(variants) }]);
    const name = key();
    const first = await place(body, name);
    expect(await place({ ...body, orderDate: '2026-11-21T10:00:00Z' }, name)).toEqual(first);
  });

  it('is rejected when the key was used for another cart', async () => {
    const { variants } = await catalog();
    const name = key();
    await place(orderBody([{ variant: only(variants) }]), name);
    expect(await refusal(orderBody([{ variant: only(variants), quantity: 2 }]), name)).toEqual({
      code: 'idempotency_conflict',
      message: 'This Idempotency-Key was used for another order.',
    });
  });

  it('is another order under the key of another customer', async () => {
    const { variants } = await catalog();
    const body = orderBody([{ variant: only(variants) }]);
    const name = key();
    const mine = await place(body, name);
    const other = await createUser();
    expect((await placeOrder({ userId: other.id, body, idempotencyKey: name })).id).not.toBe(mine.id);
  });

  it('without a key is the same order for ten seconds, in any order of its lines', async () => {
    const { variants } = await catalog([{ unit: 'a' }, { unit: 'b' }]);
    const [a, b] = variants as [Variant, Variant];
    const first = await place(orderBody([{ variant: a }, { variant: b }]));
    const second = await place(orderBody([{ variant: b }, { variant: a }]));
    expect(second.id).toBe(first.id);

    await database().pool.query(`UPDATE order_requests SET created_at = now() - interval '11 s' WHERE order_id = $1`, [
      first.id,
    ]);
    const later = await place(orderBody([{ variant: a }, { variant: b }]));
    expect(later.id).toBeGreaterThan(first.id);
    expect((await place(orderBody([{ variant: a }, { variant: b }]))).id).toBe(later.id);
  });

  it('places another order for another note or contact', async () => {
    const { variants } = await catalog();
    const body = orderBody([{ variant: only(variants) }]);
    const [name, plain] = [key(), await place(body)];
    await place({ ...body, note: 'Ring twice' }, name);
    for (const change of [{ note: 'Do not ring' }, { note: 'Ring twice', customer_name: 'Test Neighbour' }]) {
      expect(await refusal({ ...body, ...change }, name)).toMatchObject({ code: 'idempotency_conflict' });
      expect((await place({ ...body, ...change })).id).toBeGreaterThan(plain.id);
    }
  });

  it('finds the order of an earlier version, which read no note and no contact', async () => {
    const { variants } = await catalog();
    const body = orderBody([{ variant: only(variants) }]);
    const name = key();
    const first = await place(body, name);
    expect(await place({ ...body, note: 'Ring twice', customer_name: 'Test Neighbour' }, name)).toEqual(first);
  });

  it('a rejected request leaves its key free', async () => {
    const { variants } = await catalog([{ stock: 0 }]);
    const body = orderBody([{ variant: only(variants) }]);
    const name = key();
    expect(await refusal(body, name)).toMatchObject({ code: 'out_of_stock' });
    await Variant.query().findById(only(variants).id).patch({ stock: 1 });
    await database()
      .knex('stock_ledger')
      .insert({ variantId: only(variants).id, delta: 1, reason: 'adjustment' });
    expect(await place(body, name)).toMatchObject({ status: 'Pending' });
  });
});

describe('an order is rejected for', () => {
  it('a note that is too long, with a message that says how to fix it', async () => {
    const { variants } = await catalog();
    const text = 'The note for the shop is too long. Shorten it to 300 characters.';
    expect(await refusal(orderBody([{ variant: only(variants) }], { note: 'x'.repeat(301) }))).toEqual({
      code: 'note_too_long',
      message: text,
      issues: [{ path: 'note', message: text }],
    });
  });

  it('a price that is not current, with the current cart', async () => {
    const { variants } = await catalog([{ pricePaise: 5_000, stock: 7 }]);
    const body = orderBody([{ variant: only(variants), quantity: 2 }]);
    await Variant.query().findById(only(variants).id).patch({ pricePaise: 5_500 });
    expect(await refusal(body)).toMatchObject({
      code: 'price_changed',
      lines: [{ id: lineIdOf(only(variants)), name: 'Toned Milk', price: 55, quantity: 2, stock: 7 }],
      total: 110,
    });
  });

  it.each([
    { what: 'a total that is not the sum', change: { total: 99.99 } },
    { what: 'a total of nothing', change: { total: 0 } },
  ])('$what', async ({ change }) => {
    const { variants } = await catalog();
    const body = { ...orderBody([{ variant: only(variants), quantity: 2 }]), ...change };
    expect(await refusal(body)).toMatchObject({ code: 'price_changed', total: 100 });
  });

  it('prices moved from one line to the other', async () => {
    const { variants } = await catalog([{ unit: 'a' }, { unit: 'b' }]);
    const body = orderBody(variants.map((variant) => ({ variant })));
    body.items[0]!.price = 0;
    body.items[1]!.price = 100;
    expect(await refusal(body)).toMatchObject({ code: 'price_changed' });
  });

  it('two prices for one variant', async () => {
    const { variants } = await catalog();
    const body = orderBody([{ variant: only(variants) }, { variant: only(variants) }]);
    body.items[0]!.price = 0;
    expect(await refusal(body)).toMatchObject({ code: 'price_changed' });
  });

  it('too little stock, naming the products', async () => {
    const { variants } = await catalog([{ stock: 2 }]);
    expect(await refusal(orderBody([{ variant: only(variants), quantity: 3 }]))).toMatchObject({
      code: 'out_of_stock',
      message: 'Not enough in stock: Toned Milk (2 left)',
      lines: [{ stock: 2, quantity: 3 }],
    });
  });

  it('more of one item than the shop sells in one order, summed over its lines', async () => {
    const shop = await createShop({ maxPerOrder: 5 });
    const { variants } = await catalog([{ unit: 'a' }, { unit: 'b' }], shop);
    const [one, other] = variants as [Variant, Variant];
    const lines = (quantity: number) => [
      { variant: one, quantity },
      { variant: other, quantity: 5 },
    ];
    expect(await refusal(orderBody(lines(6)))).toEqual({
      code: 'above_max_quantity',
      message: 'This shop sells at most 5 of each item in one order.',
    });
    expect(await refusal(orderBody([...lines(3), { variant: one, quantity: 3 }]))).toMatchObject({
      code: 'above_max_quantity',
    });
    await expect(place(orderBody(lines(5)))).resolves.toMatchObject({ status: 'Pending' });
  });

  it('items of two shops', async () => {
    const [here, there] = [await catalog(), await catalog()];
    const lines = [{ variant: only(here.variants) }, { variant: only(there.variants) }];
    expect(await refusal(orderBody(lines))).toEqual({ code: 'mixed_shops', message: 'Items must be from one shop' });
  });

  it.each(['deleted', 'unpublished', 'deleted variant', 'unknown unit', 'unknown product'])('%s', async (what) => {
    const { shop, variants } = await catalog();
    await catalog([{}], shop);
    const variant = only(variants);
    const body = orderBody([{ variant }]);
    if (what === 'deleted') await Product.query().findById(variant.productId).patch({ deletedAt: new Date() });
    if (what === 'unpublished') await Product.query().findById(variant.productId).patch({ isPublished: false });
    if (what === 'deleted variant') await Variant.query().findById(variant.id).patch({ deletedAt: new Date() });
    if (what === 'unknown unit') body.items[0]!.id = `${variant.productId}-0-0-999999`;
    if (what === 'unknown product') body.items[0]!.id = '999999999999999-0-0-0';
    expect(await refusal(body)).toEqual({
      code: 'invalid_input',
      message: 'An item in your cart is no longer sold.',
    });
  });

  it('a shop without a published product', async () => {
    const { variants } = await catalog([{}], await createShop({ name: 'Malnad Dairy' }));
    const { productId } = only(variants);
    await Product.query().findById(productId).patch({ isPublished: false });
    expect(await refusal(orderBody([{ variant: only(variants) }]))).toEqual({
      code: 'shop_getting_ready',
      message: 'Malnad Dairy is getting ready. It is not open for orders yet.',
    });
  });

  it.each(['pausedAt', 'suspendedAt'] as const)('a shop with %s', async (column) => {
    const { variants } = await catalog([{}], await createShop({ name: 'Malnad Dairy', [column]: new Date() }));
    expect(await refusal(orderBody([{ variant: only(variants) }]))).toEqual({
      code: 'shop_closed',
      message: 'Malnad Dairy is not taking orders at the moment.',
    });
  });

  it('a shop that has paused for some time, until it is over', async () => {
    const shop = await createShop({
      name: 'Malnad Dairy',
      pausedAt: new Date(),
      pausedUntil: new Date('2100-01-01T11:00:00Z'),
    });
    const { variants } = await catalog([{}], shop);
    const body = orderBody([{ variant: only(variants) }]);
    expect(await refusal(body)).toEqual({
      code: 'shop_closed',
      message: 'Malnad Dairy has paused its orders until 4:30 PM.',
    });
    await Shop.query()
      .findById(shop.id)
      .patch({ pausedUntil: new Date(Date.now() - 1000) });
    expect(await place(body)).toMatchObject({ opensAt: undefined });
  });

  it('a closed shop that sells only while it is open', async () => {
    const { open, close } = closedHours();
    const shop = await createShop({
      name: 'Malnad Dairy',
      acceptsOrdersWhenClosed: false,
      openTime: open,
      closeTime: close,
    });
    const { variants } = await catalog([{}], shop);
    const body = orderBody([{ variant: only(variants) }]);
    expect(await refusal(body)).toEqual({
      code: 'shop_closed',
      // Late in the evening, that is tomorrow.
      message: expect.stringMatching(`^Malnad Dairy is closed now\\. It opens (tomorrow )?at ${displayTime(open)}\\.$`),
    });
    await Shop.query().findById(shop.id).patch({ openTime: close, closeTime: open });
    expect(await place(body)).toMatchObject({ opensAt: undefined });
  });

  it('a shop that does not deliver now, or has paused its deliveries, unless the order is a takeaway', async () => {
    const always: TimeRange[][] = Array.from({ length: 7 }, () => [['00:00', '00:00']]);
    const never = always.map(() => []);
    const hours = { takeaway: always, delivery: never, dates: {} };
    const shop = await createShop({ name: 'Malnad Dairy', acceptsOrdersWhenClosed: false, hours });
    const { variants } = await catalog([{ pricePaise: 30_000 }], shop);
    const body = orderBody([{ variant: only(variants) }], { takeaway: false, address: home });
    const refused = (message: string) => ({ code: 'shop_closed', message: `Malnad Dairy ${message}` });
    expect(await refusal(body)).toEqual(refused('does not deliver now.'));
    await Shop.query().findById(shop.id).patch({ hours: null, pausedAt: new Date(), pausedFulfilment: 'delivery' });
    expect(await refusal(body)).toEqual(refused('is not taking deliveries at the moment.'));
    expect(await place(orderBody([{ variant: only(variants) }]))).toMatchObject({ opensAt: undefined });
  });

  it.each([
    { minOrderPaise: null, text: '₹200', at: 20_000 },
    { minOrderPaise: 35_050, text: '₹350.50', at: 35_050 },
  ])('a delivery a paisa below the minimum of $text', async ({ minOrderPaise, text, at }) => {
    const shop = await createShop({ minOrderPaise });
    const { variants } = await catalog(
      [
        { pricePaise: at - 1, unit: 'less' },
        { pricePaise: at, unit: 'enough' },
      ],
      shop,
    );
    const [less, enough] = variants.map((variant) => orderBody([{ variant }], { takeaway: false, address: home }));
    expect(await refusal(less!)).toEqual({
      code: 'below_min_order',
      message: `Minimum order value for delivery is ${text}.`,
    });
    expect(await place(enough!)).toMatchObject({ totalPaise: at });
  });

  it('paying online below the minimum, and above it until the payment is verified', async () => {
    const { variants } = await catalog([{ pricePaise: 10_000 }]);
    const online = { paymentMethod: 'online' } as const;
    expect(await refusal(orderBody([{ variant: only(variants) }], online))).toEqual({
      code: 'below_min_order',
      message: 'Minimum order value for online payment is ₹200.',
    });
    expect(await refusal(orderBody([{ variant: only(variants), quantity: 2 }], online))).toEqual({
      code: 'payment_unverified',
      message: 'Payment verification failed.',
    });
  });

  it.each([
    { what: 'no address', address: null, text: 'Please add your delivery address before placing the order.' },
    { what: 'half an address', address: { name: 'A', street: 'B' }, text: ADDRESS_MESSAGE },
    { what: 'a phone that is none', address: { ...home, phone: '5000000001' }, text: ADDRESS_MESSAGE },
    { what: 'a NUL in it', address: { ...home, street: 'a\0b' }, text: ADDRESS_MESSAGE },
    { what: 'half a character in it', address: { ...home, street: 'a\uD800b' }, text: ADDRESS_MESSAGE },
  ])('a delivery with $what', async ({ address, text }) => {
    const { variants } = await catalog();
    const body = orderBody([{ variant: only(variants), quantity: 5 }], { takeaway: false, address });
    expect(await refusal(body)).toEqual({ code: 'invalid_input', message: text });
  });

  it('an address of another user, like one that does not exist', async () => {
    const address = await createAddress({ user: await createUser() });
    const { variants } = await catalog();
    const to = (id: number) =>
      orderBody([{ variant: only(variants), quantity: 5 }], { takeaway: false, address: { id } });
    const foreign = await refusal(to(address.id));
    expect(foreign).toEqual({ code: 'not_found', message: 'Address not found' });
    expect(await refusal(to(999_999_999))).toEqual(foreign);
  });
});

it('keeps all invariants', async () => {
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

/** Hours that begin in about two hours and end in about three, in the zone of the shops. */
function closedHours(): { open: string; close: string } {
  const clock = (hours: number) =>
    new Date(Date.now() + hours * 3_600_000).toLocaleTimeString('en-GB', {
      timeZone: 'Asia/Kolkata',
      hour: '2-digit',
      minute: '2-digit',
    });
  return { open: clock(2), close: clock(3) };
}
