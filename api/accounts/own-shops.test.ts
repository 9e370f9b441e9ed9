import { database } from '@haat/core/db/database';
import { ShopMember } from '@haat/core/db/accounts.models';
import { Shop } from '@haat/core/db/shops.models';
import { decodeToken } from '@haat/contract/accounts/decode-token';
import { createMember, createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { mailedCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type SignedIn } from '../test/api-client.ts';
import { type EventStream, openEventStream } from '../test/event-stream.ts';

const api = apiTest();
let [first, second, foreign]: Shop[] = [];
let member: UserWithEmail;
let session: SignedIn;
beforeEach(async () => {
  [first, second, foreign] = [await createShop({ name: 'B' }), await createShop({ name: 'a' }), await createShop()];
  member = await createMember({ shop: first, role: 'admin' });
  await createMember({ shop: second, user: member });
  session = await api.signIn({ user: member, shop: first });
});

const switchTo = (slug: unknown, who = session) => api.as(who).post('/api/auth/shop', { body: { shop_slug: slug } });
const ordersOf = async (shop: Shop, token = session.token) =>
  (await api.as(token).get(`/api/orders/shop/${shop.id}`)).status;

describe('GET /api/auth/shops', () => {
  it('lists the shops of a member by name, each with their role', async () => {
    await Shop.query().findById(second!.id).patch({ suspendedAt: new Date() });
    const { body } = await api.as(session).get('/api/auth/shops');
    expect(body).toEqual([
      { id: second!.id, slug: second!.slug, name: 'a', role: 'vendor', suspended: true, current: false },
      { id: first!.id, slug: first!.slug, name: 'B', role: 'admin', suspended: false, current: true },
    ]);
  });

  it('lists none for a customer', async () => {
    const customer = await api.signIn({ user: await createUser(), shop: first! });
    expect((await api.as(customer).get('/api/auth/shops')).body).toEqual([]);
  });
});

describe('POST /api/auth/shop', () => {
  it('continues the session at the other shop, with the old tokens as well', async () => {
    // However it is spelled: links of the shop lead there, too.
    const { status, body } = await switchTo(second!.slug.toUpperCase());
    expect(status).toBe(200);
    expect(decodeToken(body.token)).toMatchObject({ sid: session.sessionId, shop_slug: second!.slug, role: 'vendor' });
    expect(decodeToken(body.token).shop_admin).toBeUndefined();
    for (const token of [body.token, session.token]) {
      expect((await api.as(token).get('/api/users/me')).body).toMatchObject({ shop_id: second!.id, role: 'vendor' });
      expect(await ordersOf(first!, token)).toBe(403);
      expect(await ordersOf(second!, token)).toBe(200);
    }
    const refreshed = await api.as().post('/api/auth/refresh-token', { body: { refreshToken: session.refreshToken } });
    expect(decodeToken(refreshed.body.token).shop_slug).toBe(second!.slug);
  });

  it('leaves other sessions of the user where they are', async () => {
    const elsewhere = await api.signIn({ user: member, shop: first! });
    await switchTo(second!.slug);
    expect(await ordersOf(first!, elsewhere.token)).toBe(200);
  });

  it('refuses a shop of others and one that does not exist, and changes nothing', async () => {
    for (const slug of [foreign!.slug, 'no-such-shop']) {
      expect(await switchTo(slug)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    }
    expect(await ordersOf(first!)).toBe(200);
  });

  it('refuses a shop whose team the member has left', async () => {
    await ShopMember.query().delete().where({ userId: member.id, shopId: second!.id });
    expect((await switchTo(second!.slug)).status).toBe(403);
  });

  it.each(['', 'Not A Slug', 5, null, undefined])('refuses %j as a shop', async (slug) => {
    expect((await switchTo(slug)).status).toBe(400);
  });

  it('leads to and from a suspended shop, where nothing can be changed', async () => {
    await Shop.query().findById(second!.id).patch({ suspendedAt: new Date() });
    expect((await switchTo(second!.slug)).status).toBe(200);
    expect(await ordersOf(second!)).toBe(200);
    const paused = await api.as(session).put(`/api/shops/${second!.id}/pause`, { body: { paused: true } });
    expect(paused.body.code).toBe('shop_suspended');
    expect((await switchTo(first!.slug)).status).toBe(200);
  });

  it('turns the session of a customer into that of a member', async () => {
    const shopping = await api.signIn({ user: member, shop: foreign! });
    expect((await api.as(shopping).get('/api/users/me')).body.role).toBeUndefined();
    expect((await switchTo(first!.slug, shopping)).status).toBe(200);
    expect((await api.as(shopping).get('/api/users/me')).body).toMatchObject({ shop_admin: true });
  });

  it('accepts an invitation once, which the activity shows', async () => {
    const joined = async () =>
      (await ShopMember.query().findOne({ userId: member.id, shopId: second!.id }).throwIfNotFound()).joinedAt;
    await ShopMember.query().patch({ joinedAt: null }).where({ userId: member.id, shopId: second!.id });
    await switchTo(second!.slug);
    const since = await joined();
    expect(since).toBeInstanceOf(Date);
    await switchTo(first!.slug);
    await switchTo(second!.slug);
    expect(await joined()).toEqual(since);
    const { rows } = await database().pool.query(
      `SELECT actor_id, subject FROM activity_log WHERE shop_id = $1 AND action = 'member.joined'`,
      [second!.id],
    );
    expect(rows).toEqual([{ actor_id: member.id, subject: member.email }]);
  });

  it('closes the streams of the old shop', async () => {
    const stream: EventStream = await openEventStream(`${api.url}/api/notifications/stream?token=${session.token}`);
    await switchTo(second!.slug);
    await stream.closed;
  });

  it('acknowledges no orders of the shop that it left', async () => {
    const acknowledge = (shop: Shop) =>
      api.as(session).post('/api/notifications/acknowledge', { body: { seq: 9, shop_id: shop.id } });
    expect((await acknowledge(first!)).status).toBe(200);
    await switchTo(second!.slug);
    expect((await acknowledge(first!)).status).toBe(403);
    expect((await acknowledge(second!)).status).toBe(200);
  });

  it('is limited for each session', async () => {
    for (let times = 0; times < 60; times += 1) await switchTo(first!.slug);
    expect(await switchTo(first!.slug)).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await switchTo(first!.slug, await api.signIn({ user: member, shop: first! }))).status).toBe(200);
  });
});

describe('a login at the platform', () => {
  let platform: Shop;
  beforeEach(async () => {
    platform = await createShop({ isPlatform: true });
  });

  async function logIn(user: UserWithEmail, shop: Shop): Promise<string> {
    const who = { email: user.email, shop_slug: shop.slug };
    await clearLimits({ only: 'otp-resend' });
    await api.as().post('/api/auth/send-token', { body: who });
    const body = { ...who, token: await mailedCode(user.email) };
    const answer = await api.as().post('/api/auth/login-with-token', { body });
    return decodeToken(answer.body.token).shop_slug ?? '';
  }

  it('leads a member to the shop where they were last', async () => {
    expect(await logIn(member, platform)).toBe(first!.slug);
    await switchTo(second!.slug);
    expect(await logIn(member, platform)).toBe(second!.slug);
    expect(await logIn(member, first!)).toBe(first!.slug);
    expect(await logIn(member, platform)).toBe(first!.slug);
  });

  it('stays at the platform for its operator, its members and customers', async () => {
    const operator = await createUser({ isPlatformAdmin: true });
    await createMember({ shop: first!, user: operator });
    const own = await createMember({ shop: platform });
    await createMember({ shop: first!, user: own });
    for (const user of [operator, own, await createUser()]) expect(await logIn(user, platform)).toBe(platform.slug);
  });

  it('accepts no invitation', async () => {
    const customer = await createMember({ shop: foreign! });
    await ShopMember.query().patch({ joinedAt: null }).where({ userId: customer.id });
    expect(await logIn(customer, platform)).toBe(platform.slug);
    const invited = await ShopMember.query().findOne({ userId: customer.id }).throwIfNotFound();
    expect(invited.joinedAt).toBeNull();
    expect(await logIn(customer, foreign!)).toBe(foreign!.slug);
    expect(await logIn(customer, platform)).toBe(foreign!.slug);
  });

  it('leaves a member at the shop of others where they log in', async () => {
    expect(await logIn(member, foreign!)).toBe(foreign!.slug);
  });
});
