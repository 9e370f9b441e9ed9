import { operatorAccountView } from '@haat/contract/api/operator';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shop.model';
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

const list = async () => operatorAccountView.array().parse((await operator.get('/api/operator/accounts')).body);
const block = (id: number, blocked = true) => operator.patch(`/api/operator/accounts/${id}`, { body: { blocked } });

/** A customer who has tried to place so many orders. */
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

it('signs a blocked account out at once, its streams too, and keeps it listed until it is unblocked', async () => {
  const user = await createMember({ shop });
  const signedIn = await api.signIn({ user, shop });
  const calls = api.as(signedIn);
  const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${signedIn.token}`);
  expect(stream.status).toBe(200);
  const { status, body } = await block(user.id);
  expect([status, operatorAccountView.parse(body)]).toMatchObject([200, { id: user.id, blocked: true }]);
  await stream.closed;
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
});
