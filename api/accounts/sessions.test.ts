import { database } from '@haat/core/db/database';
import { ShopMember, User } from '@haat/core/db/accounts.models';
import type { Shop } from '@haat/core/db/shops.models';
import { hashRefreshToken } from '@haat/core/accounts/session';
import { decodeToken } from '@haat/contract/accounts/decode-token';
import { createMember, createShop, createUser } from '@haat/core/test/factories';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type Answer, type SignedIn } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let tokens: SignedIn;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(async () => {
  tokens = await api.signIn({ user: await createUser(), shop });
});

const refresh = (refreshToken: unknown): Promise<Answer> =>
  api.as().post('/api/auth/refresh-token', { body: { refreshToken } });
const me = (token: string): Promise<Answer> => api.as(token).get('/api/users/me');
const logout = (token?: string, body?: unknown): Promise<Answer> => api.as(token).post('/api/auth/logout', { body });

async function refreshed(refreshToken: string): Promise<{ token: string; refreshToken: string }> {
  const { status, body } = await refresh(refreshToken);
  expect(status).toBe(200);
  expect((await me(body.token)).status).toBe(200);
  return body;
}

describe('refreshing', () => {
  it('gives a new access token and the next refresh token', async () => {
    const next = await refreshed(tokens.refreshToken);
    expect(next.refreshToken).not.toBe(tokens.refreshToken);
    await refreshed(next.refreshToken);
  });

  it('serves a client that stores only the access token, thirty times', async () => {
    for (let times = 0; times < 30; times += 1) {
      expect(await refreshed(tokens.refreshToken)).toHaveProperty('token');
    }
  });

  it('keeps few rows for a client that stores only the access token', async () => {
    for (let times = 0; times < 25; times += 1) await refreshed(tokens.refreshToken);
    const minuteLater = `UPDATE refresh_tokens SET created_at = created_at - interval '1 minute' WHERE session_id = $1`;
    await database().pool.query(minuteLater, [tokens.sessionId]);
    await refreshed(tokens.refreshToken);
    const { rows } = await database().pool.query('SELECT id FROM refresh_tokens WHERE session_id = $1', [
      tokens.sessionId,
    ]);
    expect(rows).toHaveLength(11);
    const newest = await refreshed(tokens.refreshToken);
    await refreshed(newest.refreshToken);
  });

  it('is limited for each session, and leaves other sessions alone', async () => {
    for (let times = 0; times < 60; times += 1) await refresh(tokens.refreshToken);
    const { status, headers, body } = await refresh(tokens.refreshToken);
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    const other = await api.signIn({ user: await createUser(), shop });
    await refreshed(other.refreshToken);
  });

  it('limits an address that sends unknown tokens, but not its valid sessions', async () => {
    const guesses = await Promise.all(Array.from({ length: 130 }, (_, at) => refresh(`${at}`.padStart(43, 'x'))));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401, 429]));
    await refreshed(tokens.refreshToken);
    await clearLimits({ only: 'refresh-unknown' });
  });

  it('survives an answer that was lost', async () => {
    await refreshed(tokens.refreshToken);
    const second = await refreshed(tokens.refreshToken);
    const third = await refreshed(second.refreshToken);
    expect(await refreshed(third.refreshToken)).toHaveProperty('token');
  });

  it('serves two tabs that refresh at once and share what they store', async () => {
    const both = await Promise.all([refresh(tokens.refreshToken), refresh(tokens.refreshToken)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const stored = both[1]?.body.refreshToken;
    const again = await Promise.all([refresh(stored), refresh(stored), refresh(stored)]);
    expect(again.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it.each([14, 30])('gives %i concurrent refreshes an answer of which each can be used', async (count) => {
    for (const used of [0, 1, count - 1]) {
      const { refreshToken } = await api.signIn({ user: await createUser(), shop });
      const answers = await Promise.all(Array.from({ length: count }, () => refresh(refreshToken)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      // In the order in which the server gave them. The first use retires the others.
      const { rows } = await database().pool.query<{ hash: string }>(
        `SELECT s.token_hash AS hash FROM refresh_tokens s JOIN refresh_tokens p ON p.id = s.predecessor_id
         WHERE p.token_hash = $1 ORDER BY s.id`,
        [hashRefreshToken(refreshToken)],
      );
      expect(rows).toHaveLength(count);
      const given = answers.find(({ body }) => hashRefreshToken(body.refreshToken) === rows[used]?.hash);
      const next = await refreshed(given?.body.refreshToken);
      await refreshed(next.refreshToken);
    }
  });

  it('ends the session when a token comes back after its successor was used', async () => {
    const second = await refreshed(tokens.refreshToken);
    const third = await refreshed(second.refreshToken);
    expect((await refresh(tokens.refreshToken)).status).toBe(401);
    expect((await refresh(third.refreshToken)).status).toBe(401);
    expect((await me(third.token)).status).toBe(401);
  });

  it('ends the session of thief and owner when both go on from one stolen token', async () => {
    const thief = await refreshed(tokens.refreshToken);
    const owner = await refreshed(tokens.refreshToken);
    const ahead = await refreshed(thief.refreshToken);
    expect((await refresh(owner.refreshToken)).status).toBe(401);
    expect((await refresh(ahead.refreshToken)).status).toBe(401);
  });

  it('ignores an access token sent along', async () => {
    const answer = await api.as('expired').post('/api/auth/refresh-token', {
      body: { refreshToken: tokens.refreshToken },
    });
    expect(answer.status).toBe(200);
  });

  it('ends with the thirty days of the session', async () => {
    await database().pool.query('UPDATE sessions SET expires_at = now() WHERE id = $1', [tokens.sessionId]);
    expect((await refresh(tokens.refreshToken)).status).toBe(401);
    expect((await me(tokens.token)).status).toBe(401);
  });

  it('begins thirty days anew, half a year at most', async () => {
    await database().pool.query(
      `UPDATE sessions SET expires_at = now() + interval '1 day', created_at = now() - interval '170 days' WHERE id = $1`,
      [tokens.sessionId],
    );
    await refreshed(tokens.refreshToken);
    const { rows } = await database().pool.query<{ days: number }>(
      'SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM sessions WHERE id = $1',
      [tokens.sessionId],
    );
    expect(rows).toEqual([{ days: 10 }]);
  });

  it.each(['', 'x', 'a'.repeat(257), null, 5, "' or 1=1 --", '\u0000'])('refuses %j', async (text) => {
    expect([400, 401]).toContain((await refresh(text)).status);
  });

  it('stores no token as it is', async () => {
    const { rows } = await database().pool.query('SELECT * FROM refresh_tokens WHERE session_id = $1', [
      tokens.sessionId,
    ]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(tokens.refreshToken);
  });
});

describe('logging out', () => {
  it('revokes access and refresh tokens at once', async () => {
    expect((await logout(tokens.token)).status).toBe(204);
    expect((await me(tokens.token)).status).toBe(401);
    expect((await refresh(tokens.refreshToken)).status).toBe(401);
  });

  it('accepts a refresh token after the access token has expired', async () => {
    expect((await logout('expired', { refreshToken: tokens.refreshToken })).status).toBe(204);
    expect((await me(tokens.token)).status).toBe(401);
  });

  it('needs one of the two', async () => {
    expect((await logout()).status).toBe(401);
    expect((await logout('garbage', { refreshToken: 'garbage' })).status).toBe(401);
    expect((await me(tokens.token)).status).toBe(200);
  });

  it('leaves the other sessions of the user alone', async () => {
    const user = await createUser();
    const [phone, laptop] = [await api.signIn({ user, shop }), await api.signIn({ user, shop })];
    await logout(phone.token);
    expect((await me(laptop.token)).status).toBe(200);
  });
});

describe('the user of a session', () => {
  it('is what the database says: a member has a role at the shop of the login only', async () => {
    const vendor = await createMember({ shop });
    const here = await api.signIn({ user: vendor, shop });
    expect((await me(here.token)).body).toMatchObject({ role: 'vendor', shop_id: shop.id, shop_slug: shop.slug });
    expect(decodeToken(here.token)).toMatchObject({ role: 'vendor', shop_id: shop.id, sub: String(vendor.id) });

    const elsewhere = await api.signIn({ user: vendor, shop: await createShop() });
    expect((await me(elsewhere.token)).body.role).toBeUndefined();
    expect(decodeToken(elsewhere.token).role).toBeUndefined();
  });

  it('calls the admin of a shop a vendor too', async () => {
    const admin = await createMember({ shop, role: 'admin' });
    expect((await me((await api.signIn({ user: admin, shop })).token)).body.role).toBe('vendor');
  });

  it('changes with the next call when a membership ends', async () => {
    const vendor = await createMember({ shop });
    const { token } = await api.signIn({ user: vendor, shop });
    await ShopMember.query().deleteById([vendor.id, shop.id]);
    expect((await me(token)).body.role).toBeUndefined();
  });

  it('ends with the next call when the user is blocked', async () => {
    const user = await createUser();
    const { token, refreshToken } = await api.signIn({ user, shop });
    await User.query().findById(user.id).patch({ blockedAt: new Date() });
    expect((await me(token)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});
