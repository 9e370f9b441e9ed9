import type { ShopDeviceView } from '@haat/contract/accounts/shop-devices.calls';
import { database } from '@haat/core/db/database';
import { type Shop, Shop as ShopModel } from '@haat/core/db/shops.models';
import { createMember, createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type SignedIn } from '../test/api-client.ts';
import { openEventStream } from '../test/event-stream.ts';

const api = apiTest();

let shop: Shop;
let admin: UserWithEmail;
let vendor: UserWithEmail;
let atAdmin: SignedIn;
let atVendor: SignedIn;
beforeEach(async () => {
  shop = await createShop();
  admin = await createMember({ shop, role: 'admin' });
  vendor = await createMember({ shop });
  atAdmin = await api.signIn({ user: admin, shop });
  atVendor = await api.signIn({ user: vendor, shop });
});

const path = (id = '') => `/api/shops/${shop.id}/devices${id && `/${id}`}`;
const list = async (as: SignedIn): Promise<ShopDeviceView[]> => (await api.as(as).get(path())).body;
const signOut = (as: SignedIn, { sessionId }: Pick<SignedIn, 'sessionId'>) =>
  api.as(as).request('DELETE', path(sessionId));

describe('the devices of a shop', () => {
  it('are those of all its members for an admin, the last used first', async () => {
    const tablet = await api.signIn({ user: vendor, shop });
    await database().pool.query(
      `UPDATE sessions SET device = 'Chrome on Android', used_at = now() + interval '1 minute' WHERE id = $1`,
      [tablet.sessionId],
    );
    const devices = await list(atAdmin);
    expect(devices.map(({ id }) => id).toSorted()).toEqual(
      [tablet, atAdmin, atVendor].map(({ sessionId }) => sessionId).toSorted(),
    );
    expect(devices[0]).toMatchObject({
      id: tablet.sessionId,
      member: { id: vendor.id, name: 'Test Vendor' },
      device: 'Chrome on Android',
      current: false,
    });
    expect(devices.find(({ current }) => current)?.id).toBe(atAdmin.sessionId);
  });

  it('are only the own ones for a vendor', async () => {
    expect((await list(atVendor)).map(({ id }) => id)).toEqual([atVendor.sessionId]);
  });

  it('are neither those of customers, nor of other shops, nor ended ones', async () => {
    await api.signIn({ user: await createUser(), shop });
    const other = await createShop();
    await api.signIn({ user: await createMember({ shop: other }), shop: other });
    const ended = await api.signIn({ user: vendor, shop });
    expect((await api.as(ended).post('/api/auth/logout')).status).toBe(204);
    expect((await list(atAdmin)).map(({ id }) => id).toSorted()).toEqual(
      [atAdmin.sessionId, atVendor.sessionId].toSorted(),
    );
  });
});

describe('a device of a member that is at another shop', () => {
  it('is listed for the member only, and can be logged out by an admin once it is here', async () => {
    const elsewhere = await createShop();
    const there = await api.signIn({ user: vendor, shop: elsewhere });
    const own = await list(atVendor);
    expect(own.find(({ id }) => id === there.sessionId)).toMatchObject({ elsewhere: true });
    expect(own.find(({ id }) => id === atVendor.sessionId)).toMatchObject({ elsewhere: false });
    expect((await list(atAdmin)).map(({ id }) => id)).not.toContain(there.sessionId);
    expect((await signOut(atAdmin, there)).status).toBe(404);
    expect((await api.as(there).post('/api/auth/shop', { body: { shop_slug: shop.slug } })).status).toBe(200);
    expect((await list(atAdmin)).find(({ id }) => id === there.sessionId)).toMatchObject({ elsewhere: false });

    expect((await signOut(atAdmin, there)).status).toBe(204);
    expect((await api.as(there).get('/api/users/me')).status).toBe(401);
  });

  it('is not the matter of a shop that has only invited the person', async () => {
    const stranger = await createUser();
    const atHome = await api.signIn({ user: stranger, shop: await createShop() });
    expect(
      (await api.as(atAdmin).post(`/api/shops/${shop.id}/members`, { body: { email: stranger.email, role: 'vendor' } }))
        .status,
    ).toBe(201);
    expect((await list(atAdmin)).map(({ id }) => id)).not.toContain(atHome.sessionId);
    expect((await signOut(atAdmin, atHome)).status).toBe(404);
  });
});

describe('logging a device out', () => {
  it('ends it within a second, with what it has open, and is recorded', async () => {
    const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${atVendor.token}`);
    expect(stream.status).toBe(200);
    const began = Date.now();
    expect((await signOut(atAdmin, atVendor)).status).toBe(204);
    await stream.closed;
    expect(Date.now() - began).toBeLessThan(1_000);
    expect((await api.as(atVendor).get('/api/users/me')).status).toBe(401);
    const refresh = { body: { refreshToken: atVendor.refreshToken } };
    expect((await api.as().post('/api/auth/refresh-token', refresh)).status).toBe(401);
    const { rows } = await database().pool.query(
      'SELECT action, actor_id, subject FROM activity_log WHERE shop_id = $1',
      [shop.id],
    );
    expect(rows).toEqual([{ action: 'member.signed_out', actor_id: admin.id, subject: vendor.email }]);
    expect((await signOut(atAdmin, atVendor)).status).toBe(404);
  });

  it('is possible for a vendor with the own devices only', async () => {
    const tablet = await api.signIn({ user: vendor, shop });
    expect((await signOut(atVendor, atAdmin)).status).toBe(404);
    expect((await signOut(atVendor, tablet)).status).toBe(204);
    expect((await api.as(tablet).get('/api/users/me')).status).toBe(401);
    expect((await api.as(atAdmin).get('/api/users/me')).status).toBe(200);
  });

  it('does not reach the devices of customers and of other shops', async () => {
    const elsewhere = await createShop();
    const customer = await api.signIn({ user: await createUser(), shop });
    const there = await api.signIn({ user: await createMember({ shop: elsewhere }), shop: elsewhere });
    for (const other of [customer, there]) expect((await signOut(atAdmin, other)).status).toBe(404);
    for (const other of [customer, there]) expect((await api.as(other).get('/api/users/me')).status).toBe(200);
  });

  it('is possible while the shop is suspended', async () => {
    await ShopModel.query().findById(shop.id).patch({ suspendedAt: new Date() });
    expect((await signOut(atAdmin, atVendor)).status).toBe(204);
  });
});
