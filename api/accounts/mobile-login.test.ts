import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { User } from '@haat/core/db/accounts.models';
import { env } from '@haat/core/ops/env';
import { createMobileUser, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { mailedCode, wrongCode } from '@haat/core/test/one-time-code';
import { orderBody } from '@haat/core/test/order-body';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

const api = apiTest();
let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => clearLimits());

let made = 0;
const newMobile = () => `98765${String((made += 1)).padStart(5, '0')}`;

const send = (mobile: string) => api.as().post('/api/auth/send-token', { body: { mobile, shop_slug: shop.slug } });
const login = (mobile: string, token: string) =>
  api.as().post('/api/auth/login-with-token', { body: { mobile, token, shop_slug: shop.slug } });

async function signedIn(mobile: string, written = mobile): Promise<string> {
  expect((await send(written)).status).toBe(200);
  const { status, body } = await login(written, await mailedCode(mobile));
  expect(status).toBe(200);
  return String(body.token);
}

const bearer = (token: string) => api.as(token);

describe('login by mobile number', () => {
  it('makes an unknown number a customer without an email address, and the same one afterwards', async () => {
    const mobile = newMobile();
    const first = await bearer(await signedIn(mobile)).get('/api/users/me');
    expect(first.body).toMatchObject({ email: null, mobile, login_mobile: mobile, name: null });
    await clearLimits();
    const second = await bearer(await signedIn(mobile, `+91 ${mobile}`)).get('/api/users/me');
    expect(second.body.id).toBe(first.body.id);
  });

  it('turns on the messages about orders for an account without an email address, until they are turned off', async () => {
    const path = '/api/users/message-preferences';
    const mobile = newMobile();
    const first = bearer(await signedIn(mobile));
    const { body } = await first.get(path);
    expect(body).toEqual({
      new_orders: { push: true },
      order_placed: { message: false },
      order_status: { push: true, message: true },
      order_ends: { push: true, message: true },
      refunds: { push: true, message: true },
    });
    const chosen = { ...body, order_status: { push: true, message: false } };
    await first.put(path, { body: chosen });
    await clearLimits();
    expect((await bearer(await signedIn(mobile)).get(path)).body).toEqual(chosen);
  });

  it('answers the same whether or not the number is known', async () => {
    const known = newMobile();
    await createMobileUser(known);
    const [one, other] = [await send(known), await send(newMobile())];
    expect([one.status, one.body]).toEqual([200, { message: 'OTP sent to your mobile number!', resend_after: 30 }]);
    expect(one.text).toBe(other.text);
  });

  it('does not accept a number that somebody only typed into the profile', async () => {
    const mobile = newMobile();
    const owner = await createUser({ mobile });
    const { body } = await bearer(await signedIn(mobile)).get('/api/users/me');
    expect(body.id).not.toBe(owner.id);
  });

  it('refuses a wrong code, one of another number, and one that was used', async () => {
    const [mobile, other] = [newMobile(), newMobile()];
    await send(mobile);
    await send(other);
    const code = await mailedCode(mobile);
    const refused = { status: 401, body: { code: 'otp_invalid', error: 'Invalid OTP' } };
    expect(await login(mobile, wrongCode(code))).toMatchObject(refused);
    expect(await login(other, code)).toMatchObject(refused);
    expect((await login(mobile, code)).status).toBe(200);
    expect(await login(mobile, code)).toMatchObject(refused);
  });

  it('refuses the twentieth request for one number with a sentence and the time to wait', async () => {
    const mobile = newMobile();
    for (let sent = 0; sent < 20; sent += 1) {
      await send(mobile);
      await clearLimits({ only: 'otp-resend' });
    }
    const { status, body } = await send(mobile);
    expect([status, body.code]).toEqual([429, 'rate_limited']);
    expect(body.error).toMatch(/^Too many attempts\. Please try again in \d+ (minutes|hours)\.$/);
    expect(body.retry_after).toBeGreaterThan(60);
  });

  it.each(['5876543210', '98765', '+1 9876543210', 'asha@haat.example', ''])(
    'refuses %j as a number',
    async (mobile) => {
      const { status, body } = await send(mobile);
      expect([status, body.error]).toEqual([400, 'mobile must be a 10-digit Indian mobile number']);
    },
  );

  it('refuses an email and a number at once, and neither', async () => {
    const sendBoth = (contact: object) =>
      api.as().post('/api/auth/send-token', { body: { ...contact, shop_slug: shop.slug } });
    for (const contact of [{}, { email: 'a@b.in', mobile: newMobile() }])
      expect(await sendBoth(contact)).toMatchObject({
        status: 400,
        body: { error: 'email or mobile is required, one of the two' },
      });
  });

  it('is off in production without a message gateway, and shops say so', async () => {
    const path = `/api/shops/${shop.slug}`;
    expect((await api.as().get(path)).body.mobile_login).toBe(true);
    const was = env.NODE_ENV;
    env.NODE_ENV = 'production';
    try {
      const error = 'Login by mobile number is not available. Please use your email address.';
      expect(await send(newMobile())).toMatchObject({ status: 400, body: { code: 'invalid_input', error } });
      expect((await api.as().get(path)).body.mobile_login).toBe(false);
    } finally {
      env.NODE_ENV = was;
    }
  });

  it('does not log in a blocked account', async () => {
    const mobile = newMobile();
    const { id } = await createMobileUser(mobile);
    await User.query().findById(id).patch({ blockedAt: new Date() });
    await send(mobile);
    expect((await login(mobile, await mailedCode(mobile))).status).toBe(401);
  });

  it('lets a customer without a name and an email address order for takeaway, with the number', async () => {
    const mobile = newMobile();
    const customer = bearer(await signedIn(mobile));
    const { variants } = await createProduct({ shop });
    const { status, body } = await customer.post('/api/orders', { body: orderBody([{ variant: variants[0]! }]) });
    expect(status).toBe(201);
    const { rows } = await database().pool.query('SELECT customer_name, customer_phone FROM orders WHERE id = $1', [
      body.orderId,
    ]);
    expect(rows).toEqual([{ customer_name: 'Customer', customer_phone: mobile }]);
  });
});

describe('the mobile number of a profile', () => {
  const start = async () => {
    const user = await createUser();
    const signed = await api.signIn({ user, shop });
    return { user, customer: api.as(signed) };
  };
  const ask = (customer: ReturnType<typeof api.as>, mobile: string) =>
    customer.post('/api/users/send-mobile-code', { body: { mobile } });
  const confirm = (customer: ReturnType<typeof api.as>, code: string) =>
    customer.post('/api/users/confirm-mobile', { body: { code } });

  it('logs in to the account once it was confirmed with its code', async () => {
    const mobile = newMobile();
    const { user, customer } = await start();
    expect((await ask(customer, mobile)).body).toEqual({ resend_after: 30 });
    const code = await mailedCode(mobile);
    expect((await confirm(customer, wrongCode(code))).status).toBe(401);
    expect((await User.query().findById(user.id))?.loginMobile).toBeNull();
    expect(await confirm(customer, code)).toMatchObject({ status: 200, body: { mobile } });
    expect((await confirm(customer, code)).status).toBe(401);
    await clearLimits();
    expect((await bearer(await signedIn(mobile)).get('/api/users/me')).body).toMatchObject({
      id: user.id,
      email: user.email,
      login_mobile: mobile,
    });
  });

  it('notifies the owner of the mailbox', async () => {
    const { user, customer } = await start();
    const mobile = newMobile();
    await ask(customer, mobile);
    await confirm(customer, await mailedCode(mobile));
    const { rows } = await database().pool.query('SELECT kind FROM security_notices WHERE user_id = $1', [user.id]);
    expect(rows).toContainEqual({ kind: 'mobile_changed' });
  });

  it('notifies the owner of the mailbox that it was removed, once', async () => {
    const user = await createUser({ loginMobile: newMobile() });
    const customer = api.as(await api.signIn({ user, shop }));
    const remove = async () => (await customer.request('DELETE', '/api/users/login-mobile')).status;
    expect([await remove(), await remove()]).toEqual([204, 204]);
    const { rows } = await database().pool.query(
      `SELECT n.kind, o.topic FROM security_notices n JOIN outbox o ON o.subject_id = n.id AND o.topic LIKE 'security.%'
       WHERE n.user_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ kind: 'mobile_removed', topic: 'security.notice' }]);
  });

  it('refuses a number of another account with a sentence, and only once its code was entered', async () => {
    const mobile = newMobile();
    await createMobileUser(mobile);
    const { user, customer } = await start();
    expect((await ask(customer, mobile)).status).toBe(200);
    expect(await confirm(customer, await mailedCode(mobile))).toMatchObject({
      status: 409,
      body: { code: 'mobile_taken', error: 'This mobile number belongs to another account.' },
    });
    expect((await User.query().findById(user.id))?.loginMobile).toBeNull();
  });

  it('ends the other sessions when it replaces another number', async () => {
    const [old, next] = [newMobile(), newMobile()];
    const user = await createUser({ loginMobile: old });
    const [here, there] = [await api.signIn({ user, shop }), await api.signIn({ user, shop })];
    await ask(api.as(here), next);
    expect((await confirm(api.as(here), await mailedCode(next))).status).toBe(200);
    expect((await api.as(here).get('/api/users/me')).status).toBe(200);
    expect((await api.as(there).get('/api/users/me')).status).toBe(401);
  });

  it('cannot be replaced or removed without an email address', async () => {
    const mobile = newMobile();
    const customer = bearer(await signedIn(mobile));
    expect(await ask(customer, newMobile())).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await customer.request('DELETE', '/api/users/login-mobile')).toMatchObject({ status: 400 });
    const user = await createUser({ loginMobile: newMobile() });
    const other = api.as(await api.signIn({ user, shop }));
    expect((await other.request('DELETE', '/api/users/login-mobile')).status).toBe(204);
    expect((await User.query().findById(user.id))?.loginMobile).toBeNull();
  });

  it('lets an account without an email address change its name, and add an address', async () => {
    const mobile = newMobile();
    const customer = bearer(await signedIn(mobile));
    const save = (fields: Record<string, string>) =>
      customer.post('/api/users/update-profile', { body: formOf({ name: 'Asha', ...fields }) });
    expect(await save({ email: '' })).toMatchObject({ status: 200, body: { name: 'Asha', email: null } });
    const email = `${mobile}@haat.example`;
    expect(await save({ email })).toMatchObject({ status: 200, body: { email: null, pending_email: email } });
    const confirmed = await customer.post('/api/users/confirm-email', { body: { code: await mailedCode(email) } });
    expect(confirmed).toMatchObject({ status: 200, body: { email } });
    expect(await save({ email: '' })).toMatchObject({ status: 400 });
  });
});
