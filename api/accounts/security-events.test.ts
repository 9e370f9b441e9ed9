import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { log } from '@haat/core/ops/log';
import { securityEvents } from '@haat/core/ops/metrics/counters';
import { createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { mailedCode, wrongCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiTest, type Answer } from '../test/api-client.ts';

// One proxy of ours adds the address it saw at the end of the header.
vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = '1';
});

const api = apiTest();
let shop: Shop;
let user: UserWithEmail;
let lines: Record<string, unknown>[];
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(async () => {
  await clearLimits();
  securityEvents.reset();
  user = await createUser();
  lines = [];
  for (const level of ['info', 'warn'] as const) {
    vi.spyOn(log, level).mockImplementation((line: unknown) => void lines.push(line as Record<string, unknown>));
  }
});

const HOME = '203.0.113.7';
const CHROME =
  'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const events = () => lines.flatMap(({ event }) => (typeof event === 'string' ? [event] : []));
const notices = async (): Promise<{ kind: string; device: string | null }[]> => {
  const { rows } = await database().pool.query(
    `SELECT n.kind, n.device FROM security_notices n
     JOIN outbox o ON o.topic = 'security.notice' AND o.subject_id = n.id WHERE n.user_id = $1 ORDER BY n.id`,
    [user.id],
  );
  return rows;
};
const counted = async (event: string): Promise<number> =>
  (await securityEvents.get()).values.find(({ labels }) => labels.event === event)?.value ?? 0;

const requestCode = async (email: string, address = HOME): Promise<string> => {
  await clearLimits({ only: 'otp-resend' });
  const headers = { 'x-forwarded-for': address };
  await api.as().post('/api/auth/send-token', { body: { email, shop_slug: shop.slug }, headers });
  return mailedCode(email);
};
type From = { address?: string; userAgent?: string };
const logIn = (email: string, token: string, { address = HOME, userAgent = CHROME }: From = {}): Promise<Answer> =>
  api.as().post('/api/auth/login-with-token', {
    body: { email, token, shop_slug: shop.slug },
    headers: { 'x-forwarded-for': address, 'user-agent': userAgent },
  });
const signIn = async (from: From = {}): Promise<Answer> => {
  const answer = await logIn(user.email, await requestCode(user.email, from.address), from);
  expect(answer.status).toBe(200);
  return answer;
};

describe('wrong codes', () => {
  it('are logged and counted when they lock a code, and mailed to the person once a day', async () => {
    for (let code = 0; code < 3; code += 1) {
      const right = await requestCode(user.email);
      for (let guess = 0; guess < 5; guess += 1) await logIn(user.email, wrongCode(right));
    }
    expect(events()).toEqual(Array.from({ length: 3 }, () => 'security.code_locked'));
    expect(await counted('code_locked')).toBe(3);
    expect(await notices()).toEqual([{ kind: 'wrong_codes', device: null }]);
  });

  it('are reported the next day again', async () => {
    const lock = async () => {
      const right = await requestCode(user.email);
      for (let guess = 0; guess < 5; guess += 1) await logIn(user.email, wrongCode(right));
    };
    await lock();
    await database().pool.query(`UPDATE security_notices SET created_at = created_at - interval '1 day'`);
    await lock();
    expect(await notices()).toHaveLength(2);
  });

  it('are reported when there are many, once per limit, without a code to guess', async () => {
    for (let guess = 0; guess < 40; guess += 1) await logIn(user.email, '123456', { address: '198.51.100.1' });
    expect(events()).toEqual(['security.many_guesses', 'security.guess_limit', 'security.guess_limit']);
    expect([await counted('many_guesses'), await counted('guess_limit')]).toEqual([1, 2]);
    expect(await notices()).toEqual([{ kind: 'wrong_codes', device: null }]);
  });

  it('for an email without an account are logged and mailed to nobody', async () => {
    const email = 'nobody@haat.example';
    const right = await requestCode(email);
    for (let guess = 0; guess < 5; guess += 1) await logIn(email, wrongCode(right));
    expect(events()).toEqual(['security.code_locked']);
    const { rows } = await database().pool.query(`SELECT FROM security_notices n JOIN users u ON u.id = n.user_id
      WHERE u.email = 'nobody@haat.example'`);
    expect(rows).toEqual([]);
  });

  it('leave no email, code or network address in the log', async () => {
    const right = await requestCode(user.email);
    for (let guess = 0; guess < 40; guess += 1) await logIn(user.email, wrongCode(right), { address: '198.51.100.1' });
    expect(lines.length).toBeGreaterThan(2);
    const text = JSON.stringify(lines);
    for (const secret of [user.email, right, wrongCode(right), '198.51.100.1']) expect(text).not.toContain(secret);
  });
});

describe('a new device', () => {
  it('is not reported at the first login of an account', async () => {
    await signIn();
    expect([events(), await notices()]).toEqual([[], []]);
  });

  it('is reported once for another browser', async () => {
    await signIn();
    await signIn({ userAgent: FIREFOX });
    await signIn({ userAgent: FIREFOX });
    expect(events()).toEqual(['security.new_device']);
    expect(await notices()).toEqual([{ kind: 'new_device', device: 'Firefox on Linux' }]);
  });

  it('is reported for another network, not for another address of the same provider', async () => {
    await signIn({ address: '2001:db8:1:2::1' });
    await signIn({ address: '2001:db8:7:8::1' });
    await signIn({ userAgent: CHROME.replace('142', '143'), address: '2001:db8:9::1' });
    expect(events()).toEqual([]);
    await signIn({ address: '198.51.100.1' });
    expect(await notices()).toEqual([{ kind: 'new_device', device: 'Chrome on Android' }]);
  });

  it('is reported for a known device that was not seen for ninety days', async () => {
    await signIn();
    await database().pool.query(`UPDATE known_devices SET seen_at = now() - interval '91 days' WHERE user_id = $1`, [
      user.id,
    ]);
    await signIn();
    expect(await counted('new_device')).toBe(1);
  });

  it('is stored as a keyed hash', async () => {
    await signIn();
    const { rows } = await database().pool.query('SELECT * FROM known_devices WHERE user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/203\.0|Chrome|Android/);
  });
});

const refresh = (refreshToken: string): Promise<Answer> =>
  api.as().post('/api/auth/refresh-token', { body: { refreshToken } });

it('reports the reuse of a refresh token to its user', async () => {
  const { body } = await signIn();
  const next = await refresh(body.refreshToken);
  await refresh(next.body.refreshToken);
  for (let times = 0; times < 3; times += 1) expect((await refresh(body.refreshToken)).status).toBe(401);
  expect(events()).toEqual(['security.refresh_reused']);
  expect(await counted('refresh_reused')).toBe(1);
  expect(await notices()).toEqual([{ kind: 'refresh_reused', device: null }]);
});

it('ends the session of a reused refresh token while something else locks the user and then the sessions', async () => {
  const { body } = await signIn();
  const next = await refresh(body.refreshToken);
  await refresh(next.body.refreshToken);
  // As a change of email does.
  const change = await database().pool.connect();
  try {
    await change.query('BEGIN');
    await change.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
    const reuse = refresh(body.refreshToken);
    const ended = 'SELECT FROM sessions WHERE user_id = $1 AND revoked_at IS NOT NULL';
    await vi.waitFor(async () => expect((await database().pool.query(ended, [user.id])).rowCount).toBe(1), 5_000);
    await change.query('UPDATE sessions SET revoked_at = now() WHERE user_id = $1', [user.id]);
    await change.query('COMMIT');
    expect((await reuse).status).toBe(401);
  } finally {
    await change.query('ROLLBACK');
    change.release();
  }
  expect(await notices()).toEqual([{ kind: 'refresh_reused', device: null }]);
});
