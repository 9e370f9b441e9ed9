import { connectBus } from '@haat/core/live/connect-bus';
import type { Bus, Signal } from '@haat/core/live/bus';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { findSession } from '@haat/core/accounts/session';
import { SessionCache, sessionCache } from '@haat/core/accounts/session-cache';
import { createMember, createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { shareDevice } from '@haat/core/test/shared-device';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiTest, type SignedIn } from './test/api-client.ts';

const api = apiTest();
const replica = new SessionCache();
/** The limit for the end of a session on another replica. */
const SOON = { timeout: 1_000, interval: 5 };

let platform: Shop;
let shop: Shop;
let admin: User;
let member: UserWithEmail;
let session: SignedIn;
let operator: SignedIn;
beforeAll(async () => {
  const bus = await connectBus();
  const stops = [sessionCache.watch(bus), replica.watch(bus)];
  platform = await createShop();
  return async () => {
    for (const stop of stops) stop();
    await bus.close();
  };
});
beforeEach(async () => {
  shop = await createShop();
  [admin, member] = [await createMember({ shop, role: 'admin' }), await createMember({ shop, role: 'vendor' })];
  session = await api.signIn({ user: member, shop });
  operator = await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop: platform });
});

const wanted = () => ({ sessionId: session.sessionId, shopId: shop.id });
const asAdmin = async () => api.as(await api.signIn({ user: admin, shop }));

/** The changes of a session, each by the call that causes it. */
const CHANGES: Record<string, () => Promise<unknown>> = {
  'it logs out': () => api.as(session).post('/api/auth/logout'),
  'the user ends it on another device': async () =>
    api.as(await api.signIn({ user: member, shop })).request('DELETE', `/api/users/me/sessions/${session.sessionId}`),
  'the user ends all other sessions': async () =>
    api.as(await api.signIn({ user: member, shop })).request('DELETE', '/api/users/me/sessions'),
  'an admin of the shop ends it': async () =>
    (await asAdmin()).request('DELETE', `/api/shops/${shop.id}/devices/${session.sessionId}`),
  'the user gets another role': async () =>
    (await asAdmin()).patch(`/api/shops/${shop.id}/members/${member.id}`, { body: { role: 'rider' } }),
  'the user is removed from the team': async () =>
    (await asAdmin()).request('DELETE', `/api/shops/${shop.id}/members/${member.id}`),
  'the account is blocked': () =>
    api.as(operator).patch(`/api/operator/accounts/${member.id}`, { body: { blocked: true } }),
  'the shop is suspended': () =>
    api.as(operator).patch(`/api/operator/shops/${shop.id}`, { body: { suspended: true, reason: 'A test' } }),
  'the shop gets another web address': () =>
    api.as(operator).patch(`/api/operator/shops/${shop.id}/details`, { body: { slug: `${shop.slug}-moved` } }),
};

afterEach(() => void vi.restoreAllMocks());

describe('a session that was just used', () => {
  it.each(Object.entries(CHANGES))('is read again on every replica when %s', async (_what, change) => {
    const before = await replica.find(wanted(), findSession);
    const status = (await api.as(session).get('/api/users/me')).status;
    expect([before?.userId, status]).toEqual([member.id, 200]);
    const answer = (await change()) as { status: number };
    expect(answer.status).toBeLessThan(300);
    const now = await findSession(session.sessionId);
    expect(now).not.toEqual(before);
    // In the process that made the change, from the next call on.
    expect(await sessionCache.find(wanted(), findSession)).toEqual(now);
    expect((await api.as(session).get('/api/users/me')).status).toBe(now ? 200 : 401);
    const elsewhere = () => replica.find(wanted(), findSession);
    await vi.waitFor(async () => expect(await elsewhere()).toEqual(now), SOON);
  });

  it('is read once in half a minute', async () => {
    const read = vi.fn(findSession);
    for (let times = 0; times < 50; times += 1) await replica.find(wanted(), read);
    expect(read).toHaveBeenCalledOnce();
    const later = performance.now() + 30_001;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    await replica.find(wanted(), read);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('is read each time on a shared device, and while an operator helps a shop', async () => {
    const read = vi.fn(findSession);
    await api.as(operator).post(`/api/operator/shops/${shop.id}/help`);
    await shareDevice({ sessionId: session.sessionId, shop });
    for (const { sessionId } of [session, operator])
      for (let times = 0; times < 2; times += 1) await replica.find({ sessionId, shopId: shop.id }, read);
    expect(read).toHaveBeenCalledTimes(4);
  });
});

describe('a cache of sessions', () => {
  it('answers the token of another shop by reading, also before the signal', async () => {
    const { cache } = watched();
    const other = await createShop();
    await createMember({ shop: other, user: member });
    await cache.find(wanted(), findSession);
    const answer = await api.as(session).post('/api/auth/shop', { body: { shop_slug: other.slug } });
    expect(answer.status).toBe(200);
    const found = await cache.find({ ...wanted(), shopId: other.id }, findSession);
    expect(found?.shopId).toBe(other.id);
  });

  /** With the signals and the connection of the test. */
  function watched() {
    const cache = new SessionCache();
    const on = { signal: (_signal: Signal) => {}, reconnect: () => {}, isConnected: true };
    const bus: Pick<Bus, 'subscribe' | 'onReconnect' | 'isConnected'> = {
      subscribe: (listener) => ((on.signal = listener), () => {}),
      onReconnect: (listener) => ((on.reconnect = listener), () => {}),
      isConnected: () => on.isConnected,
    };
    cache.watch(bus);
    return { cache, on };
  }

  it('does not cache a session that changes while it is read', async () => {
    const { cache, on } = watched();
    const before = await findSession(session.sessionId);
    await cache.find(wanted(), async () => {
      on.signal({ type: 'session', sessionId: session.sessionId });
      return before;
    });
    const read = vi.fn(findSession);
    await cache.find(wanted(), read);
    expect(read).toHaveBeenCalledOnce();
  });

  it('reads each time without signals, and everything again after a gap', async () => {
    const { cache, on } = watched();
    const read = vi.fn(findSession);
    const find = () => cache.find(wanted(), read);
    await find();
    on.isConnected = false;
    await find();
    await find();
    expect(read).toHaveBeenCalledTimes(3);
    on.isConnected = true;
    on.reconnect();
    await find();
    await find();
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('does not cache sessions that have ended', async () => {
    const { cache } = watched();
    const customer = await createUser();
    const { sessionId } = await api.signIn({ user: customer, shop });
    const read = vi.fn(async () => undefined);
    expect([
      await cache.find({ sessionId, shopId: shop.id }, read),
      await cache.find({ sessionId, shopId: shop.id }, read),
    ]).toEqual([undefined, undefined]);
    expect(read).toHaveBeenCalledTimes(2);
  });
});
