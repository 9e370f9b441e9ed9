import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { User } from '@haat/core/db/accounts.models';
import { env } from '@haat/core/ops/env';
import { storePicture } from '@haat/core/pictures/store-picture';
import { unsubscribeToken } from '@haat/core/orders/mail/unsubscribe';
import { createAddress, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { mailedCode, wrongCode } from '@haat/core/test/one-time-code';
import { orderBody } from '@haat/core/test/order-body';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { createPhoto } from '../test/photo.ts';

const api = apiTest();
let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => clearLimits());

const query = async (text: string, values: unknown[] = []) => (await database().pool.query(text, values)).rows;

async function start(fields = {}) {
  const user = await createUser({ name: 'Asha Example', mobile: '9123456780', ...fields });
  const customer = api.as(await api.signIn({ user, shop }));
  const askForCode = () => customer.post('/api/users/send-deletion-code');
  const confirm = (code: string) => customer.post('/api/users/delete-account', { body: { code } });
  return { user, customer, askForCode, confirm };
}

async function placeOrder(customer: ReturnType<typeof api.as>, userId: number): Promise<number> {
  const address = await createAddress({ user: { id: userId }, name: 'Asha Example', phone: '9123456781' });
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 30_000 }] });
  const body = orderBody([{ variant: variants[0]! }], {
    takeaway: false,
    address: { id: address.id },
    note: 'Asha waits',
  });
  const { status, body: order } = await customer.post('/api/orders', { body });
  expect(status).toBe(201);
  return Number(order.orderId);
}

it('erases the person from every table, and leaves the order with what its accounts need', async () => {
  const picture = await storePicture(new Uint8Array(await (await createPhoto()).arrayBuffer()));
  const { user, customer, askForCode, confirm } = await start({ profileImage: picture, loginMobile: '9123456782' });
  const orderId = await placeOrder(customer, user.id);
  for (const status of ['Accepted', 'In Transit', 'Delivered']) {
    const vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
    expect((await vendor.patch(`/api/orders/${orderId}/status`, { body: { status } })).status).toBe(200);
  }
  const cancelled = await placeOrder(customer, user.id);
  const why = { reason: 'other', text: 'Asha Example is not at home' };
  expect((await customer.post(`/api/orders/${cancelled}/cancel`, { body: why })).status).toBe(200);
  await customer.post('/api/users/me/consents', { body: { purposes: ['account', 'orders', 'offers'] } });
  expect(
    (await customer.put('/api/users/me/place-request', { body: { latitude: 12.3, longitude: 76.6 } })).status,
  ).toBe(204);
  expect((await customer.put(`/api/favourites/shops/${shop.id}`)).status).toBe(204);
  const { product } = await createProduct({ shop });
  expect((await customer.put(`/api/favourites/products/${product.id}`)).status).toBe(204);
  await customer.post('/api/users/fcm-token', { body: { fcm_token: `device-of-${user.id}` } });
  const vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  const atShop = `/api/shops/${shop.id}/customers/${orderId}`;
  const noted = await vendor.patch(atShop, { body: { note: 'Asha Example has a dog', blocked: true } });
  expect(noted.body).toMatchObject({ blocked: true });
  await query(
    `INSERT INTO shop_customers (shop_id, mobile, note) VALUES ($1, '9123456782', 'Asha Example wants bags')`,
    [shop.id],
  );
  const milk = await createProduct({ shop });
  const sale = {
    lines: [{ variant_id: milk.variants[0]!.id, quantity: 1, price: milk.variants[0]!.pricePaise / 100 }],
  };
  const total = sale.lines[0]!.price;
  const sold = await vendor.post(`/api/shops/${shop.id}/counter-sales`, {
    body: { ...sale, total, payment_method: 'cod', phone: '9123456782' },
  });
  expect(sold.body).toMatchObject({ customer_phone: '9123456782' });
  expect(await askForCode()).toMatchObject({ status: 200, body: { resend_after: 30, email: user.email } });
  expect((await confirm(await mailedCode(user.email))).status).toBe(204);

  const [counterSale] = await query('SELECT customer_phone AS phone FROM orders WHERE id = $1', [sold.body.id]);
  expect(counterSale).toEqual({ phone: null });
  expect((await customer.get('/api/users/me')).status).toBe(401);
  expect((await vendor.get(atShop)).status).toBe(404);
  expect((await vendor.get(`/api/shops/${shop.id}/customers`)).body).toEqual([]);
  const left = await User.query().findById(user.id).throwIfNotFound();
  expect(left).toMatchObject({ email: null, loginMobile: null, mobile: null, name: null, profileImage: null });
  expect(left.deletedAt).toBeInstanceOf(Date);
  const [order] = await query(
    'SELECT customer_name, customer_phone, address, note, total_paise FROM orders WHERE id = $1',
    [orderId],
  );
  expect(order).toEqual({
    customer_name: 'Deleted account',
    customer_phone: null,
    address: { name: '', street: '', city: 'Bengaluru', zip: '560041', phone: '' },
    note: null,
    total_paise: 30_000,
  });
  for (const table of [
    'addresses',
    'place_requests',
    'favourite_shops',
    'favourite_products',
    'shop_customers',
    'sessions',
    'push_tokens',
    'known_devices',
    'consents',
    'order_requests',
  ])
    expect([table, await query(`SELECT FROM ${table} WHERE user_id = $1`, [user.id])]).toEqual([table, []]);
  expect(await query('SELECT FROM notifications WHERE feed = $1', [`user:${user.id}`])).toEqual([]);
  await expect(access(join(env.UPLOADS_DIR, picture.replace('/uploads/', '')))).rejects.toThrow('ENOENT');
  expect(await tablesWith(['Asha Example', 'Asha waits', '9123456780', '9123456781', '9123456782'])).toEqual([]);
  expect(await tablesWith([user.email])).toEqual(['otp_codes']);
});

/** The tables in any row of which one of the texts occurs. */
async function tablesWith(texts: string[]): Promise<string[]> {
  const tables = await query("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await query(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`);
    if (rows.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(name);
  }
  return found;
}

it('refuses while an order is open, and says until when', async () => {
  const { user, customer, askForCode, confirm } = await start();
  expect((await askForCode()).status).toBe(200);
  const code = await mailedCode(user.email);
  const orderId = await placeOrder(customer, user.id);
  const [{ order_number: number }] = await query('SELECT order_number FROM orders WHERE id = $1', [orderId]);
  const error = `Your order ${number} at ${shop.name} is still open. You can delete your account once it is completed.`;
  expect(await confirm(code)).toMatchObject({ status: 409, body: { code: 'account_in_use', error } });
  expect(await askForCode()).toMatchObject({ status: 409, body: { code: 'account_in_use', error } });
  await query(`UPDATE orders SET status = 'Delivered' WHERE id = $1`, [orderId]);
  expect((await confirm(code)).status).toBe(204);
});

it('erases what the customer wrote about a problem, which the shop can refund and no longer replace', async () => {
  const { user, customer, askForCode, confirm } = await start();
  const vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  const orderId = await placeOrder(customer, user.id);
  for (const status of ['Accepted', 'In Transit', 'Delivered'])
    await vendor.patch(`/api/orders/${orderId}/status`, { body: { status } });
  const [item] = await query('SELECT id FROM order_items WHERE order_id = $1', [orderId]);
  const lines = JSON.stringify([{ item_id: item.id, quantity: 1, kind: 'damaged' }]);
  const form = formOf({ lines, text: 'Asha Example found it broken', picture: [await createPhoto()] });
  const { body: problem } = await customer.post(`/api/orders/${orderId}/problems`, { body: form });
  await askForCode();
  expect((await confirm(await mailedCode(user.email))).status).toBe(204);

  expect(await tablesWith(['Asha Example'])).toEqual([]);
  expect(await query('SELECT FROM order_problem_pictures WHERE problem_id = $1', [problem.id])).toEqual([]);
  const answer = (body: object) => vendor.post(`/api/problems/${problem.id}/answer`, { body });
  expect(await answer({ answer: 'replacement' })).toMatchObject({
    status: 409,
    body: { message: 'The customer has deleted the account. Refund the money instead.' },
  });
  expect((await answer({ answer: 'refund', amount: 1 })).status).toBe(200);
});

it('refuses while a payment is not settled', async () => {
  const { user, askForCode } = await start();
  const add = `INSERT INTO payments (provider, user_id, amount_paise, state) VALUES ('stripe', $1, 500, $2)`;
  await query(add, [user.id, 'paid']);
  expect(await askForCode()).toMatchObject({ status: 409, body: { code: 'account_in_use' } });
  await query(`UPDATE payments SET state = 'refunded' WHERE user_id = $1`, [user.id]);
  expect((await askForCode()).status).toBe(200);
});

it('refuses a wrong code, and one for another purpose', async () => {
  const { user, customer, askForCode, confirm } = await start();
  await customer.post('/api/users/send-mobile-code', { body: { mobile: '9123456783' } });
  expect((await confirm(await mailedCode('9123456783'))).status).toBe(401);
  await askForCode();
  expect(await confirm(wrongCode(await mailedCode(user.email)))).toMatchObject({
    status: 401,
    body: { code: 'otp_invalid' },
  });
  expect((await customer.get('/api/users/me')).status).toBe(200);
});

it('refuses the only admin of a shop, and removes other members from their teams', async () => {
  const own = await createShop();
  const admin = await start();
  await createMember({ shop: own, user: admin.user, role: 'admin' });
  await admin.askForCode();
  expect(await admin.confirm(await mailedCode(admin.user.email))).toMatchObject({
    status: 409,
    body: { code: 'last_admin' },
  });
  expect((await admin.customer.get('/api/users/me')).status).toBe(200);

  const vendor = await start();
  await createMember({ shop: own, user: vendor.user });
  await vendor.askForCode();
  expect((await vendor.confirm(await mailedCode(vendor.user.email))).status).toBe(204);
  expect(await query('SELECT user_id FROM shop_members WHERE shop_id = $1', [own.id])).toEqual([
    { user_id: admin.user.id },
  ]);
  expect(
    await query(`SELECT subject FROM activity_log WHERE shop_id = $1 AND action = 'member.left'`, [own.id]),
  ).toEqual([{ subject: 'Deleted account' }]);
});

it('leaves no name on what a member did in the shop', async () => {
  const [own, customer, vendor] = [await createShop(), await start(), await start()];
  await createMember({ shop: own, user: vendor.user });
  await createMember({ shop: own, user: (await start()).user, role: 'admin' });
  const staff = async (user: User) => api.as(await api.signIn({ user, shop: own }));
  const { variants } = await createProduct({ shop: own, variants: [{ pricePaise: 30_000 }] });
  const body = orderBody([{ variant: variants[0]! }], { takeaway: true });
  const { body: order } = await customer.customer.post('/api/orders', { body });
  const move = { body: { status: 'Accepted' } };
  const accepted = await (await staff(vendor.user)).patch(`/api/orders/${order.orderId}/status`, move);
  expect(accepted.status).toBe(200);
  await vendor.askForCode();
  expect((await vendor.confirm(await mailedCode(vendor.user.email))).status).toBe(204);

  const owner = await staff(await createMember({ shop: own, role: 'admin' }));
  const orders = await owner.get(`/api/orders/shop/${own.id}`);
  expect(orders.body[0].steps.at(-1)).toMatchObject({ status: 'Accepted', by: 'Deleted account' });
  const activity = await owner.get(`/api/shops/${own.id}/activity`);
  expect(activity.body[0]).toMatchObject({ action: 'member.left', actor: { name: 'Deleted account' } });
});

it('refuses an operator', async () => {
  const { askForCode } = await start({ isPlatformAdmin: true });
  expect(await askForCode()).toMatchObject({ status: 409, body: { code: 'account_in_use' } });
});

it('keeps the name and address on an order whose invoice must have them', async () => {
  const { user, customer, askForCode, confirm } = await start();
  const orderId = await placeOrder(customer, user.id);
  await query(`UPDATE orders SET status = 'Delivered', total_paise = 5000000 WHERE id = $1`, [orderId]);
  await askForCode();
  expect((await confirm(await mailedCode(user.email))).status).toBe(204);
  expect(await query('SELECT customer_name, customer_phone, note FROM orders WHERE id = $1', [orderId])).toEqual([
    { customer_name: 'Asha Example', customer_phone: null, note: null },
  ]);
  const [left] = await query(
    `SELECT o.address, (SELECT jsonb_agg(n.details) FROM notifications n WHERE n.order_id = o.id) AS details
     FROM orders o WHERE o.id = $1`,
    [orderId],
  );
  expect(left.address).toMatchObject({ name: 'Asha Example', phone: '' });
  expect(left.details).toEqual([expect.not.objectContaining({ phone: expect.anything() })]);
});

describe('what was requested before the deletion and is written after it', () => {
  /** Deletes the account while `request` waits for it. */
  async function deleteBefore<Answer>(userId: number, request: () => Promise<Answer>): Promise<Answer> {
    const client = await database().pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
      const answer = request();
      await expect
        .poll(() =>
          query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`),
        )
        .toHaveLength(1);
      await client.query(
        'UPDATE users SET email = NULL, name = NULL, mobile = NULL, deleted_at = now() WHERE id = $1',
        [userId],
      );
      await client.query('COMMIT');
      return await answer;
    } finally {
      client.release();
    }
  }

  it('is no order', async () => {
    const { user, customer } = await start();
    const { variants } = await createProduct({ shop, variants: [{ pricePaise: 30_000 }] });
    const body = orderBody([{ variant: variants[0]! }], { takeaway: true });
    const { status } = await deleteBefore(user.id, () => customer.post('/api/orders', { body }));
    expect(status).toBe(503);
    expect(await query('SELECT FROM orders WHERE user_id = $1', [user.id])).toEqual([]);
  });

  it('is no address', async () => {
    const { user, customer } = await start();
    const body = { name: 'Asha Example', street: '1 Main Road', city: 'Bengaluru', zip: '560041', phone: '9123456781' };
    const { status } = await deleteBefore(user.id, () => customer.post('/api/address', { body }));
    expect(status).toBe(404);
    expect(await query('SELECT FROM addresses WHERE user_id = $1', [user.id])).toEqual([]);
  });
});

it('stores no choice of messages for a link in an old mail', async () => {
  const { user, askForCode, confirm } = await start();
  await askForCode();
  expect((await confirm(await mailedCode(user.email))).status).toBe(204);
  const body = { token: unsubscribeToken(user.id, 'order_ends') };
  expect((await api.as().post('/api/unsubscribe', { body })).status).toBe(200);
  expect(await query('SELECT FROM message_preferences WHERE user_id = $1', [user.id])).toEqual([]);
});

it('opens a new account for the same email address', async () => {
  const { user, askForCode, confirm } = await start();
  await askForCode();
  await confirm(await mailedCode(user.email));
  await clearLimits();
  const who = { email: user.email, shop_slug: shop.slug };
  await api.as().post('/api/auth/send-token', { body: who });
  const { body } = await api
    .as()
    .post('/api/auth/login-with-token', { body: { ...who, token: await mailedCode(user.email) } });
  expect(body.user.id).not.toBe(user.id);
});
