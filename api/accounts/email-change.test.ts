import { confirmedEmailView } from '@haat/contract/accounts/users.calls';
import { readToken } from '@haat/contract/accounts/decode-token';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { User } from '@haat/core/db/accounts.models';
import { createMember, createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { mailedCode, wrongCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { apiTest, type Answer, type ApiCaller } from '../test/api-client.ts';
import { openEventStream } from '../test/event-stream.ts';
import { formOf } from '../test/form.ts';

const api = apiTest();
let shop: Shop;
let user: UserWithEmail;
let me: ApiCaller;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(async () => {
  await clearLimits();
  user = await createUser();
  me = api.as(await api.signIn({ user, shop }));
});

const row = () => User.query().findById(user.id).throwIfNotFound();
const save = (email: string, who = me): Promise<Answer> =>
  who.post('/api/users/update-profile', { body: formOf({ name: 'Test Customer', email, mobile: '' }) });
const confirm = (code: string, who = me) => who.post('/api/users/confirm-email', { body: { code } });

let made = 0;
const newEmail = () => `changed-${(made += 1)}@haat.example`;
const refusal = { code: 'otp_invalid', error: 'Invalid OTP', message: 'Invalid OTP' };

it('waits for the code, while everything else has changed already', async () => {
  const email = newEmail();
  const { status, body } = await save(email.toUpperCase());
  expect([status, body]).toMatchObject([200, { email: user.email, pending_email: email, resend_after: 30 }]);
  expect((await me.get('/api/users/me')).body).toMatchObject({ email: user.email, pending_email: email });
});

it('takes effect with the code: the new address logs in, the old one does not reach the account', async () => {
  const email = newEmail();
  await save(email);
  const answer = await confirm(await mailedCode(email));
  const { token } = confirmedEmailView.strict().parse(answer.body);
  expect([answer.status, answer.body.email, answer.headers.get('cache-control')]).toEqual([200, email, 'no-store']);
  expect(readToken(token)?.email).toBe(email);
  expect((await api.as(token).get('/api/users/me')).body).not.toHaveProperty('pending_email');
  expect(await row()).toMatchObject({ email, pendingEmail: null });

  const signInAt = async (address: string) => {
    await clearLimits();
    await api.as().post('/api/auth/send-token', { body: { email: address, shop_slug: shop.slug } });
    const body = { email: address, token: await mailedCode(address), shop_slug: shop.slug };
    return (await api.as().post('/api/auth/login-with-token', { body })).body.user.id;
  };
  expect(await signInAt(email)).toBe(user.id);
  expect(await signInAt(user.email)).not.toBe(user.id);
});

it('ends every other session of the account at once, its open stream too, and no session of anybody else', async () => {
  const member = await createMember({ shop, user });
  const [elsewhere, stranger] = [
    await api.signIn({ user: member, shop }),
    await api.signIn({ user: await createUser(), shop }),
  ];
  const read = await openEventStream(`${api.url}/api/notifications/stream?token=${elsewhere.token}`);
  expect(read.status).toBe(200);
  const email = newEmail();
  await save(email);
  const code = await mailedCode(email);
  expect((await confirm(wrongCode(code))).status).toBe(401);
  expect((await api.as(elsewhere).get('/api/users/me')).status).toBe(200);

  const { body } = await confirm(code);
  await read.closed;
  const statuses = await Promise.all(
    [api.as(elsewhere), me, api.as(body.token), api.as(stranger)].map((who) => who.get('/api/users/me')),
  );
  expect(statuses.map(({ status }) => status)).toEqual([401, 200, 200, 200]);
  const refreshed = await api.as().post('/api/auth/refresh-token', { body: { refreshToken: elsewhere.refreshToken } });
  expect(refreshed.status).toBe(401);
});

it('answers the same whether or not the address has an account, and reveals it only to the owner of the code', async () => {
  const other = await createUser();
  const [taken, free] = [await save(other.email), await save(newEmail())];
  const shape = ({ status, body }: Answer) => [status, Object.keys(body), body.resend_after];
  expect(shape(taken)).toEqual(shape(free));
  await clearLimits();
  await save(other.email);
  const code = await mailedCode(other.email);
  expect((await confirm(wrongCode(code))).body).toEqual(refusal);
  const { status, body } = await confirm(code);
  expect([status, body.code, body.message]).toEqual([
    409,
    'email_taken',
    'This email address belongs to another account.',
  ]);
  expect((await row()).email).toBe(user.email);
});

it('lets one of two people have it who ask for it at the same time', async () => {
  const email = newEmail();
  const rival = await createUser();
  const rivalApi = api.as(await api.signIn({ user: rival, shop }));
  await save(email);
  const mine = await mailedCode(email);
  await clearLimits();
  await save(email, rivalApi);
  const theirs = await mailedCode(email);
  const answers = await Promise.all([confirm(mine), confirm(theirs, rivalApi)]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
});

it('is done once, by twenty right codes at the same time', async () => {
  const email = newEmail();
  await save(email);
  const code = await mailedCode(email);
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(code)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rows } = await database().pool.query(
    `SELECT count(*)::int AS notices FROM outbox o JOIN otp_codes c ON c.id = o.subject_id
     WHERE o.topic = 'email.changed' AND c.user_id = $1 AND c.previous_email = $2`,
    [user.id, user.email],
  );
  expect(rows[0].notices).toBe(1);
});

it('has five guesses for a code, thirty in a quarter of an hour for one user, and leaves logins alone', async () => {
  const email = newEmail();
  await save(email);
  const code = await mailedCode(email);
  const guesses = await Promise.all(Array.from({ length: 50 }, () => confirm(wrongCode(code))));
  expect(guesses.filter(({ status }) => status === 401)).toHaveLength(30);
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(20);
  const { rows } = await database().pool.query('SELECT attempts FROM otp_codes WHERE email = $1', [email]);
  expect(rows).toEqual([{ attempts: 5 }]);
  await clearLimits({ only: 'otp-guess-change' });
  expect((await confirm(code)).body).toEqual(refusal);
  // The owner of that mailbox can still log in.
  await clearLimits({ only: 'otp-resend' });
  await api.as().post('/api/auth/send-token', { body: { email, shop_slug: shop.slug } });
  const body = { email, token: await mailedCode(email), shop_slug: shop.slug };
  expect((await api.as().post('/api/auth/login-with-token', { body })).status).toBe(200);
});

it('stops at five for one code even when nothing else counts', async () => {
  const email = newEmail();
  await save(email);
  const code = await mailedCode(email);
  for (let guesses = 0; guesses < 5; guesses += 1) {
    await confirm(wrongCode(code));
    await clearLimits();
  }
  expect((await confirm(code)).body).toEqual(refusal);
});

it('rejects a code of another user, of a login, of an earlier address, and an expired one', async () => {
  const email = newEmail();
  await save(email);
  const code = await mailedCode(email);
  const stranger = api.as(await api.signIn({ user: await createUser(), shop }));
  expect((await confirm(code, stranger)).body).toEqual(refusal);

  const login = { email, token: code, shop_slug: shop.slug };
  expect((await api.as().post('/api/auth/login-with-token', { body: login })).body).toEqual(refusal);
  await clearLimits();
  await api.as().post('/api/auth/send-token', { body: { email, shop_slug: shop.slug } });
  const signsIn = await mailedCode(email);
  if (signsIn !== code) expect((await confirm(signsIn)).body).toEqual(refusal);

  await clearLimits();
  await save(newEmail());
  expect((await confirm(code)).body).toEqual(refusal);

  const last = newEmail();
  await save(last);
  const expired = await mailedCode(last);
  await database().pool.query('UPDATE otp_codes SET expires_at = now() WHERE email = $1', [last]);
  expect((await confirm(expired)).body).toEqual(refusal);
});

it('sends another code on demand, no sooner than after thirty seconds, and only the last one works', async () => {
  const email = newEmail();
  await save(email);
  const first = await mailedCode(email);
  const tooSoon = await me.post('/api/users/send-email-code');
  expect([tooSoon.status, tooSoon.body.code]).toEqual([429, 'rate_limited']);
  await clearLimits({ only: 'otp-resend' });
  const again = await me.post('/api/users/send-email-code');
  expect([again.status, again.body]).toEqual([200, { resend_after: 30 }]);
  const second = await mailedCode(email);
  if (first !== second) expect((await confirm(first)).body).toEqual(refusal);
  expect((await confirm(second)).status).toBe(200);
});

it('sends none when the form is saved again while one is on the way', async () => {
  const email = newEmail();
  await save(email);
  const code = await mailedCode(email);
  const again = await save(email);
  expect([again.status, again.body.resend_after]).toEqual([200, 0]);
  expect((await confirm(code)).status).toBe(200);
});

it('is cancelled by saving the previous address', async () => {
  const email = newEmail();
  await save(email);
  const code = await mailedCode(email);
  const { body } = await save(user.email);
  expect(body).not.toHaveProperty('pending_email');
  expect((await confirm(code)).body).toEqual(refusal);
  expect((await me.post('/api/users/send-email-code')).status).toBe(404);
});

it('counts the codes to a mailbox together with those of logins there', async () => {
  const email = newEmail();
  await api.as().post('/api/auth/send-token', { body: { email, shop_slug: shop.slug } });
  const { status, body } = await save(email);
  expect([status, body.code]).toEqual([429, 'rate_limited']);
  expect(await row()).toMatchObject({ email: user.email, pendingEmail: null });
});

it('keeps the invariants of the database', async () => expect(await brokenInvariants(database().pool)).toEqual([]));
