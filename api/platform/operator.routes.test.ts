import { operatorShopView } from '@haat/contract/platform/operator-shops.calls';
import { database } from '@haat/core/db/database';
import { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let platform: Shop;
let person: User;
let operator: ApiCaller;
beforeAll(async () => {
  platform = await createShop({ slug: 'platform', isPlatform: true });
  person = await createUser({ isPlatformAdmin: true, name: 'Test Operator' });
});
beforeEach(async () => {
  operator = api.as(await api.signIn({ user: person, shop: platform }));
});

let made = 0;
const newShop = () => {
  made += 1;
  return { slug: `new-shop-${made}`, name: 'New Shop', admin_email: `admin-${made}@haat.example` };
};
const create = (fields: object = {}) => operator.post('/api/operator/shops', { body: { ...newShop(), ...fields } });
const suspend = (id: number, body: object = { suspended: true, reason: 'Expired licence' }) =>
  operator.patch(`/api/operator/shops/${id}`, { body });
const list = async (query = '') => (await operator.get(`/api/operator/shops${query}`)).body;
const counts = async () =>
  (
    await database().pool.query(
      'SELECT (SELECT count(*) FROM shops) AS shops, (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM outbox) AS mails',
    )
  ).rows[0];

describe('a new shop', () => {
  it('is marked in the list as long as it has no place', async () => {
    const { body } = await create();
    expect(body).toMatchObject({ has_place: false });
    await Shop.query().findById(body.id).patch({ latitude: 12.9, longitude: 77.6 });
    expect(await list(`?slug=${body.slug}`)).toMatchObject([{ has_place: true }]);
  });

  it('is there with its first admin, who is invited, and open to the public', async () => {
    const fields = {
      ...newShop(),
      trade: 'Groceries',
      address: '4, 1st Main',
      minordervalue: 99.5,
      latitude: 12.9,
      longitude: 77.6,
    };
    const { status, body } = await operator.post('/api/operator/shops', { body: fields });
    const listed = {
      slug: fields.slug,
      name: 'New Shop',
      status: 'getting_ready',
      platform: false,
      has_place: true,
      members: 1,
      orders_today: 0,
    };
    expect([status, operatorShopView.parse(body)]).toMatchObject([201, listed]);
    expect((await api.as().get(`/api/shops/${fields.slug}`)).body).toMatchObject({
      name: 'New Shop',
      minordervalue: 99.5,
    });
    expect((await api.as().get(`/api/products?shopId=${body.id}`)).body).toEqual([]);
    const { body: team } = await operator.get(`/api/shops/${body.id}/members`);
    expect(team).toMatchObject([{ email: fields.admin_email, role: 'admin', joined: null }]);
    const { rows } = await database().pool.query(
      `SELECT o.topic FROM outbox o JOIN shop_members m ON m.id = o.subject_id WHERE m.shop_id = $1`,
      [body.id],
    );
    expect(rows).toEqual([{ topic: 'member.invited' }]);
  });

  it('has the default minimum and no location', async () => {
    const { body } = await create();
    const shop = await Shop.query().findById(body.id);
    expect(shop).toMatchObject({ minOrderPaise: null, latitude: null, longitude: null, isPlatform: false });
  });

  it.each([
    ['slug', { slug: 'ab' }],
    ['slug', { slug: 'Green-Leaf' }],
    ['slug', { slug: 'green leaf' }],
    ['slug', { slug: '../etc' }],
    ['slug', { slug: '12345' }],
    ['slug', { slug: 'operator' }],
    ['slug', { slug: null }],
    ['name', { name: '  ' }],
    ['name', { name: 'x\u0000' }],
    ['admin_email', { admin_email: 'nobody' }],
    ['minordervalue', { minordervalue: '200' }],
    ['minordervalue', { minordervalue: -1 }],
    ['latitude', { latitude: 91, longitude: 0 }],
    ['longitude', { latitude: 12.9 }],
    ['address', { address: 'x'.repeat(201) }],
  ])('is not made when its %s is wrong as in %j', async (field, wrong) => {
    const before = await counts();
    const { status, body } = await create(wrong);
    expect([status, body.code, body.issues[0].path]).toEqual([400, 'invalid_input', field]);
    expect(await counts()).toEqual(before);
  });

  it('takes no address that another one has, in capitals either, and leaves nothing of itself', async () => {
    await createShop({ slug: 'CamelShop' });
    const before = await counts();
    expect((await create({ slug: 'camelshop' })).body.code).toBe('slug_taken');
    expect(await counts()).toEqual(before);
  });

  it('is created once for concurrent requests of the same slug', async () => {
    const slug = `requested-${(made += 1)}`;
    const answers = await Promise.all(Array.from({ length: 5 }, () => create({ slug })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  });
});

describe('the list', () => {
  it('finds by name, slug and address, newest first, and continues after the last', async () => {
    const street = `Searched Street ${(made += 1)}%`;
    for (let nth = 0; nth < 3; nth += 1) await create({ address: street });
    const found = await list(`?search=${encodeURIComponent(street.toLowerCase())}`);
    expect(found).toHaveLength(3);
    expect(found[0].id).toBeGreaterThan(found[1].id);
    const rest = await list(`?search=${encodeURIComponent(street)}&limit=2&after=${found[0].id}`);
    expect(rest.map(({ id }: { id: number }) => id)).toEqual([found[1].id, found[2].id]);
    expect(await list(`?search=${found[1].slug}`)).toMatchObject([{ id: found[1].id }]);
    expect(await list('?search=%25_%25')).toEqual([]);
    expect(await list(`?slug=${found[1].slug.toUpperCase()}`)).toMatchObject([{ id: found[1].id }]);
    expect(await list(`?slug=${found[1].slug.slice(1)}`)).toEqual([]);
  });

  it('counts people and the orders of today', async () => {
    const shop = await createShop();
    await createMember({ shop });
    const { variants } = await createProduct({ shop });
    const customer = api.as(await api.signIn({ user: await createUser(), shop }));
    for (const quantity of [1, 2]) {
      await customer.post('/api/orders', { body: orderBody([{ variant: variants[0]!, quantity }]) });
    }
    await database().pool.query(
      `UPDATE orders SET created_at = now() - interval '1 day' WHERE id = (SELECT min(id) FROM orders WHERE shop_id = $1)`,
      [shop.id],
    );
    expect((await list(`?search=${shop.slug}`))[0]).toMatchObject({ members: 1, orders_today: 1, status: 'open' });
  });

  it('is sorted, filtered, summed up and exported alike', async () => {
    const trade = `Trade ${(made += 1)}`;
    for (const name of ['Beta', 'alpha', 'Gamma']) await create({ name, trade });
    const filter = `trade=${encodeURIComponent(trade.toUpperCase())}&state=getting_ready`;
    const sorted = await list(`?${filter}&sort=name`);
    expect(sorted.map(({ name }: { name: string }) => name)).toEqual(['alpha', 'Beta', 'Gamma']);
    const { body: sums } = await operator.get(`/api/operator/shops/summary?${filter}`);
    expect(sums).toMatchObject({ shops: 3, orders: 0, ordered: 0, trades: expect.arrayContaining([trade]) });
    const { headers, text } = await operator.get(`/api/operator/shops.csv?${filter}&sort=name&direction=desc`);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(
      text
        .trim()
        .split('\r\n')
        .map((line) => line.split(',')[0]!.replace('\uFEFF', '')),
    ).toEqual(['shop', 'Gamma', 'Beta', 'alpha']);
  });

  it('has each shop by its id', async () => {
    const { body: shop } = await create({ trade: 'Dairy' });
    const { body } = await operator.get(`/api/operator/shops/${shop.id}`);
    expect(operatorShopView.parse(body)).toMatchObject({ id: shop.id, trade: 'Dairy', products: 0, last_order: null });
  });

  it.each(['sort=phone', 'direction=up', 'state=closed', 'trade=%00'])('refuses %s', async (query) => {
    for (const path of ['shops', 'shops.csv'])
      expect((await operator.get(`/api/operator/${path}?${query}`)).status).toBe(400);
  });

  it.each(['limit=0', 'after=0', 'after=x', 'search=%00', 'slug=a%20b', `search=${'x'.repeat(101)}`])(
    'refuses %s',
    async (query) => {
      expect((await operator.get(`/api/operator/shops?${query}`)).status).toBe(400);
    },
  );
});

describe('a shop that is changed', () => {
  it('is found by its former slug, with the new one', async () => {
    const { body: shop } = await create();
    const slug = `${shop.slug}-moved`;
    const path = `/api/operator/shops/${shop.id}/details`;
    const { status, body } = await operator.patch(path, { body: { slug, trade: 'Dairy' } });
    expect([status, body]).toMatchObject([200, { slug, trade: 'Dairy' }]);
    expect((await api.as().get(`/api/shops/${shop.slug}`)).body).toMatchObject({ id: shop.id, slug });
    const { body: other } = await create();
    const taken = await operator.patch(`/api/operator/shops/${other.id}/details`, { body: { slug: shop.slug } });
    expect([taken.status, taken.body.code]).toEqual([409, 'slug_taken']);
  });

  it.each([{ slug: 'ab' }, { slug: 'Upper-Case' }, { slug: null }, { trade: ' ' }, { trade: 'x'.repeat(61) }])(
    'is left as it is by %j',
    async (body) => {
      const { body: shop } = await create();
      const { status } = await operator.patch(`/api/operator/shops/${shop.id}/details`, { body });
      expect(status).toBe(400);
      expect((await operator.get(`/api/operator/shops/${shop.id}`)).body).toEqual(shop);
    },
  );
});

describe('a suspended shop', () => {
  it('is in no list, takes no orders, and says so', async () => {
    const shop = await createShop({ name: 'Closed Down' });
    const { variants } = await createProduct({ shop });
    expect((await suspend(shop.id)).body).toMatchObject({ status: 'suspended', suspended: 'Expired licence' });
    expect((await api.as().get(`/api/shops/${shop.slug}`)).body.suspended).toBe(true);
    const { body: shops } = await api.as().get('/api/shops');
    expect(shops.map(({ id }: { id: number }) => id)).not.toContain(shop.id);
    const customer = api.as(await api.signIn({ user: await createUser(), shop }));
    const order = await customer.post('/api/orders', { body: orderBody([{ variant: variants[0]! }]) });
    expect(order.body).toMatchObject({ code: 'shop_closed', error: 'Closed Down is not taking orders at the moment.' });
    expect((await suspend(shop.id, { suspended: false })).body.status).toBe('open');
    expect((await api.as().get(`/api/shops/${shop.slug}`)).body).not.toHaveProperty('suspended');
  });

  it('is readable for its members, whose changes are refused with the reason', async () => {
    const shop = await createShop();
    const admin = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
    await suspend(shop.id);
    expect((await admin.get('/api/users/me')).body.shop_suspended).toBe('Expired licence');
    expect((await admin.get(`/api/shops/${shop.id}/settings`)).body.suspended).toBe('Expired licence');
    for (const path of ['', '/api/orders/shop/SHOP', '/api/notifications', '/api/shops/SHOP/members']) {
      expect((await admin.get(path.replace('SHOP', String(shop.id)) || '/api/users/me')).status).toBe(200);
    }
    expect((await admin.post('/api/notifications/stream-ticket')).status).toBe(200);
    const refused = await Promise.all([
      admin.put(`/api/shops/${shop.id}/pause`, { body: { paused: true } }),
      admin.put(`/api/shops/${shop.id}/settings`, { body: {} }),
      admin.post(`/api/shops/${shop.id}/members`, { body: {} }),
    ]);
    for (const { status, body } of refused) {
      expect([status, body.code, body.message]).toEqual([
        409,
        'shop_suspended',
        'This shop is suspended: Expired licence',
      ]);
    }
    expect((await operator.put(`/api/shops/${shop.id}/pause`, { body: { paused: true } })).status).toBe(200);
  });

  it('can finish the orders that it has', async () => {
    const shop = await createShop();
    const { variants } = await createProduct({ shop });
    const admin = api.as(await api.signIn({ user: await createMember({ shop, role: 'admin' }), shop }));
    const customer = api.as(await api.signIn({ user: await createUser(), shop }));
    const order = (quantity: number) =>
      customer.post('/api/orders', { body: orderBody([{ variant: variants[0]!, quantity }]) });
    const [{ body: first }, { body: second }] = [await order(1), await order(2)];
    await suspend(shop.id);
    for (const status of ['Accepted', 'Ready', 'Delivered']) {
      const { body, status: code } = await admin.patch(`/api/orders/${first.orderId}/status`, { body: { status } });
      expect([code, body.order_status, body.error]).toEqual([200, status, undefined]);
    }
    const declined = await admin.post(`/api/orders/${second.orderId}/decline`, { body: { reason: 'too_busy' } });
    expect([declined.status, declined.body.order_status]).toEqual([200, 'Declined']);
    expect((await order(3)).body.code).toBe('shop_closed');
  });

  it('still logs its people in', async () => {
    const shop = await createShop({ suspendedAt: new Date(), suspendedReason: 'Expired licence' });
    const asked = await api
      .as()
      .post('/api/auth/send-token', { body: { email: 'a@haat.example', shop_slug: shop.slug } });
    expect(asked.status).toBe(200);
  });

  it.each([[{ suspended: true }], [{ suspended: true, reason: ' ' }], [{ suspended: 'yes' }], [{}]])(
    'is not made so by %j',
    async (body) => {
      const shop = await createShop();
      expect((await suspend(shop.id, body)).status).toBe(400);
      expect((await Shop.query().findById(shop.id))?.suspendedAt).toBeNull();
    },
  );

  it('is never the platform’s own, nor one that is not there', async () => {
    expect((await suspend(platform.id)).status).toBe(400);
    expect((await suspend(999_999_999)).status).toBe(404);
  });
});

it('keeps who created, suspended and resumed what', async () => {
  const { body: shop } = await create({ name: 'Kept' });
  await suspend(shop.id);
  await suspend(shop.id, { suspended: false });
  const { body: all } = await operator.get('/api/operator/activity?limit=3');
  const actor = { id: person.id, name: 'Test Operator' };
  expect(all).toMatchObject([
    { action: 'shop.resumed', actor, shop: { id: shop.id, slug: shop.slug, name: 'Kept' } },
    { action: 'shop.suspended', actor, after: { reason: 'Expired licence' } },
    { action: 'shop.created', actor, subject: 'Kept', after: { slug: shop.slug } },
  ]);
  const { body: next } = await operator.get(`/api/operator/activity?limit=2&after=${all[0].id}`);
  expect(next.map(({ id }: { id: number }) => id)).toEqual([all[1].id, all[2].id]);
  const { body: own } = await operator.get(`/api/shops/${shop.id}/activity`);
  expect(own.map(({ action }: { action: string }) => action)).toEqual([
    'shop.resumed',
    'shop.suspended',
    'member.invited',
    'shop.created',
  ]);
});
