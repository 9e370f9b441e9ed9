import { exportView } from '@haat/contract/accounts/users.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createAddress, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { mailedCode } from '@haat/core/test/one-time-code';
import { orderBody } from '@haat/core/test/order-body';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => clearLimits());

async function start() {
  const user = await createUser();
  return { user, customer: api.as(await api.signIn({ user, shop })) };
}

describe('consents', () => {
  const give = (customer: ReturnType<typeof api.as>, purposes: string[]) =>
    customer.post('/api/users/me/consents', { body: { purposes } });

  it('are recorded with version, purposes and time, and the newest is in force', async () => {
    const { customer } = await start();
    expect((await customer.get('/api/users/me/consents')).body).toEqual([]);
    const given = await give(customer, ['orders', 'account', 'offers']);
    expect(given).toMatchObject({
      status: 200,
      body: { version: '2026-11-24', purposes: ['account', 'offers', 'orders'] },
    });
    await give(customer, ['account', 'orders']);
    const { body } = await customer.get('/api/users/me/consents');
    expect(body.map(({ purposes }: { purposes: string[] }) => purposes)).toEqual([
      ['account', 'orders'],
      ['account', 'offers', 'orders'],
    ]);
  });

  it('are not recorded twice', async () => {
    const { customer } = await start();
    await give(customer, ['account', 'orders']);
    await give(customer, ['orders', 'account']);
    expect((await customer.get('/api/users/me/consents')).body).toHaveLength(1);
  });

  it('cannot lack a necessary purpose, and know no others', async () => {
    const { customer } = await start();
    expect(await give(customer, ['account'])).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect((await give(customer, ['account', 'orders', 'anything'])).status).toBe(400);
  });
});

describe('sessions', () => {
  const agent = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36';

  it('are listed with their device, and this one is marked', async () => {
    const user = await createUser();
    const who = { email: user.email, shop_slug: shop.slug };
    await api.as().post('/api/auth/send-token', { body: who });
    const signedIn = await api.as().post('/api/auth/login-with-token', {
      body: { ...who, token: await mailedCode(user.email) },
      headers: { 'user-agent': agent },
    });
    await api.signIn({ user, shop });
    const { body } = await api.as(String(signedIn.body.token)).get('/api/users/me/sessions');
    expect(body).toHaveLength(2);
    const current = body.filter((session: { current: boolean }) => session.current);
    expect(current).toMatchObject([{ device: 'Chrome on Android', shop_slug: shop.slug }]);
  });

  it('end at once, one or all others', async () => {
    const user = await createUser();
    const [here, second, third] = [
      await api.signIn({ user, shop }),
      await api.signIn({ user, shop }),
      await api.signIn({ user, shop }),
    ];
    const customer = api.as(here);
    const idOf = async (signedIn: typeof here) => {
      const { body } = await api.as(signedIn).get('/api/users/me/sessions');
      return body.find((session: { current: boolean }) => session.current).id as string;
    };
    expect((await customer.request('DELETE', `/api/users/me/sessions/${await idOf(second)}`)).status).toBe(204);
    expect((await api.as(second).get('/api/users/me')).status).toBe(401);
    expect((await api.as(third).get('/api/users/me')).status).toBe(200);
    expect((await customer.request('DELETE', '/api/users/me/sessions')).status).toBe(204);
    expect((await api.as(third).get('/api/users/me')).status).toBe(401);
    expect((await customer.get('/api/users/me')).status).toBe(200);
  });

  it('of somebody else are not found', async () => {
    const [{ customer }, other] = [await start(), await start()];
    const { body } = await other.customer.get('/api/users/me/sessions');
    expect((await customer.request('DELETE', `/api/users/me/sessions/${body[0].id}`)).status).toBe(404);
    expect((await other.customer.get('/api/users/me')).status).toBe(200);
  });
});

describe('the export', () => {
  it('has everything about the person, and nothing of anybody else', async () => {
    const { user, customer } = await start();
    const other = await start();
    await createAddress({ user: other.user, name: 'Somebody Else' });
    const address = await createAddress({ user });
    const { product, variants } = await createProduct({
      shop,
      name: 'Basmati rice',
      variants: [{ pricePaise: 30_050 }],
    });
    for (const path of [`shops/${shop.id}`, `products/${product.id}`])
      expect((await customer.put(`/api/favourites/${path}`)).status).toBe(204);
    const fields = { takeaway: false, address: { id: address.id }, note: 'Ring twice' };
    const body = orderBody([{ variant: variants[0]! }], fields);
    expect((await customer.post('/api/orders', { body })).status).toBe(201);
    await customer.post('/api/users/me/consents', { body: { purposes: ['account', 'orders'] } });
    const { pool } = database();
    await pool.query(
      `INSERT INTO security_notices (user_id, kind, device) VALUES ($1, 'new_device', 'Chrome on Android')`,
      [user.id],
    );
    await pool.query('INSERT INTO limit_refusals (user_id, count) VALUES ($1, 3)', [user.id]);
    await pool.query(
      `WITH payment AS (
         INSERT INTO payments (provider, user_id, amount_paise, state) VALUES ('stripe', $1, 5050, 'refunded') RETURNING id
       ) INSERT INTO refunds (payment_id, amount_paise, state) SELECT id, 5050, 'done' FROM payment`,
      [user.id],
    );
    await pool.query(
      `INSERT INTO cash_payouts (order_id, amount_paise, reason, reason_text)
       SELECT id, 2050, 'goodwill', 'A torn bag' FROM orders WHERE user_id = $1`,
      [user.id],
    );
    await pool.query(
      `INSERT INTO shop_customers (shop_id, user_id, note, blocked_at) VALUES ($1, $2, 'Rings twice', now())`,
      [shop.id, user.id],
    );
    await pool.query(`INSERT INTO shop_customers (shop_id, user_id, note) VALUES ($1, $2, 'Somebody Else')`, [
      shop.id,
      other.user.id,
    ]);
    const place = { latitude: 12.2958, longitude: 76.6394 };
    expect((await customer.put('/api/users/me/place-request', { body: place })).status).toBe(204);
    expect((await customer.get('/api/users/me/place-request')).body).toEqual({ place });
    const answer = await customer.get('/api/users/me/export');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="haat-account.json"');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(exportView.parse(answer.body)).toMatchObject({
      profile: { email: user.email, name: 'Test Customer' },
      addresses: [{ name: 'Home', zip: '560041' }],
      place_requests: [place],
      favourite_shops: [{ shop: shop.slug }],
      favourite_products: [{ shop: shop.slug, name: 'Basmati rice' }],
      orders: [
        {
          shop: shop.slug,
          total: 300.5,
          note: 'Ring twice',
          items: [{ name: 'Basmati rice', quantity: 1, unit_price: 300.5 }],
          cash_refunds: [{ amount: 20.5, reason: 'A torn bag' }],
        },
      ],
      consents: [{ version: '2026-11-24' }],
      sessions: [{ shop: shop.slug }],
      payments: [{ amount: 50.5, refunds: [{ amount: 50.5, state: 'done' }] }],
      security_notices: [{ kind: 'new_device', device: 'Chrome on Android' }],
      limit_refusals: [{ count: 3 }],
      shop_notes: [{ shop: shop.slug, note: 'Rings twice', blocked_at: expect.any(String) }],
    });
    expect(answer.text).not.toContain('Somebody Else');
  });

  it('is limited to ten in an hour', async () => {
    const { customer } = await start();
    const statuses: number[] = [];
    for (let asked = 0; asked < 11; asked += 1) statuses.push((await customer.get('/api/users/me/export')).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
