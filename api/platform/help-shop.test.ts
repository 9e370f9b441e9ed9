import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { clearLeftovers } from '@haat/core/platform/clear-leftovers';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller, type SignedIn } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { openEventStream } from '../test/event-stream.ts';

const api = apiTest();
let platform: Shop;
let person: User;
let shop: Shop;
let other: Shop;
let signedIn: SignedIn;
let admin: ApiCaller;
beforeAll(async () => {
  platform = await createShop({ slug: 'platform', isPlatform: true });
  person = await createUser({ isPlatformAdmin: true, name: 'Test Operator' });
  [shop, other] = [await createShop({ name: 'Helped Dairy' }), await createShop()];
  admin = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
});
beforeEach(async () => {
  signedIn = await api.signIn({ user: person, shop: platform });
});

const operator = () => api.as(signedIn);
const help = (at = shop) => operator().post(`/api/operator/shops/${at.id}/help`);
const stop = () => operator().request('DELETE', '/api/operator/help');
const activity = async (limit = 1) => (await admin.get(`/api/shops/${shop.id}/activity?limit=${limit}`)).body;
const me = async (who: ApiCaller | SignedIn | string = signedIn) =>
  (await (typeof who === 'string' || 'token' in who ? api.as(who) : who).get('/api/users/me')).body;

async function placeOrder() {
  const { variants } = await createProduct({ shop });
  const customer = api.as(await api.signIn({ user: await createUser(), shop }));
  return (await customer.post('/api/orders', { body: orderBody([{ variant: variants[0]! }]) })).body.orderId as number;
}

describe('an operator who helps a shop', () => {
  it('acts for it like one of its admins, until they stop', async () => {
    expect(await me()).not.toHaveProperty('role');
    const { status, body } = await help();
    expect(status).toBe(200);
    const helping = { role: 'vendor', shop_admin: true, operator: true, helping: true, shop_id: shop.id };
    expect(await me()).toMatchObject(helping);
    expect(await me(String(body.token))).toMatchObject(helping);
    // Without naming a shop, because the operator acts as its member now.
    const added = await operator().post('/api/units', { body: { name: 'helped unit' } });
    expect(added.status).toBe(201);
    const order = await placeOrder();
    const accepted = await operator().patch(`/api/orders/${order}/status`, { body: { status: 'Accepted' } });
    expect([accepted.status, accepted.body.order_status]).toEqual([200, 'Accepted']);
    expect((await stop()).status).toBe(200);
    const after = await me();
    expect(after).toMatchObject({ operator: true });
    for (const field of ['role', 'helping', 'shop_id']) expect(after).not.toHaveProperty(field);
    expect((await operator().post('/api/units', { body: { name: 'later unit' } })).status).toBe(400);
  });

  it('is in the activity of the shop with each change, as the operator', async () => {
    await help();
    expect(await activity()).toMatchObject([{ action: 'shop.help_started', actor: { operator: true } }]);
    // Recorded by the change itself, and once.
    await operator().post('/api/units', { body: { name: 'logged unit' } });
    expect(await activity(2)).toMatchObject([
      { action: 'unit.added', actor: { id: person.id, name: 'Test Operator', operator: true } },
      { action: 'shop.help_started' },
    ]);
    // Recorded as a request, as a member of the shop would not be.
    const order = await placeOrder();
    await operator().patch(`/api/orders/${order}/status`, { body: { status: 'Accepted' } });
    expect(await activity(2)).toMatchObject([
      {
        action: 'shop.helped',
        actor: { operator: true },
        after: { request: `PATCH /api/orders/${order}/status` },
      },
      { action: 'unit.added' },
    ]);
    // Refused changes and reads are not recorded.
    await operator().patch(`/api/orders/${order}/status`, { body: { status: 'Delivered' } });
    await operator().patch(`/api/orders/${order}/status`, { body: { status: 'nonsense' } });
    await operator().get(`/api/orders/shop/${shop.id}`);
    await stop();
    await stop();
    expect(await activity(2)).toMatchObject([{ action: 'shop.help_ended' }, { action: 'shop.helped' }]);
  });

  it('is in the activity with each of many changes at the same time, whether or not the change records itself', async () => {
    await help();
    const orders = await Promise.all([placeOrder(), placeOrder(), placeOrder(), placeOrder()]);
    await Promise.all(
      orders.flatMap((order, nr) => [
        operator().post('/api/units', { body: { name: `unit ${nr} at once` } }),
        operator().patch(`/api/orders/${order}/status`, { body: { status: 'Accepted' } }),
      ]),
    );
    const entries = (await activity(8)) as { after: { request?: string } | null }[];
    const requests = entries.flatMap(({ after }) => after?.request ?? []);
    expect(requests.toSorted()).toEqual(orders.map((order) => `PATCH /api/orders/${order}/status`).toSorted());
  });

  it('is in the activity with what they write about a problem of an order of the shop', async () => {
    const { variants } = await createProduct({ shop });
    const customer = api.as(await api.signIn({ user: await createUser(), shop }));
    const { orderId } = (await customer.post('/api/orders', { body: orderBody([{ variant: variants[0]! }]) })).body;
    for (const status of ['Accepted', 'Ready', 'Delivered'])
      await admin.request('PATCH', `/api/orders/${orderId}/status`, { body: { status } });
    const item = await database().knex('order_items').where({ orderId }).first('id');
    const lines = JSON.stringify([{ item_id: Number(item.id), quantity: 1, kind: 'damaged' }]);
    const { body: problem } = await customer.post(`/api/orders/${orderId}/problems`, {
      body: formOf({ lines, text: 'Broken' }),
    });
    await help();
    const written = await operator().post(`/api/problems/${problem.id}/messages`, { body: { text: 'We are looking' } });
    expect(written.status).toBe(200);
    const request = `POST /api/problems/${problem.id}/messages`;
    expect(await activity()).toMatchObject([{ action: 'shop.helped', after: { request } }]);
  });

  it('is not in the activity of the shop with orders of another one, nor with their own', async () => {
    await help();
    const { variants } = await createProduct({ shop: other });
    const customer = api.as(await api.signIn({ user: await createUser(), shop: other }));
    const body = orderBody([{ variant: variants[0]! }]);
    const { orderId } = (await customer.post('/api/orders', { body })).body;
    const cancelled = await operator().post(`/api/orders/${orderId}/cancel`, { body: { reason: 'closing' } });
    expect([cancelled.status, cancelled.body.order_status]).toEqual([200, 'Cancelled']);
    const own = await createProduct({ shop });
    const placed = await operator().post('/api/orders', { body: orderBody([{ variant: own.variants[0]! }]) });
    const withdrawn = await operator().post(`/api/orders/${placed.body.orderId}/cancel`, {
      body: { reason: 'changed_my_mind' },
    });
    expect(withdrawn.status).toBe(200);
    expect(await activity()).toMatchObject([{ action: 'shop.help_started' }]);
  });

  it('is in the activity as one who stopped when they switch to their own shop', async () => {
    const both = await createUser({ isPlatformAdmin: true });
    await createMember({ shop: other, user: both });
    const session = api.as(await api.signIn({ user: both, shop: platform }));
    await session.post(`/api/operator/shops/${shop.id}/help`);
    expect((await session.post('/api/auth/shop', { body: { shop_slug: other.slug } })).status).toBe(200);
    expect(await me(session)).not.toHaveProperty('helping');
    expect(await activity(2)).toMatchObject([
      { action: 'shop.help_ended', actor: { id: both.id, operator: true } },
      { action: 'shop.help_started' },
    ]);
  });

  it('is no operator in the activity of a shop that they are a member of', async () => {
    const own = await createMember({ shop, role: 'admin' });
    await database().pool.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [own.id]);
    const member = api.as(await api.signIn({ user: own, shop }));
    await member.post('/api/units', { body: { name: 'own unit' } });
    const [{ actor }] = await activity();
    expect(actor).toEqual({ id: own.id, name: expect.any(String) });
  });

  it('can change something for a suspended shop', async () => {
    const suspended = await createShop({ suspendedAt: new Date(), suspendedReason: 'Expired licence' });
    await help(suspended);
    expect(await me()).not.toHaveProperty('shop_suspended');
    expect((await operator().post('/api/units', { body: { name: 'suspended unit' } })).status).toBe(201);
  });

  it('does not silence the alerts of the shop', async () => {
    await placeOrder();
    const acknowledged = async () => (await admin.get('/api/notifications/acknowledged')).body;
    const before = await acknowledged();
    await help();
    const { status, body } = await operator().post('/api/notifications/acknowledge', { body: { seq: 9_999 } });
    expect([status, body]).toEqual([200, before]);
    expect(await acknowledged()).toEqual(before);
    // Nor is it recorded as a change in the activity of the shop.
    expect(await activity()).toMatchObject([{ action: 'shop.help_started' }]);
    expect((await admin.post('/api/notifications/acknowledge', { body: { seq: 9_999 } })).body.seq).toBeGreaterThan(
      before.seq,
    );
  });

  it('goes from one shop to the next, whose stream replaces that of the first', async () => {
    await help();
    const { token } = (await help(other)).body;
    expect(await me(String(token))).toMatchObject({ shop_id: other.id });
    expect(await activity()).toMatchObject([{ action: 'shop.help_ended' }]);
    const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${token}`);
    expect(stream.status).toBe(200);
    await help(shop);
    await stream.closed;
  });

  it('stops automatically after some hours', async () => {
    await help();
    await database().pool.query(`UPDATE sessions SET helps_until = now() - interval '1 second' WHERE id = $1`, [
      signedIn.sessionId,
    ]);
    expect(await me()).not.toHaveProperty('role');
    expect((await stop()).status).toBe(200);
  });

  it('is in the activity as one who stopped once the time is over, with that time, and once', async () => {
    await help();
    const { rows } = await database().pool.query<{ until: Date }>(
      `UPDATE sessions SET helps_until = now() - interval '30 minutes' WHERE id = $1 RETURNING helps_until AS until`,
      [signedIn.sessionId],
    );
    await Promise.all([clearLeftovers(), clearLeftovers()]);
    await clearLeftovers();
    const ended = {
      action: 'shop.help_ended',
      at: rows[0]?.until.toISOString(),
      actor: { id: person.id, operator: true },
    };
    expect(await activity(2)).toMatchObject([ended, { action: 'shop.help_started' }]);
    // The end of this help is not recorded yet when the next one begins.
    await help();
    await database().pool.query(`UPDATE sessions SET helps_until = now() - interval '1 minute' WHERE id = $1`, [
      signedIn.sessionId,
    ]);
    await help();
    expect(((await activity(4)) as { action: string }[]).map(({ action }) => action)).toEqual([
      'shop.help_started',
      'shop.help_ended',
      'shop.help_started',
      'shop.help_ended',
    ]);
  });

  it('is in the activity as one who stopped when they log out, at once and once', async () => {
    const session = await api.signIn({ user: person, shop: platform });
    await api.as(session).post(`/api/operator/shops/${shop.id}/help`);
    expect((await api.as(session).post('/api/auth/logout')).status).toBeLessThan(300);
    const expected = [{ action: 'shop.help_ended', actor: { operator: true } }, { action: 'shop.help_started' }];
    expect(await activity(2)).toMatchObject(expected);
    await clearLeftovers();
    expect(await activity(2)).toMatchObject(expected);
  });

  it('has no name in the orders of the shop, but in what the operator reads of them', async () => {
    const order = await placeOrder();
    await help();
    await operator().patch(`/api/orders/${order}/status`, { body: { status: 'Accepted' } });
    const [listed] = (await admin.get(`/api/orders/shop/${shop.id}`)).body as { id: number; steps: object[] }[];
    expect(listed).toMatchObject({
      id: order,
      steps: [{ status: 'Pending' }, { status: 'Accepted', actor: 'operator' }],
    });
    const accepted = async (who: ApiCaller) => {
      const { body } = await who.get(`/api/orders/${order}/timeline`);
      return (body.entries as { status?: string; by?: string }[]).find(({ status }) => status === 'Accepted');
    };
    expect(await accepted(admin)).toMatchObject({ actor: 'operator' });
    expect(JSON.stringify([listed, await accepted(admin)])).not.toContain('Test Operator');
    expect(await accepted(operator())).toMatchObject({ actor: 'shop', by: 'Test Operator' });
  });

  it('has no rights left when they are no longer an operator', async () => {
    const former = await createUser({ isPlatformAdmin: true });
    const session = await api.signIn({ user: former, shop: platform });
    await api.as(session).post(`/api/operator/shops/${shop.id}/help`);
    await database().pool.query('UPDATE users SET is_platform_admin = false WHERE id = $1', [former.id]);
    expect(await me(session)).not.toHaveProperty('role');
    expect((await api.as(session).get(`/api/orders/shop/${shop.id}`)).status).toBe(403);
  });

  it('helps no shop that does not exist, nor the one of the platform', async () => {
    expect((await operator().post('/api/operator/shops/999999999/help')).status).toBe(404);
    expect((await help(platform)).body.code).toBe('invalid_input');
  });
});
