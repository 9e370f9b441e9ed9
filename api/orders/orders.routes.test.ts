import {
  advancedOrderView,
  cartConflict,
  orderCountsView,
  type OrderView,
  orderView,
  placedOrderView,
} from '@haat/contract/orders/orders.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let variant: Variant;
let customer: ApiCaller;
let vendor: ApiCaller;
let stranger: ApiCaller;
let operator: ApiCaller;
let addressId: number;
let foreignAddressId: number;
beforeAll(async () => {
  const elsewhere = await createShop();
  shop = await createShop({ name: 'Malnad Dairy' });
  const { variants } = await createProduct({ shop, name: 'Curd', variants: [{ stock: 1_000_000, unit: '500 g' }] });
  variant = variants[0]!;
  const [user, other] = await Promise.all([createUser(), createUser()]);
  addressId = (await createAddress({ user })).id;
  foreignAddressId = (await createAddress({ user: other })).id;
  const caller = async (who: { user: { id: number }; shop: Shop }) => api.as(await api.signIn(who));
  // The customer's session is at the shop too, but only membership of its team counts.
  customer = await caller({ user, shop });
  vendor = await caller({ user: await createMember({ shop }), shop });
  stranger = await caller({ user: await createMember({ shop: elsewhere }), shop: elsewhere });
  operator = await caller({ user: await createUser({ isPlatformAdmin: true }), shop: elsewhere });
});

let keys = 0;
const newKey = () => ({ 'idempotency-key': `orders-routes-${(keys += 1)}` });
const place = (by: ApiCaller = customer, quantity = 4) =>
  by.post('/api/orders', { body: orderBody([{ variant, quantity }]), headers: newKey() });

describe('placing an order', () => {
  it('answers 201 with its number, and the same again for the same key', async () => {
    const call = { body: orderBody([{ variant, quantity: 4 }], { takeaway: false, address: { id: addressId } }) };
    const headers = newKey();
    const first = await customer.post('/api/orders', { ...call, headers });
    expect([first.status, placedOrderView.strict().parse(first.body)]).toEqual([201, first.body]);
    expect(first.body).toMatchObject({ order_status: 'Pending', total: 200 });
    const again = await customer.post('/api/orders', { ...call, headers });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  it('shows the note and who picks up to the shop and to the customer', async () => {
    const contact = { customer_name: ' Test Neighbour ', customer_phone: '+91 98765 43210' };
    const body = orderBody([{ variant }], { ...contact, note: ' Ring twice ' });
    const { body: placed } = await customer.post('/api/orders', { body, headers: newKey() });
    const shown = { note: 'Ring twice', customer_name: 'Test Neighbour', customer_phone: '9876543210' };
    for (const [by, path] of [
      [customer, '/api/orders/user'],
      [vendor, `/api/orders/shop/${shop.id}`],
    ] as const) {
      const orders: OrderView[] = (await by.get(path)).body;
      expect(orders.find(({ id }) => id === placed.orderId)).toMatchObject(shown);
    }
  });

  it.each([
    ['a long note', { note: 'x'.repeat(301) }, 422, 'note_too_long', 'note'],
    ['a note with a control character', { note: 'Ring\u0007twice' }, 400, 'invalid_input', 'note'],
    ['a blank name', { customer_name: ' ' }, 400, 'invalid_input', 'customer_name'],
    ['a number that is no mobile', { customer_phone: '12345' }, 400, 'invalid_input', 'customer_phone'],
  ])('refuses %s, and names the field', async (_, fields, status, code, path) => {
    const sent = { body: { ...orderBody([{ variant }]), ...fields }, headers: newKey() };
    const answer = await customer.post('/api/orders', sent);
    expect([answer.status, answer.body.code, answer.body.issues[0].path]).toEqual([status, code, path]);
  });

  it('ignores names, pictures, units and shop of the request', async () => {
    const body = orderBody([{ variant }]);
    Object.assign(body.items[0]!, {
      name: 'Gold',
      image: '/x.png',
      shopId: 1,
      unit_id: 7,
      unit_type: 'kg',
      unit: 'kg',
    });
    Object.assign(body, { id: 1, shop_id: 1, status: 'Delivered', user_id: 1, extra: { __proto__: [] } });
    const { body: placed } = await customer.post('/api/orders', { body, headers: newKey() });
    const { body: orders } = await customer.get('/api/orders/user?limit=1');
    expect(orders).toMatchObject([
      { id: placed.orderId, order_status: 'Pending', shop: { id: shop.id }, items: [{ name: 'Curd', unit: '500 g' }] },
    ]);
  });

  it('refuses a stale price with the cart as it stands', async () => {
    const { status, body } = await customer.post('/api/orders', { body: { ...orderBody([{ variant }]), total: 1 } });
    expect([status, body.code, body.error]).toEqual([409, 'price_changed', body.message]);
    expect(cartConflict.parse(body)).toMatchObject({ total: 50, lines: [{ price: 50, quantity: 1 }] });
  });

  it.each([
    {
      what: 'an address of somebody else',
      status: 404,
      change: () => ({ takeaway: false, address: { id: foreignAddressId } }),
    },
    {
      what: 'a delivery below the minimum',
      status: 422,
      change: () => ({ takeaway: false, address: { id: addressId } }),
    },
    { what: 'a delivery without an address', status: 400, change: () => ({ takeaway: false }) },
    { what: 'paying online below the minimum', status: 422, change: () => ({ paymentMethod: 'online' as const }) },
  ])('$what is refused with $status', async ({ status, change }) => {
    const answer = await customer.post('/api/orders', { body: orderBody([{ variant }], change()) });
    expect([answer.status, answer.body.error]).toEqual([status, answer.body.message]);
  });

  it('refuses to be paid online without a verified payment', async () => {
    const body = orderBody([{ variant, quantity: 9 }], { paymentMethod: 'online' });
    expect((await customer.post('/api/orders', { body })).status).toBe(402);
  });

  it.each(['', 'with a\ttab', 'x'.repeat(256), 'caf\u00e9'])('refuses the key %j', async (key) => {
    const call = { body: orderBody([{ variant }]), headers: { 'idempotency-key': key } };
    const { status, body } = await customer.post('/api/orders', call);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.message).toContain('Idempotency-Key must be 1 to 255 printable ASCII characters');
  });

  it.each(['1', 'order.2026-11-27/1', '"quoted", with spaces', '~'.repeat(255), 'cart:not-derived'])(
    'takes the key %s, and repeats its answer',
    async (key) => {
      const call = { body: orderBody([{ variant }]), headers: { 'idempotency-key': key } };
      const [first, second] = [await customer.post('/api/orders', call), await customer.post('/api/orders', call)];
      expect([first.status, second.body.orderId]).toEqual([201, first.body.orderId]);
    },
  );

  it('is for vendors too, anywhere', async () => {
    expect((await place(stranger)).status).toBe(201);
  });
});

describe('whose orders are shown', () => {
  const shopOrders = () => `/api/orders/shop/${shop.id}`;

  it('a customer sees the own ones, as the contract says', async () => {
    const { body: placed } = await place();
    const { status, body } = await customer.get('/api/orders/user');
    expect([status, body[0].id]).toEqual([200, placed.orderId]);
    expect(orderView.strict().array().parse(body)).toEqual(body);
    expect(body[0].items).toEqual([
      {
        id: expect.any(Number),
        product_id: variant.productId,
        name: 'Curd',
        price: 50,
        quantity: 4,
        amount: 200,
        packed_grams: null,
        size: null,
        color: null,
        unit: '500 g',
        unit_type: '500 g',
        mrp: null,
        discount: 0,
        written_off: 0,
        image: null,
        size_id: null,
        color_id: null,
        unit_id: variant.unitId,
      },
    ]);
  });

  it('a member and the operator see those of the shop', async () => {
    const { body } = await vendor.get(shopOrders());
    expect(orderView.strict().array().parse(body)).toEqual(body);
    expect((await operator.get(shopOrders())).body).toEqual(body);
    expect((await vendor.get(`${shopOrders()}?limit=1&after=${body[0].id}`)).body).toEqual([body[1]]);
  });

  it('a member narrows them down, and counts them, as the contract says', async () => {
    const { orderId, orderNumber } = (await place()).body;
    const { body } = await vendor.get(`${shopOrders()}?status=Pending&search=${orderNumber}`);
    expect(body.map(({ id }: { id: number }) => id)).toEqual([orderId]);
    const before = (await vendor.get(`${shopOrders()}/counts`)).body;
    expect(orderCountsView.strict().parse(before)).toEqual(before);
    await vendor.patch(`/api/orders/${orderId}/status`, { body: { status: 'Accepted' } });
    expect((await vendor.get(`${shopOrders()}/counts`)).body).toEqual({
      ...before,
      Pending: before.Pending - 1,
      Accepted: before.Accepted + 1,
    });
  });

  it.each([
    'status=pending',
    'status=',
    'status=Lost',
    'search=%00',
    `search=${'1'.repeat(41)}`,
    'search=',
    'limit=1e1',
  ])('?%s is bad input', async (query) => {
    const { status, body } = await vendor.get(`${shopOrders()}?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });

  it('the shop, and not the customer, sees who changed a status', async () => {
    const { orderId } = (await place()).body;
    await vendor.patch(`/api/orders/${orderId}/status`, { body: { status: 'Accepted' } });
    const stepsOf = (orders: OrderView[]) => orders.find(({ id }) => id === orderId)?.steps[1];
    expect(stepsOf((await vendor.get(shopOrders())).body)).toMatchObject({ status: 'Accepted', by: 'Test Vendor' });
    expect(stepsOf((await customer.get('/api/orders/user')).body)).toEqual({
      status: 'Accepted',
      at: expect.any(String),
      actor: 'shop',
    });
  });

  it('others do not, whatever shop their session is at', async () => {
    expect((await api.as().get(shopOrders())).status).toBe(401);
    expect((await api.as('garbage').get(shopOrders())).status).toBe(401);
    expect((await customer.get(shopOrders())).status).toBe(403);
    expect((await stranger.get(shopOrders())).status).toBe(403);
  });

  it('a member who left sees nothing from the next call on', async () => {
    const user = await createMember({ shop });
    const leaving = api.as(await api.signIn({ user, shop }));
    expect((await leaving.get(shopOrders())).status).toBe(200);
    await database().knex('shop_members').where({ userId: user.id }).delete();
    expect((await leaving.get(shopOrders())).status).toBe(403);
  });
});

describe('moving an order', () => {
  const move = (by: ApiCaller, id: number | string, status: unknown = 'Accepted') =>
    by.patch(`/api/orders/${id}/status`, { body: { status } });

  it('goes one step and answers the order', async () => {
    const { orderId } = (await place()).body;
    const { status, body } = await move(vendor, orderId);
    expect([status, advancedOrderView.strict().parse(body)]).toEqual([200, body]);
    expect(body).toMatchObject({
      id: orderId,
      changed: true,
      order_status: 'Accepted',
      steps: [{}, { status: 'Accepted' }],
    });
    expect((await move(vendor, orderId)).body).toMatchObject({ changed: false, order_status: 'Accepted' });
    expect(await move(vendor, orderId, 'Delivered')).toMatchObject({
      status: 409,
      body: { code: 'status_not_allowed' },
    });
    expect((await move(operator, orderId, 'Ready')).status).toBe(200);
  });

  it('is refused without a session with 401, to customers with 403 before the order is read', async () => {
    const { orderId } = (await place()).body;
    expect((await move(api.as(), orderId)).status).toBe(401);
    expect((await move(customer, orderId)).text).toBe((await move(customer, 999_999_999)).text);
    expect((await move(customer, orderId)).status).toBe(403);
  });

  it('an order of another shop is not found, byte for byte', async () => {
    const { orderId } = (await place()).body;
    const foreign = await move(stranger, orderId);
    const absent = await move(stranger, 999_999_999);
    expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
  });

  it.each(['Lost', 'pending', '', null, 1, ['Accepted'], { status: 'Accepted' }])('to %j is bad input', async (to) => {
    const { orderId } = (await place()).body;
    expect((await move(vendor, orderId, to)).status).toBe(400);
  });
});

const NASTY = [
  null,
  '',
  '\0',
  '1e-9',
  '0x10',
  'NaN',
  -1,
  0,
  1.5,
  1e9,
  2 ** 53,
  9_999_999_999_999,
  [],
  {},
  true,
  '\uD800',
  "' OR 1=1 --",
];
const nasty = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 2 }));

describe('hostile input', () => {
  it('in any field of an order is never a 500 and never an order that costs something else', async () => {
    const fields = ['items', 'total', 'address', 'paymentMethod', 'takeaway', 'orderDate'];
    const itemFields = ['id', 'quantity', 'price', 'name', 'size', 'unit', 'shopId'];
    const addressFields = ['id', 'name', 'street', 'city', 'zip', 'phone'];
    const spoilt = fc.record({
      level: fc.constantFrom('order', 'item', 'address'),
      field: fc.nat({ max: 6 }),
      value: nasty,
    });
    await fc.assert(
      fc.asyncProperty(spoilt, async ({ level, field, value }) => {
        const address: Record<string, unknown> = {
          name: 'A',
          street: 'B',
          city: 'C',
          zip: '560041',
          phone: '9000000001',
        };
        const body: Record<string, unknown> = { ...orderBody([{ variant, quantity: 4 }]), takeaway: false, address };
        const [item] = body.items as Record<string, unknown>[];
        if (level === 'order') body[fields[field % fields.length]!] = value;
        if (level === 'item') item![itemFields[field]!] = value;
        if (level === 'address') address[addressFields[field % addressFields.length]!] = value;
        const answer = await customer.post('/api/orders', { body, headers: newKey() });
        expect([201, 400, 404, 409, 422]).toContain(answer.status);
      }),
      { numRuns: 200 },
    );
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it('a price, quantity or total edited by the client is refused, with the current ones', async () => {
    const edit = fc.record({
      quantity: fc.integer({ min: 1, max: 20 }),
      price: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
      total: fc.option(fc.integer({ min: 0, max: 400_000 }), { nil: undefined }),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ quantity, price = 5_000, total = 5_000 * quantity }) => {
        const body = { ...orderBody([{ variant, quantity }]), total: total / 100 };
        body.items[0]!.price = price / 100;
        const answer = await customer.post('/api/orders', { body, headers: newKey() });
        const isTrue = price === 5_000 && total === 5_000 * quantity;
        expect([answer.status, answer.body.total]).toEqual([isTrue ? 201 : 409, 50 * quantity]);
      }),
      { numRuns: 100 },
    );
    expect(await brokenInvariants(database().pool)).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%00', "1'--"])('id %s is 400', async (id) => {
    expect((await vendor.patch(`/api/orders/${id}/status`, { body: { status: 'Accepted' } })).status).toBe(400);
    expect((await vendor.get(`/api/orders/shop/${id}`)).status).toBe(400);
    expect((await vendor.get(`/api/orders/shop/${id}/counts`)).status).toBe(400);
    expect((await customer.get(`/api/orders/user?after=${id}`)).status).toBe(400);
  });
});

describe("the list of the customer's orders", () => {
  it.each([
    ['group=open', 'group must be one of: running, delivered, not_completed, past'],
    ['period=week', 'period must be one of: 30-days, 3-months, 1-year'],
    ['shop=No_Such%20Shop', 'shop is not a valid shop slug'],
    ['search=', 'search must not be empty'],
    [`search=${'x'.repeat(81)}`, 'search must have at most 80 characters'],
    ['search=%00', 'search must not contain control characters'],
    ['limit=0', 'limit must be 1 to 999'],
    ['after=x', 'after must be a positive whole number'],
    ['group=running&group=past', 'group must be one of: running, delivered, not_completed, past'],
  ])('refuses %s with a message', async (query, message) => {
    const { status, body } = await customer.get(`/api/orders/user?${query}`);
    expect([status, body.code, body.message]).toEqual([400, 'invalid_input', message]);
  });

  it('is filtered by group, shop, period and product, and has the shops to filter by', async () => {
    const placed = await customer.post('/api/orders', { body: orderBody([{ variant }]), headers: newKey() });
    const query = new URLSearchParams({ group: 'running', shop: shop.slug, period: '30-days' });
    query.set('search', placed.body.orderNumber as string);
    const found = await customer.get(`/api/orders/user?${query}`);
    expect(found.body).toMatchObject([{ id: placed.body.orderId }]);
    expect((await customer.get(`/api/orders/user?group=delivered&search=${query.get('search')}`)).body).toEqual([]);
    expect((await customer.get('/api/orders/user/shops')).body).toContainEqual({
      id: shop.id,
      slug: shop.slug,
      name: shop.name,
    });
  });
});
