import type { RiderOrderView } from '@haat/contract/orders/rider-orders.calls';
import { Order } from '@haat/core/db/orders.models';
import type { Shop } from '@haat/core/db/shops.models';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let helper: ApiCaller;
let rider: ApiCaller;
let takeaway: number;
let delivery: number;
let orders = 0;

beforeAll(async () => {
  shop = await createShop();
  const signIn = async (user: { id: number }) => api.as(await api.signIn({ user, shop }));
  helper = await signIn(await createMember({ shop, role: 'helper' }));
  rider = await signIn(await createMember({ shop, role: 'rider' }));
});

beforeEach(async () => {
  await clearLimits();
  const user = await createUser();
  const address = { id: (await createAddress({ user })).id };
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000 }] });
  const accept = async (fields: object) => {
    const body = orderBody([{ variant: variants[0]!, quantity: 1 }], fields);
    const { id } = await placeOrder({ userId: user.id, body, idempotencyKey: `team-order-${(orders += 1)}` });
    await Order.query().findById(id).patch({ status: 'Accepted' });
    return id;
  };
  takeaway = await accept({});
  delivery = await accept({ takeaway: false, address });
});

const at = (path: string) => `/api/shops/${shop.id}/${path}`;
const statusOf = async (id: number) => (await Order.query().findById(id))?.status;
const pickUp = async () => {
  const { status, body } = await rider.patch(at(`deliveries/${delivery}`), { body: { status: 'In Transit' } });
  expect([status, body.mine]).toEqual([200, true]);
};

describe.each(['packing', 'deliveries'])('the list of %s', (list) => {
  it.each(['0', '-1', 'x', '1.5', '99999999999'])('is not found for the shop %s', async (shopId) => {
    const by = list === 'packing' ? helper : rider;
    expect((await by.get(`/api/shops/${shopId}/${list}`)).status).toBeOneOf([400, 403, 404]);
  });
});

const WRONG_STATUS = [undefined, null, '', 'ready', 'Accepted', 'Pending', 'Cancelled', 1, {}];

describe('packing', () => {
  it.each([...WRONG_STATUS, 'In Transit'])('refuses the status %j', async (status) => {
    const answer = await helper.patch(at(`packing/${takeaway}`), { body: { status } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect(await statusOf(takeaway)).toBe('Accepted');
  });

  it.each(['', '123', '12345', 'abcd', '12 4', 1234, null])('refuses the code %j', async (code) => {
    await helper.patch(at(`packing/${takeaway}`), { body: { status: 'Ready' } });
    const answer = await helper.patch(at(`packing/${takeaway}`), { body: { status: 'Delivered', code } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect(await statusOf(takeaway)).toBe('Ready');
  });

  it('hands over only what is ready', async () => {
    const answer = await helper.patch(at(`packing/${takeaway}`), { body: { status: 'Delivered' } });
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { code: 'status_not_allowed', current: { order_status: 'Accepted' } },
    ]);
  });

  it.each(['0', '-1', 'x', '1.5'])('finds no order %j', async (id) => {
    const answer = await helper.patch(at(`packing/${id}`), { body: { status: 'Ready' } });
    expect(answer.status).toBeOneOf([400, 404]);
  });
});

describe('deliveries', () => {
  it.each([...WRONG_STATUS, 'Ready', 'Returned'])('refuses the status %j', async (status) => {
    await pickUp();
    const answer = await rider.patch(at(`deliveries/${delivery}`), { body: { status } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect(await statusOf(delivery)).toBe('In Transit');
  });

  it.each(['', '123', 'abcd', 1234, null])('refuses the code %j', async (code) => {
    await pickUp();
    const answer = await rider.patch(at(`deliveries/${delivery}`), { body: { status: 'Delivered', code } });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    expect(await statusOf(delivery)).toBe('In Transit');
  });

  it.each([undefined, null, '', 'other', 'item_unavailable', 'NOBODY_THERE', 1])(
    'does not bring back an order for the reason %j',
    async (reason) => {
      await pickUp();
      const answer = await rider.post(at(`deliveries/${delivery}/return`), { body: { reason } });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
      expect(await statusOf(delivery)).toBe('In Transit');
    },
  );

  it('does not bring back an order with a text that is too long or no text', async () => {
    await pickUp();
    for (const text of ['x'.repeat(501), 7, null, ['x']]) {
      const body = { reason: 'refused', text };
      const answer = await rider.post(at(`deliveries/${delivery}/return`), { body });
      expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input']);
    }
    expect(await statusOf(delivery)).toBe('In Transit');
    const body = { reason: 'refused', text: '' };
    const answer = await rider.post(at(`deliveries/${delivery}/return`), { body });
    expect([answer.status, answer.body.order_status]).toEqual([200, 'Returned']);
  });

  it.each(['0', '-1', 'x', '1.5', '999999999'])('finds no order %j', async (id) => {
    const advanced = await rider.patch(at(`deliveries/${id}`), { body: { status: 'In Transit' } });
    expect(advanced.status).toBeOneOf([400, 404]);
    const returned = await rider.post(at(`deliveries/${id}/return`), { body: { reason: 'refused' } });
    expect(returned.status).toBeOneOf([400, 404]);
  });

  it('finds no takeaway, and no delivery that the shop has sent itself', async () => {
    await Order.query().findById(delivery).patch({ status: 'In Transit' });
    for (const id of [takeaway, delivery]) {
      const answer = await rider.patch(at(`deliveries/${id}`), { body: { status: 'In Transit' } });
      expect([answer.status, answer.body.code]).toEqual([404, 'not_found']);
    }
  });

  it('says before an order is picked up neither where its customer lives nor how to reach them', async () => {
    const ofCustomer = async () => {
      const list = (await rider.get(at('deliveries'))).body as RiderOrderView[];
      const { address, customer_phone: phone } = list.find(({ id }) => id === delivery)!;
      return { ...address, phone };
    };
    const place = { city: 'Bengaluru', zip: '560041' };
    expect(await ofCustomer()).toEqual({ ...place, street: null, phone: null });
    await pickUp();
    expect(await ofCustomer()).toEqual({ ...place, street: '12, 4th Main', phone: '9000000001' });
  });
});
