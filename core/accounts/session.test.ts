import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { decodeToken } from '@haat/contract/accounts/decode-token';
import { signAccessToken, signToken, VerifiedTokens, verifyAccessToken } from './session.ts';

const previous = vi.hoisted(() => (process.env.JWT_SECRET_PREVIOUS = 'the secret that was used until yesterday'));

const session = {
  userId: 7,
  actorId: 7,
  sessionId: '5f0c1f6e-8f5d-4f0e-9d3a-2b6d0c9a4e11',
  email: 'customer@haat.example',
  shopId: 3,
  shopSlug: 'ganesh-kirana',
  role: undefined,
  isPlatformAdmin: false,
};

it('names the user for fifteen minutes, and a role for members only', async () => {
  const claims = decodeToken(await signAccessToken(session));
  const { userId, sessionId, email, shopId, shopSlug } = session;
  expect(claims).toMatchObject({ sub: String(userId), sid: sessionId, email, shop_id: shopId, shop_slug: shopSlug });
  expect(claims.role).toBeUndefined();
  expect(claims.exp - Date.now() / 1000).toBeGreaterThan(895);
  expect(claims.exp - Date.now() / 1000).toBeLessThanOrEqual(900);
  expect(decodeToken(await signAccessToken({ ...session, role: 'admin' })).role).toBe('vendor');
});

it('verifies its own tokens, and no token of another use', async () => {
  expect(await verifyAccessToken(await signAccessToken(session))).toBe(session.sessionId);
  const other = { claims: { sid: session.sessionId }, subject: '7', type: 'other+jwt', seconds: 60 };
  expect(await verifyAccessToken(await signToken(other))).toBeUndefined();
  expect(await verifyAccessToken(await signToken({ ...other, type: 'at+jwt' }))).toBe(session.sessionId);
});

it('accepts tokens of the previous secret, and of no other', async () => {
  const [head, body] = (await signAccessToken(session)).split('.');
  const signedWith = (secret: string) =>
    `${head}.${body}.${createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url')}`;
  expect(await verifyAccessToken(signedWith(previous))).toBe(session.sessionId);
  expect(await verifyAccessToken(signedWith('a secret that was never configured'))).toBeUndefined();
});

it('rejects an expired token', async () => {
  const token = await signAccessToken(session);
  vi.useFakeTimers({ now: Date.now() + 15 * 60_000 });
  expect(await verifyAccessToken(token)).toBeUndefined();
  vi.useRealTimers();
});

describe('VerifiedTokens', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  it('returns a token until the second in which it expires, and no other token', () => {
    const verified = new VerifiedTokens(10);
    const said = { sessionId: 's', expiresAt: 1_002, shopId: 1, isHelping: false };
    verified.set('a.b.c', said);
    expect(verified.get('a.b.c')).toEqual(said);
    expect(verified.get('a.b.d')).toBeUndefined();
    vi.setSystemTime(1_001_999);
    expect(verified.get('a.b.c')).toEqual(said);
    vi.setSystemTime(1_002_000);
    expect(verified.get('a.b.c')).toBeUndefined();
  });

  it('drops the oldest token beyond the maximum', () => {
    const verified = new VerifiedTokens(2);
    for (const token of ['one', 'two', 'three'])
      verified.set(token, { sessionId: token, expiresAt: 2_000, shopId: 1, isHelping: false });
    expect(['one', 'two', 'three'].map((token) => verified.get(token)?.sessionId)).toEqual([undefined, 'two', 'three']);
  });
});
