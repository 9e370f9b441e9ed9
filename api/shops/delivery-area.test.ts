import { Shop } from '@haat/core/db/shops.models';
import { Variant } from '@haat/core/db/catalog.models';
import { createAddress, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { startPayments } from '@haat/core/test/payments';
import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { apiTest } from '../test/api-client.ts';
import { newKey, start } from '../test/payment-helpers.ts';

const api = apiTest();
let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startPayments();
});
afterAll(() => sandbox.stop());

const JAYANAGAR = { latitude: 12.925, longitude: 77.593 };
const home = { name: 'Home', street: '12, 4th Main', city: 'Bengaluru', zip: '560041', phone: '9000000001' };
const delhi = { ...home, city: 'New Delhi', zip: '110001' };
const TOO_FAR = {
  code: 'out_of_delivery_area',
  message: 'Malnad Dairy does not deliver this far. Choose takeaway, or another address.',
};

/** A customer at a shop in Jayanagar that delivers up to 2 km. */
async function openShop(fields: Parameters<typeof createShop>[0] = {}) {
  const shop = await createShop({ name: 'Malnad Dairy', ...JAYANAGAR, reachMetres: 2000, ...fields });
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 20 }] });
  const user = await createUser();
  const calls = api.as(await api.signIn({ user, shop }));
  const bodyTo = (address: PlaceOrderBody['address'], more: Partial<PlaceOrderBody> = {}) =>
    orderBody([{ variant: variants[0]! }], { takeaway: false, address, ...more });
  const order = (address: PlaceOrderBody['address'], more: Partial<PlaceOrderBody> = {}) =>
    calls.post('/api/orders', { body: bodyTo(address, more), headers: { 'idempotency-key': newKey() } });
  const stock = async () => (await Variant.query().findById(variants[0]!.id))?.stock;
  return { shop, user, calls, order, bodyTo, stock };
}

const saved = async ({ calls }: Awaited<ReturnType<typeof openShop>>, body: object) =>
  (await calls.post('/api/address', { body })).body as { id: number };

describe('a delivery', () => {
  it('goes to an address near the shop, stored or sent with the order', async () => {
    const market = await openShop();
    const { id } = await saved(market, home);
    expect((await market.order({ id })).status).toBe(201);
    expect((await market.order(home)).status).toBe(201);
  });

  it('is refused for an address in another city, stored or sent with the order, and can be takeaway instead', async () => {
    const market = await openShop();
    const { id } = await saved(market, delhi);
    for (const address of [{ id }, delhi]) {
      const { status, body } = await market.order(address);
      expect(status).toBe(422);
      expect(body).toMatchObject(TOO_FAR);
    }
    expect((await market.order(null, { takeaway: true })).status).toBe(201);
    expect((await market.order({ id }, { takeaway: true })).status).toBe(201);
  });

  it('is refused before a payment of it begins, and takes no stock', async () => {
    const market = await openShop();
    for (const provider of ['razorpay', 'stripe'] as const) {
      const order = market.bodyTo(delhi, { paymentMethod: 'online' });
      const { status, body } = await start(market.calls, provider, { order, key: newKey() });
      expect([status, body.code]).toEqual([422, 'out_of_delivery_area']);
    }
    expect(await market.stock()).toBe(20);
    const order = market.bodyTo(home, { paymentMethod: 'online' });
    expect((await start(market.calls, 'razorpay', { order, key: newKey() })).status).toBe(200);
  });

  it('counts the location of the address, not its PIN code, if the customer set one', async () => {
    const market = await openShop();
    // 560041 lies around the shop; these locations are 1.1 and 3.3 km to the north of it.
    const near = await saved(market, { ...home, latitude: 12.935, longitude: 77.593 });
    const far = await saved(market, { ...home, latitude: 12.955, longitude: 77.593 });
    expect((await market.order({ id: near.id })).status).toBe(201);
    const refused = await market.order({ id: far.id });
    expect([refused.status, refused.body.code]).toEqual([422, 'out_of_delivery_area']);
    await Shop.query().findById(market.shop.id).patch({ reachMetres: 3500 });
    expect((await market.order({ id: far.id })).status).toBe(201);
  });

  it('goes anywhere from a shop without a place', async () => {
    const market = await openShop({ latitude: null, longitude: null });
    expect((await market.order(delhi)).status).toBe(201);
    const { id } = await createAddress({
      user: market.user,
      zip: 'ANYTHING',
      latitude: null,
      longitude: null,
      accuracyMetres: null,
    });
    expect((await market.order({ id })).status).toBe(201);
  });

  it('is refused for an address whose PIN code is not known', async () => {
    const market = await openShop();
    const { id } = await createAddress({ user: market.user, zip: 'ANYTHING' });
    const { status, body } = await market.order({ id });
    expect([status, body.code]).toEqual([422, 'out_of_delivery_area']);
    expect(body.message).toBe('Malnad Dairy cannot see where this address is. Set its location, or choose takeaway.');
    expect((await market.calls.get('/api/address')).body).toMatchObject([{ id, zip: 'ANYTHING', latitude: null }]);
  });

  it('is refused for an unknown PIN code in the order itself', async () => {
    const { order } = await openShop();
    const { status, body } = await order({ ...home, zip: '999999' });
    expect([status, body.code]).toEqual([422, 'out_of_delivery_area']);
  });

  it('that was placed is answered again after the shop delivers less far', async () => {
    const { calls, bodyTo, shop } = await openShop();
    const request = { body: bodyTo(home), headers: { 'idempotency-key': newKey() } };
    const first = await calls.post('/api/orders', request);
    expect(first.status).toBe(201);
    await Shop.query().findById(shop.id).patch({ latitude: 28.62, longitude: 77.21 });
    expect((await calls.post('/api/orders', request)).body).toMatchObject({ orderId: first.body.orderId });
  });

  it('is not refused for the distance while the shop takes no orders', async () => {
    const { order, shop } = await openShop();
    await Shop.query().findById(shop.id).patch({ pausedAt: new Date() });
    expect((await order(delhi)).body.code).toBe('shop_closed');
  });
});

it('shows where a shop is and how far it delivers', async () => {
  const { shop } = await openShop();
  const { body } = await api.as().get(`/api/shops/${shop.slug}`);
  expect(body).toMatchObject({ ...JAYANAGAR, reach_km: 2 });
});
