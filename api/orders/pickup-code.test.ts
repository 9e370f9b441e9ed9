import type { OrderView } from '@haat/contract/orders/orders.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let variant: Variant;
let addressId: number;
let customer: ApiCaller;
let vendor: ApiCaller;
let operator: ApiCaller;
beforeAll(async () => {
  shop = await createShop({ asksPickupCode: true });
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1000 }] });
  variant = variants[0]!;
  const user = await createUser();
  addressId = (await createAddress({ user })).id;
  const caller = async (who: { user: { id: number }; shop: Shop }) => api.as(await api.signIn(who));
  customer = await caller({ user, shop });
  vendor = await caller({ user: await createMember({ shop }), shop });
  operator = await caller({ user: await createUser({ isPlatformAdmin: true }), shop: await createShop() });
});

let orders = 0;
async function place({ takeaway = true } = {}): Promise<number> {
  const body = orderBody([{ variant, quantity: 1 }], takeaway ? {} : { takeaway, address: { id: addressId } });
  const headers = { 'idempotency-key': `pickup-code-${(orders += 1)}` };
  return ((await customer.post('/api/orders', { body, headers })).body as { orderId: number }).orderId;
}
const advance = (orderId: number, status: string, code?: string, by: ApiCaller = vendor) =>
  by.patch(`/api/orders/${orderId}/status`, { body: { status, ...(code !== undefined && { code }) } });
const ownOrder = async (orderId: number) =>
  ((await customer.get('/api/orders/user')).body as OrderView[]).find(({ id }) => id === orderId)!;
/** An order that can be handed over, with its code and another one. */
async function orderToHandOver({ takeaway = true } = {}) {
  const orderId = await place({ takeaway });
  await advance(orderId, 'Accepted');
  await advance(orderId, takeaway ? 'Ready' : 'In Transit');
  const [row] = (await database().pool.query('SELECT pickup_code FROM orders WHERE id = $1', [orderId])).rows as [
    { pickup_code: string },
  ];
  const code = row.pickup_code;
  return { orderId, code, wrong: code === '0000' ? '1111' : '0000' };
}
const askDoorCode = (asksDoorCode: boolean) => database().knex('shops').where({ id: shop.id }).update({ asksDoorCode });

describe('handing over an order whose shop asks for the code', () => {
  it('answers 422 without the code and with another one, says what to do, and does nothing', async () => {
    const { orderId, code, wrong } = await orderToHandOver();
    const missing = await advance(orderId, 'Delivered');
    expect([missing.status, missing.body]).toMatchObject([
      422,
      { code: 'pickup_code_wrong', message: 'Ask the customer for the pickup code of this order.' },
    ]);
    const other = await advance(orderId, 'Delivered', wrong);
    expect([other.status, other.body]).toMatchObject([
      422,
      {
        code: 'pickup_code_wrong',
        message: 'This is not the code of this order. Ask the customer to show it again.',
      },
    ]);
    expect((await advance(orderId, 'Delivered', '12')).status).toBe(400);
    expect(await ownOrder(orderId)).toMatchObject({ order_status: 'Ready' });

    const right = await advance(orderId, 'Delivered', code);
    expect([right.status, right.body]).toMatchObject([200, { changed: true, order_status: 'Delivered' }]);
    expect((await advance(orderId, 'Delivered')).body).toMatchObject({ changed: false });
  });

  it('refuses every code after five wrong ones, also the right one, for this order only', async () => {
    const { orderId, code, wrong } = await orderToHandOver();
    const tries = await Promise.all(Array.from({ length: 7 }, () => advance(orderId, 'Delivered', wrong)));
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(5);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
    const limited = await advance(orderId, 'Delivered', code);
    expect([limited.status, limited.body.code]).toEqual([429, 'rate_limited']);
    expect(limited.body.retry_after).toBeGreaterThan(500);
    const next = await orderToHandOver();
    expect((await advance(next.orderId, 'Delivered', next.code)).status).toBe(200);
    // A customer who cannot find the code asks the operator.
    expect((await advance(orderId, 'Delivered', undefined, operator)).status).toBe(200);
  });

  it('asks at the door only where the shop set that', async () => {
    const first = await orderToHandOver({ takeaway: false });
    expect((await advance(first.orderId, 'Delivered')).status).toBe(200);
    const second = await orderToHandOver({ takeaway: false });
    await askDoorCode(true);
    expect((await advance(second.orderId, 'Delivered')).status).toBe(422);
    expect((await advance(second.orderId, 'Delivered', second.code)).status).toBe(200);
    await askDoorCode(false);
  });
});

describe('the code', () => {
  it('is four digits, not the same for every order', async () => {
    const { rows } = await database().pool.query<{ pickup_code: string }>('SELECT pickup_code FROM orders');
    for (const { pickup_code } of rows) expect(pickup_code).toMatch(/^\d{4}$/);
    expect(new Set(rows.map(({ pickup_code }) => pickup_code)).size).toBeGreaterThan(1);
  });

  it('is shown to the customer from when the order is accepted until it is handed over', async () => {
    const orderId = await place();
    expect(await ownOrder(orderId)).toMatchObject({ pickup_code: null, asks_code: true });
    await advance(orderId, 'Accepted');
    const { pickup_code: code } = await ownOrder(orderId);
    expect(code).toMatch(/^\d{4}$/);
    await advance(orderId, 'Ready');
    expect(await ownOrder(orderId)).toMatchObject({ pickup_code: code });
    await advance(orderId, 'Delivered', code!);
    expect(await ownOrder(orderId)).toMatchObject({ pickup_code: null });
  });

  it('is shown to nobody where the shop does not ask for it', async () => {
    const { orderId } = await orderToHandOver({ takeaway: false });
    expect(await ownOrder(orderId)).toMatchObject({ pickup_code: null, asks_code: false });
  });

  it('is in nothing that the shop or the operator reads', async () => {
    const { orderId, code } = await orderToHandOver();
    // An id or a price that happens to have the same digits would be found as well.
    const found = new RegExp(`"(pickup_)?code": ?"${code}"|"${code}"`);
    const paths = [
      `/api/orders/shop/${shop.id}`,
      `/api/orders/${orderId}/invoice`,
      `/api/orders/${orderId}/timeline`,
      `/api/shops/${shop.id}/activity`,
      `/api/shops/${shop.id}/notifications`,
    ];
    for (const by of [vendor, operator]) {
      for (const path of paths) {
        const { body } = await by.get(path);
        expect(`${path} ${JSON.stringify(body)}`).not.toMatch(found);
      }
    }
    const [own] = (await vendor.get(`/api/orders/shop/${shop.id}`)).body as OrderView[];
    expect(own).toMatchObject({ id: orderId, pickup_code: null, asks_code: true });
    const { rows } = await database().pool.query('SELECT * FROM notifications WHERE order_id = $1', [orderId]);
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(found);
  });
});
