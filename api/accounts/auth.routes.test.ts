import { loginView, sendTokenView } from '@haat/contract/accounts/auth.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createMember, createShop, createUser } from '@haat/core/test/factories';
import { mailedCode, wrongCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type Answer } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => clearLimits());

let made = 0;
const newEmail = () => `guest-${(made += 1)}@haat.example`;

const send = (email: unknown, slug: unknown = shop.slug, headers = {}): Promise<Answer> =>
  api.as().post('/api/auth/send-token', { body: { email, shop_slug: slug }, headers });
const login = (email: string, token: unknown, slug = shop.slug): Promise<Answer> =>
  api.as().post('/api/auth/login-with-token', { body: { email, token, shop_slug: slug } });
const refusal = { code: 'otp_invalid', error: 'Invalid OTP', message: 'Invalid OTP' };

async function askForCode(email: string): Promise<string> {
  expect((await send(email)).status).toBe(200);
  return mailedCode(email);
}

async function count(text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database().pool.query<{ count: number }>(text, values);
  return rows[0]?.count ?? 0;
}

describe('asking for a code', () => {
  it('says that it was sent and when to ask again', async () => {
    const { status, body } = await send(newEmail());
    expect([status, sendTokenView.parse(body)]).toEqual([
      200,
      { message: 'OTP sent to your email!', resend_after: 30 },
    ]);
  });

  it('answers the same for an email that is known and one that is not', async () => {
    const vendor = await createMember({ shop });
    const [known, unknown] = [await send(vendor.email), await send(newEmail())];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    const names = ({ headers }: Answer) => [...headers.keys()].toSorted();
    expect(names(known)).toEqual(names(unknown));
  });

  it.each([['no email'], ['a@b'], [''], [null], [7], ['a@b.in\r\nBcc: c@d.in'], [{ $ne: '' }]])(
    'refuses %j as an email',
    async (email) => {
      const { status, body } = await send(email);
      expect([status, body.code]).toEqual([400, 'invalid_input']);
    },
  );

  it('refuses a shop that does not exist', async () => {
    const { status, body } = await send(newEmail(), 'no-such-shop');
    expect([status, body.error]).toEqual([404, 'Shop Not Found']);
  });

  it('allows one in thirty seconds, says how long to wait, and keeps the valid code', async () => {
    const email = newEmail();
    const code = await askForCode(email);
    const again = await send(email.toUpperCase());
    expect([again.status, again.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(again.headers.get('retry-after'))).toBeGreaterThan(25);
    expect((await login(email, code)).status).toBe(200);
  });

  it('allows ten an hour for one email', async () => {
    const email = newEmail();
    const statuses: number[] = [];
    for (let sent = 0; sent < 11; sent += 1) {
      statuses.push((await send(email)).status);
      // Half a minute later, as far as that limit is concerned.
      await clearLimits({ only: 'otp-resend' });
    }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  it('allows sixty an hour from one address, whatever its headers say', async () => {
    const asks = Array.from({ length: 65 }, (_, index) => ({ 'x-forwarded-for': `203.0.113.${index}` }));
    const answers = await Promise.all(asks.map((headers) => send(newEmail(), shop.slug, headers)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  it('ignores an invalid token', async () => {
    const answer = await api.as('garbage').post('/api/auth/send-token', {
      body: { email: newEmail(), shop_slug: shop.slug },
    });
    expect(answer.status).toBe(200);
  });
});

describe('logging in', () => {
  it('makes an unknown email a customer with their own tokens', async () => {
    const email = newEmail();
    const answer = await login(` ${email.toUpperCase()} `, await askForCode(email));
    const { token, refreshToken, user } = loginView.parse(answer.body);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(token.split('.')).toHaveLength(3);
    expect(refreshToken).toMatch(/^[\w-]{43}$/);
    const me = await api.as(token).get('/api/users/me');
    const contacts = { email, mobile: null, login_mobile: null };
    expect(me.body).toEqual({ id: user.id, ...contacts, name: null, profile_image: null, language: null });
  });

  it('logs in with a code that was requested under a former slug of the shop, under both slugs', async () => {
    const renamed = await createShop();
    const former = renamed.slug;
    await database().pool.query('INSERT INTO shop_former_slugs (slug, shop_id) VALUES ($1, $2)', [former, renamed.id]);
    await renamed.$query().patch({ slug: `${former}-new` });
    for (const slug of [former, `${former}-new`]) {
      const email = newEmail();
      expect((await send(email, former)).status).toBe(200);
      const answer = await login(email, await mailedCode(email), slug);
      expect([answer.status, loginView.safeParse(answer.body).success]).toEqual([200, true]);
    }
  });

  it('logs in with a code at whatever spelling of the slug leads to the shop', async () => {
    const email = newEmail();
    const spelled = shop.slug.toUpperCase();
    expect((await send(email, spelled)).status).toBe(200);
    expect((await login(email, await mailedCode(email), spelled)).status).toBe(200);
  });

  it('recognizes a returning user', async () => {
    const user = await createUser();
    expect((await login(user.email, await askForCode(user.email))).body.user).toEqual({ id: user.id });
  });

  it.each(['wrong', 'expired', 'used', 'superseded', 'of another shop', 'of another email', 'not mailed yet'])(
    'refuses a code that is %s with the same words',
    async (kind) => {
      const answer = await badLogin(kind);
      expect([answer.status, answer.body]).toEqual([401, refusal]);
    },
  );

  async function badLogin(kind: string): Promise<Answer> {
    const email = newEmail();
    if (kind === 'not mailed yet') {
      await send(email);
      return login(email, '000000');
    }
    const code = await askForCode(email);
    if (kind === 'wrong') return login(email, wrongCode(code));
    if (kind === 'of another shop') return login(email, code, (await createShop()).slug);
    if (kind === 'of another email') return login(newEmail(), code);
    if (kind === 'used') await login(email, code);
    if (kind === 'superseded') {
      await clearLimits();
      // One in a million: the same digits again.
      while ((await askForCode(email)) === code) await clearLimits();
    }
    if (kind === 'expired') {
      await database().pool.query('UPDATE otp_codes SET expires_at = now() WHERE email = $1', [email]);
    }
    return login(email, code);
  }

  it.each([[''], [null], [123456], [['1']], ['x'.repeat(65)]])('refuses %j as a code', async (token) => {
    const { status, body } = await login(newEmail(), token);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
  });

  it('refuses a blocked user with the words of a wrong code', async () => {
    const user = await createUser({ blockedAt: new Date() });
    const { status, body } = await login(user.email, await askForCode(user.email));
    expect([status, body]).toEqual([401, refusal]);
  });
});

describe('guessing', () => {
  it('counts five of two hundred parallel guesses for the code, and limits those that follow', async () => {
    const email = newEmail();
    const code = await askForCode(email);
    const guesses = Array.from({ length: 200 }, () => wrongCode(code));
    const statuses = await Promise.all(guesses.map(async (guess) => (await login(email, guess)).status));
    // Guesses that arrived before the code was locked are answered as wrong. Without a usable code, twenty are allowed.
    expect(statuses.filter((status) => status !== 401 && status !== 429)).toEqual([]);
    for (let guesses = 0; guesses < 20; guesses += 1) await login(email, wrongCode(code));
    expect(await count('SELECT attempts AS count FROM otp_codes WHERE email = $1', [email])).toBe(5);
    const late = await login(email, code);
    expect([late.status, late.body.code]).toEqual([429, 'rate_limited']);
  });

  it('counts for each code: after five wrong guesses the next code logs in', async () => {
    const email = newEmail();
    const first = await askForCode(email);
    for (let guesses = 0; guesses < 5; guesses += 1) await login(email, wrongCode(first));
    expect((await login(email, first)).body).toEqual(refusal);
    await clearLimits({ only: 'otp-resend' });
    expect((await login(email, await askForCode(email))).status).toBe(200);
  });

  it('stops at five for one code even when nothing else counts', async () => {
    const email = newEmail();
    const code = await askForCode(email);
    for (let guesses = 0; guesses < 5; guesses += 1) {
      await login(email, wrongCode(code));
      await clearLimits();
    }
    expect((await login(email, code)).body).toEqual(refusal);
  });

  it('creates one session for twenty parallel correct codes', async () => {
    const email = newEmail();
    const code = await askForCode(email);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const sessions = 'SELECT count(*) FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.email = $1';
    expect(await count(sessions, [email])).toBe(1);
  });

  it('starts anew after a login', async () => {
    const email = newEmail();
    for (let logins = 0; logins < 7; logins += 1) {
      expect((await login(email, await askForCode(email))).status).toBe(200);
      await clearLimits({ except: 'otp-guess' });
    }
  });
});

describe('two requests at once', () => {
  it('leave one valid code', async () => {
    const email = newEmail();
    const asks = Array.from({ length: 10 }, async () => {
      await clearLimits({ only: 'otp-resend' });
      return send(email);
    });
    const statuses = (await Promise.all(asks)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
    const living = `SELECT count(*) FROM otp_codes
      WHERE email = $1 AND consumed_at IS NULL AND superseded_at IS NULL`;
    expect(await count(living, [email])).toBe(1);
    expect((await login(email, await mailedCode(email))).status).toBe(200);
  });
});
