import type { CustomerSummary } from '@haat/contract/money/customers.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import { clearLimits } from '@haat/core/test/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { newKey, onlineBody, start } from '../test/payment-helpers.ts';

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments();
});
afterAll(() => sandbox.stop());

let shop: Shop;
let variant: Variant;
let vendor: ApiCaller;
let path: string;
beforeEach(async () => {
  await clearLimits();
  ({ shop, variant, vendor, path } = await openShop());
});

async function openShop() {
  const opened = await createShop();
  const { variants } = await createProduct({ shop: opened, variants: [{ pricePaise: 25_000 }] });
  const member = api.as(await api.signIn({ user: await createMember({ shop: opened }), shop: opened }));
  return { shop: opened, variant: variants[0]!, vendor: member, path: `/api/shops/${opened.id}/customers` };
}

type Buyer = { user: User; customer: ApiCaller };

const buyer = async (fields = {}): Promise<Buyer> => {
  const user = await createUser(fields);
  return { user, customer: api.as(await api.signIn({ user, shop })) };
};

async function order({ customer }: Pick<Buyer, 'customer'>, fields = {}, of = variant): Promise<number> {
  const headers = { 'idempotency-key': newKey() };
  const { status, body } = await customer.post('/api/orders', { body: orderBody([{ variant: of }], fields), headers });
  expect([status, body.error]).toEqual([201, undefined]);
  return Number(body.orderId);
}

async function sellOverCounter(phone?: string): Promise<number> {
  const lines = [{ variant_id: variant.id, quantity: 1, price: 250 }];
  const body = { lines, total: 250, payment_method: 'cod', ...(phone && { phone }) };
  const sold = await vendor.post(`/api/shops/${shop.id}/counter-sales`, { body });
  expect(sold.status).toBe(201);
  return Number(sold.body.id);
}

const list = async (query = ''): Promise<CustomerSummary[]> => (await vendor.get(`${path}${query}`)).body;

describe('the customers of a shop', () => {
  it('are listed with their orders there, those with the latest first, and masked phones', async () => {
    const asha = await buyer({ name: 'Asha Example', mobile: '9123456781' });
    await order(asha);
    const ended = await order(asha);
    await asha.customer.post(`/api/orders/${ended}/cancel`, { body: { reason: 'ordered_by_mistake' } });
    const ravi = await buyer({ name: 'Ravi Example', mobile: '9123456782' });
    const latest = await order(ravi);
    expect(await list()).toEqual([
      {
        id: latest,
        name: 'Ravi Example',
        phone: '••••••6782',
        has_account: true,
        orders: 1,
        ordered: 250,
        last_order: expect.any(String),
        blocked: false,
        has_note: false,
      },
      expect.objectContaining({ id: ended, name: 'Asha Example', phone: '••••••6781', orders: 2, ordered: 250 }),
    ]);
  });

  it('do not include what the person ordered elsewhere', async () => {
    const asha = await buyer();
    await order(asha);
    const elsewhere = await openShop();
    await order(asha, {}, elsewhere.variant);
    expect(await list()).toMatchObject([{ orders: 1, ordered: 250 }]);
    const [there] = (await elsewhere.vendor.get(elsewhere.path)).body;
    expect((await vendor.get(`${path}/${there.id}`)).status).toBe(404);
    expect((await elsewhere.vendor.get(path)).status).toBe(403);
  });

  it('do not include who never paid an online order', async () => {
    const { customer } = await buyer();
    const begun = await customer.post('/api/razorpay/create-order', { body: { order: onlineBody(variant) } });
    expect(begun.status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('of the counter are those who gave a mobile number', async () => {
    await sellOverCounter();
    await sellOverCounter('9123456783');
    const id = await sellOverCounter('9123456783');
    expect(await list()).toMatchObject([{ id, phone: '••••••6783', has_account: false, orders: 2, ordered: 500 }]);
  });

  it('are found by name, phone and order number', async () => {
    const asha = await order(await buyer({ name: 'Asha Example', mobile: '9123456781' }));
    const ravi = await order(await buyer({ name: 'Ravi Example', mobile: '9000056782' }));
    const idsOf = async (search: string) => (await list(`?search=${encodeURIComponent(search)}`)).map(({ id }) => id);
    expect(await idsOf('asha')).toEqual([asha]);
    expect(await idsOf('+91 90000 56782')).toEqual([ravi]);
    expect(await idsOf(`H${String(asha).padStart(6, '0')}`)).toEqual([asha]);
    expect(await idsOf('example')).toEqual([ravi, asha]);
    expect(await idsOf('100%_off')).toEqual([]);
  });

  it('come in pages without gaps', async () => {
    const ids: number[] = [];
    for (let nr = 0; nr < 5; nr += 1) ids.unshift(await order(await buyer()));
    const first = await list('?limit=2');
    const second = await list(`?limit=2&after=${first.at(-1)?.id}`);
    const third = await list(`?limit=2&after=${second.at(-1)?.id}`);
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual(ids);
  });
});

describe('one customer', () => {
  it('has the phone and the orders at this shop, whichever of the orders leads there', async () => {
    const asha = await buyer({ name: 'Asha Example', mobile: '9123456781' });
    const { id: address } = await createAddress({ user: asha.user, phone: '9123456789' });
    const first = await order(asha, { takeaway: false, address: { id: address } });
    const second = await order(asha);
    for (const id of [first, second])
      expect((await vendor.get(`${path}/${id}`)).body).toMatchObject({
        id: second,
        phone: '9123456781',
        orders: 2,
        note: null,
        blocked_at: null,
      });
    const orders = (await vendor.get(`${path}/${first}/orders`)).body;
    expect(orders).toMatchObject([
      { id: second, takeaway: true, order_status: 'Pending', items: 1, total: 250, refunded: 0 },
      { id: first, takeaway: false },
    ]);
    expect((await vendor.get(`${path}/${first}/orders?after=${second}`)).body).toMatchObject([{ id: first }]);
  });

  it('has a note that only the shop reads, until it is removed', async () => {
    const asha = await buyer();
    const id = await order(asha);
    const note = 'Rings twice.\nPays with large notes.';
    const noted = await vendor.patch(`${path}/${id}`, { body: { note } });
    expect(noted.body).toMatchObject({ note, has_note: true, blocked: false });
    expect(await list()).toMatchObject([{ has_note: true }]);
    expect((await asha.customer.get('/api/orders/user')).text).not.toContain('Rings twice');
    expect((await vendor.patch(`${path}/${id}`, { body: { note: null } })).body).toMatchObject({ note: null });
    expect((await vendor.patch(`${path}/${id}`, { body: { note: 'x'.repeat(1001) } })).status).toBe(400);
  });
});

describe('a blocked customer', () => {
  const error = 'This shop does not take orders from your account. Please contact the shop.';

  it('gets a clear error, while open orders go on and other shops take orders', async () => {
    const asha = await buyer();
    const id = await order(asha);
    const blocked = await vendor.patch(`${path}/${id}`, { body: { blocked: true } });
    expect(blocked.body).toMatchObject({ blocked: true, blocked_at: expect.any(String) });
    const body = orderBody([{ variant, quantity: 2 }]);
    expect(await asha.customer.post('/api/orders', { body })).toMatchObject({
      status: 403,
      body: { code: 'customer_blocked', error },
    });
    for (const provider of ['razorpay', 'stripe'] as const) {
      const started = await start(asha.customer, provider, { order: onlineBody(variant) });
      expect(started.body).toMatchObject({ code: 'customer_blocked', error });
    }
    const accepted = await vendor.patch(`/api/orders/${id}/status`, { body: { status: 'Accepted' } });
    expect(accepted.status).toBe(200);
    await order(asha, {}, (await openShop()).variant);
    await order(await buyer());
  });

  it('orders again once unblocked, and both are in the activity without a name', async () => {
    const asha = await buyer({ name: 'Asha Example' });
    const id = await order(asha);
    for (const blocked of [true, true, false, false]) await vendor.patch(`${path}/${id}`, { body: { blocked } });
    await order(asha);
    const admin = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
    const activity = await admin.get(`/api/shops/${shop.id}/activity?kind=customer`);
    const subject = `H${String(id).padStart(6, '0')}`;
    expect(activity.body).toMatchObject([
      { action: 'customer.unblocked', subject },
      { action: 'customer.blocked', subject },
    ]);
    expect(activity.text).not.toContain('Asha');
  });

  it('keeps the answer to an order that was placed before', async () => {
    const asha = await buyer();
    const request = { body: orderBody([{ variant }]), headers: { 'idempotency-key': `placed-${shop.id}` } };
    const placed = await asha.customer.post('/api/orders', request);
    await vendor.patch(`${path}/${placed.body.orderId}`, { body: { blocked: true } });
    expect(await asha.customer.post('/api/orders', request)).toMatchObject({ status: 201, body: placed.body });
  });

  it('gets the money back that was on its way when they were blocked, and no order', async () => {
    const asha = await buyer();
    const id = await order(asha);
    const started = await asha.customer.post('/api/razorpay/create-order', { body: { order: onlineBody(variant) } });
    await vendor.patch(`${path}/${id}`, { body: { blocked: true } });
    const { reply } = await sandbox.pay(started.body.id);
    const verified = await asha.customer.post('/api/razorpay/verify-payment', { body: reply });
    expect(verified).toMatchObject({ status: 400, body: { code: 'payment_unverified' } });
    const orders = (await vendor.get(`${path}/${id}/orders`)).body as { id: number }[];
    expect(orders.map((each) => each.id)).toEqual([id]);
    const refunds = await database().pool.query(
      'SELECT r.amount_paise FROM refunds r JOIN payments p ON p.id = r.payment_id WHERE p.user_id = $1',
      [asha.user.id],
    );
    expect(refunds.rowCount).toBe(1);
  });

  it('needs an account', async () => {
    const id = await sellOverCounter('9123456784');
    const refused = await vendor.patch(`${path}/${id}`, { body: { blocked: true } });
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect((await vendor.patch(`${path}/${id}`, { body: { note: 'Wants bags' } })).body.note).toBe('Wants bags');
  });
});
