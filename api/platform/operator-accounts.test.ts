import { operatorAccountView } from '@haat/contract/platform/operator.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { beforeAll, expect, it, vi } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { openEventStream } from '../test/event-stream.ts';
import { newKey } from '../test/payment-helpers.ts';

vi.hoisted(() => {
  process.env.ORDERS_PER_HOUR_NEW = '1';
});

const api = apiTest();
let shop: Shop;
let operator: ApiCaller;
beforeAll(async () => {
  shop = await createShop({ minOrderPaise: 0 });
  const platform = await createShop({ slug: 'platform', isPlatform: true });
  operator = api.as(await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop: platform }));
});

const list = async (query = '') =>
  operatorAccountView.array().parse((await operator.get(`/api/operator/accounts${query}`)).body);
const block = (id: number, blocked = true) => operator.patch(`/api/operator/accounts/${id}`, { body: { blocked } });

/** A customer who has tried to place that many orders. */
async function createBuyer(attempts: number) {
  const user = await createUser();
  const signedIn = await api.signIn({ user, shop });
  const calls = api.as(signedIn);
  const { variants } = await createProduct({ shop });
  for (let nth = 0; nth < attempts; nth += 1) {
    const body = orderBody([{ variant: variants[0]! }]);
    await calls.post('/api/orders', { body, headers: { 'idempotency-key': newKey() } });
  }
  return { user };
}

it('lists the accounts that the limits refused, those that refused most first, with their counts', async () => {
  const { user } = await createBuyer(4);
  const { user: other } = await createBuyer(3);
  const { user: quiet } = await createBuyer(1);
  const accounts = await list();
  const found = accounts.filter(({ id }) => [user.id, other.id, quiet.id].includes(id));
  expect(found).toMatchObject([
    { email: user.email, refusals: 3, orders: 1, delivered: 0, expired: 0, blocked: false },
    { email: other.email, refusals: 2 },
  ]);
  expect(Date.now() - Date.parse(found[0]!.last_seen!)).toBeLessThan(60_000);
});

it('lists accounts of whose orders many expired unpaid, and not those of long ago', async () => {
  const [often, once, before] = [await createUser(), await createUser(), await createUser()];
  const expired = (userId: number, count: number, age = '1 hour') =>
    database().pool.query(
      `INSERT INTO orders (user_id, shop_id, payment_method, payment_status, takeaway, total_paise, min_order_paise,
         customer_name, created_at)
       SELECT $1, $2, 'online', 'expired', true, 100, 0, 'Test', now() - $3::interval FROM generate_series(1, $4)`,
      [userId, shop.id, age, count],
    );
  await expired(often.id, 5);
  await expired(once.id, 4);
  await expired(before.id, 9, '8 days');
  const accounts = await list();
  expect(accounts.find(({ id }) => id === often.id)).toMatchObject({ expired: 5, orders: 5 });
  expect(accounts.filter(({ id }) => id === once.id || id === before.id)).toEqual([]);
});

it('lists accounts with many orders of which none was delivered', async () => {
  const [prankster, customer, quiet] = [await createUser(), await createUser(), await createUser()];
  const ordered = (userId: number, status: string, count: number) =>
    database().pool.query(
      `INSERT INTO orders (user_id, shop_id, payment_method, payment_status, status, takeaway, total_paise, min_order_paise,
         customer_name)
       SELECT $1, $2, 'cod', 'due', $3, true, 100, 0, 'Test' FROM generate_series(1, $4)`,
      [userId, shop.id, status, count],
    );
  await ordered(prankster.id, 'Pending', 10);
  await ordered(customer.id, 'Pending', 10);
  await ordered(customer.id, 'Delivered', 1);
  await ordered(quiet.id, 'Pending', 9);
  const accounts = await list();
  expect(accounts.find(({ id }) => id === prankster.id)).toMatchObject({ orders: 10, delivered: 0, refusals: 0 });
  expect(accounts.filter(({ id }) => id === customer.id || id === quiet.id)).toEqual([]);
});

/** That many orders of today with that payment status. */
const ordered = (userId: number, paymentStatus: string, count: number) =>
  database().pool.query(
    `INSERT INTO orders (user_id, shop_id, payment_method, payment_status, takeaway, total_paise, min_order_paise, customer_name)
     SELECT $1, $2, CASE $3 WHEN 'due' THEN 'cod' ELSE 'online' END, $3, true, 100, 0, 'Test' FROM generate_series(1, $4)`,
    [userId, shop.id, paymentStatus, count],
  );

it('finds accounts by part of their email, whatever they did', async () => {
  const user = await createUser({ email: 'percent%sign_and@haat.example' });
  await createUser({ email: 'percentXsignXand@haat.example'.toLowerCase() });
  for (const search of [user.email, 'PERCENT%sign', 'sign_and@']) {
    const found = await list(`?search=${encodeURIComponent(search)}`);
    expect(found.map(({ email }) => email)).toEqual([user.email]);
  }
  expect(await list('?search=nobody@nowhere')).toEqual([]);
});

it('lists a blocked account although many others stand out, and the others although many are blocked', async () => {
  const blocked = await createUser();
  await block(blocked.id);
  const { rows } = await database().pool.query<{ id: number }>(
    `INSERT INTO users (email) SELECT 'listed-' || nr || '@haat.example' FROM generate_series(1, 220) nr RETURNING id`,
  );
  const ids = rows.map(({ id }) => id);
  await database().pool.query('INSERT INTO limit_refusals (user_id) SELECT unnest($1::bigint[])', [ids.slice(0, 110)]);
  await database().pool.query(`UPDATE users SET blocked_at = now() - interval '1 day' WHERE id = ANY($1)`, [
    ids.slice(110),
  ]);
  const accounts = await list();
  expect([accounts.length, accounts.filter((account) => account.blocked).length]).toEqual([200, 100]);
  expect(accounts[100]).toMatchObject({ id: blocked.id, blocked: true });
});

it('logs a blocked account out at once, its streams too, and keeps it listed until it is unblocked', async () => {
  const user = await createMember({ shop });
  const signedIn = await api.signIn({ user, shop });
  const calls = api.as(signedIn);
  const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${signedIn.token}`);
  expect(stream.status).toBe(200);
  const pushTokens = () => database().knex('push_tokens').where({ userId: user.id });
  expect((await calls.post('/api/users/fcm-token', { body: { fcm_token: 'token-of-a-device' } })).status).toBe(200);
  expect(await pushTokens()).toHaveLength(1);
  const { status, body } = await block(user.id);
  expect([status, operatorAccountView.parse(body)]).toMatchObject([200, { id: user.id, blocked: true }]);
  await stream.closed;
  expect(await pushTokens()).toEqual([]);
  expect((await calls.get('/api/users/me')).status).toBe(401);
  expect((await list()).find(({ id }) => id === user.id)).toMatchObject({ blocked: true, refusals: 0 });

  expect((await block(user.id, false)).body).toMatchObject({ blocked: false });
  expect((await calls.get('/api/users/me')).status).toBe(401);
  const again = api.as(await api.signIn({ user, shop }));
  expect((await again.get('/api/users/me')).status).toBe(200);
  expect((await list()).filter(({ id }) => id === user.id)).toEqual([]);
});

it('records who blocked and unblocked which account, once', async () => {
  const { user } = await createBuyer(0);
  for (const blocked of [true, true, false, false]) await block(user.id, blocked);
  const { body } = await operator.get('/api/operator/activity');
  const own = (body as { subject: string; action: string; shop: unknown }[]).filter(
    ({ subject }) => subject === user.email,
  );
  expect(own).toMatchObject([
    { action: 'account.unblocked', shop: null, actor: { id: expect.any(Number) } },
    { action: 'account.blocked', shop: null },
  ]);
});

it('does not block an operator, or an account that does not exist', async () => {
  const colleague = await createUser({ isPlatformAdmin: true });
  expect((await block(colleague.id)).body).toMatchObject({ code: 'invalid_input' });
  expect((await block(999_999)).status).toBe(404);
  await database().knex('users').where({ id: colleague.id }).update({ blockedAt: new Date() });
  expect((await block(colleague.id, false)).body).toMatchObject({ operator: true, blocked: false });
});

it('finds accounts by name, lists the blocked ones in pages, and counts alike', async () => {
  const users = [];
  for (const nth of [1, 2, 3]) users.push(await createUser({ name: `Listed Person ${nth}` }));
  const ids = users.map(({ id }) => id);
  await block(ids[1]!);
  expect((await list('?search=listed%20PERSON')).map(({ id }) => id)).toEqual(ids.toReversed());
  expect((await list('?search=listed%20person&list=blocked')).map(({ id }) => id)).toEqual([ids[1]]);
  expect((await list('?search=listed%20person&list=attention')).map(({ id }) => id)).toEqual([ids[1]]);
  const first = await list('?search=listed%20person&list=all&limit=2');
  const rest = await list(`?search=listed%20person&list=all&limit=2&after=${first.at(-1)?.id}`);
  expect([...first, ...rest].map(({ id }) => id)).toEqual(ids.toReversed());
  for (const [query, accounts, blocked] of [
    ['search=listed%20person', 3, 1],
    ['search=listed%20person&list=blocked', 1, 1],
    ['search=listed%20person&list=attention', 1, 1],
  ] as const) {
    const { body } = await operator.get(`/api/operator/accounts/summary?${query}`);
    expect(body).toEqual({ accounts, blocked, orders: 0, expired: 0, refusals: 0 });
  }
});

it('sorts by each column in both directions, page by page, and sums up what matches', async () => {
  const users = [];
  for (const nth of [1, 2, 3]) users.push(await createUser({ name: `Sorted Person ${nth}` }));
  const [none, few, many] = users.map(({ id }) => id) as [number, number, number];
  await ordered(few, 'expired', 2);
  await ordered(many, 'expired', 1);
  await ordered(many, 'due', 3);
  await database().pool.query('INSERT INTO limit_refusals (user_id, count) VALUES ($1, 4), ($2, 9)', [few, many]);
  await database().pool.query(`UPDATE limit_refusals SET last_at = now() + interval '1 hour' WHERE user_id = $1`, [
    few,
  ]);

  const all = '?search=sorted%20person&list=all';
  for (const [sort, expected] of [
    ['created', [many, few, none]],
    ['orders', [many, few, none]],
    ['expired', [few, many, none]],
    ['refusals', [many, few, none]],
    ['last_seen', [few, many, none]],
  ] as const) {
    for (const direction of ['desc', 'asc']) {
      const query = `${all}&sort=${sort}&direction=${direction}`;
      const found = [];
      for (let after = ''; ;) {
        const [account] = await list(`${query}&limit=1${after}`);
        if (!account) break;
        found.push(account.id);
        after = `&after=${account.id}`;
      }
      expect([sort, direction, found]).toEqual([
        sort,
        direction,
        direction === 'desc' ? expected : expected.toReversed(),
      ]);
      expect((await list(query)).map(({ id }) => id)).toEqual(found);
    }
  }
  const attention = await list('?search=sorted%20person&list=attention&sort=refusals&direction=asc');
  expect(attention.map(({ id }) => id)).toEqual([few, many]);
  const { body } = await operator.get(`/api/operator/accounts/summary${all}`);
  expect(body).toEqual({ accounts: 3, blocked: 0, orders: 6, expired: 3, refusals: 13 });
  const { text } = await operator.get(`/api/operator/accounts.csv${all}&sort=expired`);
  const exported = text.trim().split('\n').slice(1);
  expect(exported.map((line) => Number(line.split(',')[0]))).toEqual([few, many, none]);
});

it('lists, sums up and exports those that were created on the days', async () => {
  const [before, first, last, after] = [
    '2024-03-09T18:29:59Z',
    '2024-03-09T18:30:00Z',
    '2024-03-11T18:29:59Z',
    '2024-03-11T18:30:00Z',
  ];
  const ids = [];
  for (const createdAt of [before, first, last, after]) {
    const { id } = await createUser({ name: 'Person of March' });
    await database().knex('users').where({ id }).update({ createdAt });
    ids.push(id);
  }
  const query = '?search=of%20march&list=all&from=2024-03-10&to=2024-03-11';
  expect((await list(query)).map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect((await operator.get(`/api/operator/accounts/summary${query}`)).body).toMatchObject({ accounts: 2 });
  const { text } = await operator.get(`/api/operator/accounts.csv${query}`);
  expect(text.trim().split('\n')).toHaveLength(3);
});

it('exports accounts, and records who did', async () => {
  const user = await createUser({ name: 'Exported Person' });
  const { text, headers } = await operator.get('/api/operator/accounts.csv?search=exported%20person');
  expect(headers.get('content-disposition')).toMatch(/filename="accounts-.*\.csv"/);
  expect(text).toContain(`${user.id},${user.email},`);
  const { body } = await operator.get('/api/operator/activity?limit=1');
  expect(body).toMatchObject([{ action: 'account.exported', shop: null, actor: { id: expect.any(Number) } }]);
});

it.each(['list=some', 'limit=0', 'search=%00', 'sort=name', 'direction=up', 'from=2026-11-02&to=2026-11-01'])(
  'refuses %s',
  async (query) => {
    expect((await operator.get(`/api/operator/accounts?${query}`)).status).toBe(400);
  },
);
