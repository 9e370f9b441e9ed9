import { pushConfigView } from '@haat/contract/notify/push.calls';
import { database } from '@haat/core/db/database';
import { env } from '@haat/core/ops/env';
import { createShop, createUser } from '@haat/core/test/factories';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTest, type SignedIn } from '../test/api-client.ts';

const api = apiTest();
let shop: { id: number };
let made = 0;

beforeAll(async () => {
  shop = await createShop();
});

async function somebody() {
  const user = await createUser();
  return { user, signedIn: await api.signIn({ user, shop }) };
}
const newToken = (): string => `token-${(made += 1)}:APA91b_x`;
const save = (who: SignedIn, fcm_token: unknown, path = '/api/users/fcm-token') =>
  api.as(who).post(path, { body: { fcm_token } });
const devicesOf = async (user: { id: number }) => {
  const text = 'SELECT token, kind, session_id, seen_at, dead_at FROM push_tokens WHERE user_id = $1 ORDER BY seen_at';
  return (await database().pool.query(text, [user.id])).rows;
};
const age = (token: string, time: string) =>
  database().pool.query('UPDATE push_tokens SET seen_at = now() - $2::interval WHERE token = $1', [token, time]);

describe.each(['/api/users/fcm-token', '/api/save-fcm-token'])('POST %s', (path) => {
  it('keeps the device for as long as its session', async () => {
    const { user, signedIn } = await somebody();
    const token = newToken();
    const { status, body } = await save(signedIn, token, path);
    expect([status, body]).toEqual([200, { success: true }]);
    expect(await devicesOf(user)).toMatchObject([{ token, kind: 'token', session_id: signedIn.sessionId }]);
    expect((await api.as(signedIn).post('/api/auth/logout')).status).toBe(204);
    expect(await devicesOf(user)).toEqual([]);
  });

  it.each([
    { fcm_token: '' },
    { fcm_token: null },
    { fcm_token: 7 },
    { fcm_token: 'with space' },
    { fcm_token: 'back\\slash' },
    { fcm_token: 'é' },
    { fcm_token: 'x'.repeat(4097) },
    { fcm_token: 'fine', kind: 'pigeon' },
    {},
  ])('refuses %j', async (body) => {
    const { user, signedIn } = await somebody();
    const { status, body: answer } = await api.as(signedIn).post(path, { body });
    expect([status, answer.code]).toEqual([400, 'invalid_input']);
    expect(await devicesOf(user)).toEqual([]);
  });
});

it('takes a token of any text and length that it allows', async () => {
  const { user, signedIn } = await somebody();
  const printable = String.fromCharCode(...Array.from({ length: 94 }, (_, at) => at + 33)).replace('\\', '');
  // Too long for an index, because random text cannot be compressed.
  const long = Array.from({ length: 4096 }, () => printable[Math.floor(Math.random() * printable.length)]).join('');
  expect((await save(signedIn, long)).status).toBe(200);
  expect((await save(signedIn, printable)).status).toBe(200);
  expect((await devicesOf(user)).map(({ token }) => token)).toEqual([long, printable]);
});

it('refreshes a token that is saved again, also a dead one', async () => {
  const { user, signedIn } = await somebody();
  const token = newToken();
  await save(signedIn, token);
  await database().pool.query(
    `UPDATE push_tokens SET dead_at = now(), seen_at = now() - interval '8 days' WHERE token = $1`,
    [token],
  );
  await api.as(signedIn).post('/api/save-fcm-token', { body: { fcm_token: token, kind: 'fid' } });
  const [device, ...others] = await devicesOf(user);
  expect(others).toEqual([]);
  expect(device).toMatchObject({ kind: 'fid', dead_at: null });
  expect(Date.now() - device.seen_at.getTime()).toBeLessThan(24 * 3_600_000);
});

it('assigns the token of a shared phone to the last user, and removes it when they log out', async () => {
  const [first, second] = [await somebody(), await somebody()];
  const token = newToken();
  await save(first.signedIn, token);
  await save(second.signedIn, token);
  expect(await devicesOf(first.user)).toEqual([]);
  await api.as(first.signedIn).post('/api/auth/logout');
  expect(await devicesOf(second.user)).toMatchObject([{ token, session_id: second.signedIn.sessionId }]);
});

it('keeps the ten devices of a user that were seen last, however many come at once', async () => {
  const { user, signedIn } = await somebody();
  const kept = newToken();
  await save(signedIn, kept);
  await age(kept, '1 day');
  const crowd = Array.from({ length: 24 }, newToken);
  await Promise.all(crowd.map((token) => save(signedIn, token)));
  const devices = await devicesOf(user);
  expect(devices).toHaveLength(10);
  expect(devices.map(({ token }) => token)).not.toContain(kept);
  const last = newToken();
  await save(signedIn, last);
  expect((await devicesOf(user)).at(-1)?.token).toBe(last);
  expect(await devicesOf(user)).toHaveLength(10);
});

it('forgets the devices of a session that was ended as stolen', async () => {
  const { user, signedIn } = await somebody();
  await save(signedIn, newToken());
  const refresh = (refreshToken: string) => api.as().post('/api/auth/refresh-token', { body: { refreshToken } });
  const { body: next } = await refresh(signedIn.refreshToken);
  await refresh(next.refreshToken);
  expect((await refresh(signedIn.refreshToken)).status).toBe(401);
  expect(await devicesOf(user)).toEqual([]);
});

describe('GET /api/push/config', () => {
  const web = { apiKey: 'k', appId: '1:2:web:3', projectId: 'haat-test', messagingSenderId: '2' };
  const read = async () => (await api.as().get('/api/push/config')).body;

  it('is null where nothing is configured, else what a browser registers with', async () => {
    expect(await read()).toEqual({ config: null });
    Object.assign(env, { FIREBASE_WEB_CONFIG: web, FIREBASE_VAPID_KEY: 'v' });
    try {
      const answer = await read();
      expect(pushConfigView.parse(answer)).toEqual({ config: { ...web, vapidKey: 'v' } });
    } finally {
      Object.assign(env, { FIREBASE_WEB_CONFIG: undefined, FIREBASE_VAPID_KEY: undefined });
    }
  });
});
