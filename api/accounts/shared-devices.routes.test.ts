import type { ShopDeviceView } from '@haat/contract/accounts/shop-devices.calls';
import { database } from '@haat/core/db/database';
import { type Shop, Shop as ShopModel } from '@haat/core/db/shops.models';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { createMember, createProduct, createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { givePin, shareDevice, TEST_PIN } from '@haat/core/test/shared-device';
import { clearLimits } from '@haat/core/test/limits';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type ApiCaller, apiTest, type SignedIn } from '../test/api-client.ts';
import { openEventStream } from '../test/event-stream.ts';

const api = apiTest();

let shop: Shop;
let counter: UserWithEmail;
let admin: UserWithEmail;
let vendor: UserWithEmail;
let device: SignedIn;
beforeEach(async () => {
  await clearLimits();
  shop = await createShop();
  counter = await createMember({ shop });
  admin = await createMember({ shop, role: 'admin', user: await createUser({ name: 'Test Admin' }) });
  vendor = await createMember({ shop });
  device = await api.signIn({ user: counter, shop });
});

const own = (as: SignedIn): ApiCaller => api.as(as);
const setPin = (as: SignedIn, body: object) => own(as).put('/api/users/me/pin', { body });
const enter = (who: { id: number }, pin = TEST_PIN, as = device): Promise<Answer> =>
  own(as).post('/api/shared-device/person', { body: { user_id: who.id, pin } });
const lock = (as = device) => own(as).request('DELETE', '/api/shared-device/person');
const state = async (as = device) => (await own(as).get('/api/shared-device')).body;
const removePin = (as: SignedIn, who: { id: number }) =>
  own(as).request('DELETE', `/api/shops/${shop.id}/members/${who.id}/pin`);
const ask = (as: SignedIn, minutes: number | null, which = device) =>
  own(as).put(`/api/shops/${shop.id}/devices/${which.sessionId}/pin`, { body: { idle_minutes: minutes } });
const mayChangeSettings = async () =>
  (await own(device).put(`/api/shops/${shop.id}/rush`, { body: { minutes: 10 } })).status;
const activity = async () =>
  (
    await database().pool.query('SELECT action, actor_id, subject FROM activity_log WHERE shop_id = $1 ORDER BY id', [
      shop.id,
    ])
  ).rows;
const agePeriod = (minutes: number) =>
  database().pool.query('UPDATE shared_devices SET acting_until = acting_until - make_interval(mins => $1)', [minutes]);

async function share(): Promise<void> {
  await givePin({ user: admin, shop });
  await givePin({ user: vendor, shop }, '593017');
  await shareDevice({ sessionId: device.sessionId, shop });
}

describe('the own PIN', () => {
  it('is set after a login, changed with the old one, and recorded without it', async () => {
    const mine = await api.signIn({ user: vendor, shop });
    expect((await own(mine).get('/api/users/me/pin')).body).toEqual({ set: false, fresh: true });
    expect((await setPin(mine, { pin: '4071' })).status).toBe(204);
    await database().pool.query("UPDATE sessions SET created_at = now() - interval '16 minutes'");
    expect((await own(mine).get('/api/users/me/pin')).body).toEqual({ set: true, fresh: false });
    expect((await setPin(mine, { pin: '8392' })).body.code).toBe('login_required');
    expect((await setPin(mine, { pin: '8392', current_pin: '4072' })).body.code).toBe('pin_wrong');
    expect((await setPin(mine, { pin: '8392', current_pin: '4071' })).status).toBe(204);
    expect(await activity()).toEqual(
      [1, 2].map(() => ({ action: 'member.pin_set', actor_id: vendor.id, subject: vendor.email })),
    );
    const { rows } = await database().pool.query('SELECT pin_hash FROM shop_members WHERE user_id = $1', [vendor.id]);
    expect(rows).toEqual([{ pin_hash: expect.stringMatching(/^scrypt\$/) }]);
  });

  it.each(['0000', '1234', '4321', '1212', '2580', '111111', '407', '4071935', '40a1', ' 4071', 4071])(
    'is not %j',
    async (pin) => {
      const mine = await api.signIn({ user: vendor, shop });
      expect((await setPin(mine, { pin })).status).toBe(400);
    },
  );

  it('is not that of a customer, nor of an operator', async () => {
    const customer = await api.signIn({ user: await createUser(), shop });
    const operator = await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop });
    for (const other of [customer, operator]) {
      expect((await own(other).get('/api/users/me/pin')).status).toBe(403);
      expect((await setPin(other, { pin: '4071' })).status).toBe(403);
    }
  });

  it('is guessed five times in a row, and the login continues', async () => {
    await givePin({ user: vendor, shop });
    const mine = await api.signIn({ user: vendor, shop });
    await database().pool.query("UPDATE sessions SET created_at = now() - interval '1 hour'");
    for (let guess = 0; guess < 5; guess += 1)
      expect((await setPin(mine, { pin: '8392', current_pin: '5555' })).status).toBe(422);
    const refused = await setPin(mine, { pin: '8392', current_pin: TEST_PIN });
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect((await own(mine).get('/api/users/me')).status).toBe(200);
  });

  it('is out of reach for others on a shared device, and needs the old one there', async () => {
    await share();
    await givePin({ user: counter, shop }, '6482');
    const change = { pin: '8392', current_pin: '6482' };
    expect((await setPin(device, change)).body.code).toBe('pin_required');
    await enter(admin);
    const refused = await setPin(device, change);
    expect([refused.status, refused.body.code]).toEqual([403, 'shared_device']);
    expect((await own(device).get('/api/users/me/pin')).body.code).toBe('shared_device');
    await enter(counter, '6482');
    expect((await own(device).get('/api/users/me/pin')).body).toEqual({ set: true, fresh: false });
    expect((await setPin(device, { pin: '8392' })).body.code).toBe('login_required');
    expect((await setPin(device, { pin: '8392', current_pin: TEST_PIN })).body.code).toBe('pin_wrong');
    expect((await setPin(device, change)).status).toBe(204);
  });

  it('is one for each shop', async () => {
    const other = await createShop();
    await createMember({ shop: other, user: vendor });
    await givePin({ user: vendor, shop });
    const there = await api.signIn({ user: vendor, shop: other });
    expect((await own(there).get('/api/users/me/pin')).body.set).toBe(false);
  });
});

describe('removing a PIN', () => {
  beforeEach(() => givePin({ user: vendor, shop }));

  it('is possible for admins and for its owner, and recorded once', async () => {
    const atAdmin = await api.signIn({ user: admin, shop });
    for (let time = 0; time < 2; time += 1) expect((await removePin(atAdmin, vendor)).status).toBe(204);
    await givePin({ user: vendor, shop });
    expect((await removePin(await api.signIn({ user: vendor, shop }), vendor)).status).toBe(204);
    expect(await activity()).toEqual([
      { action: 'member.pin_removed', actor_id: admin.id, subject: vendor.email },
      { action: 'member.pin_removed', actor_id: vendor.id, subject: vendor.email },
    ]);
  });

  it('is refused to other members, and to admins of other shops', async () => {
    expect((await removePin(device, vendor)).status).toBe(403);
    const elsewhere = await createShop();
    const stranger = await api.signIn({
      user: await createMember({ shop: elsewhere, role: 'admin' }),
      shop: elsewhere,
    });
    expect((await removePin(stranger, vendor)).status).toBe(403);
    expect((await removePin(await api.signIn({ user: admin, shop }), await createUser())).status).toBe(404);
  });
});

describe('asking for a PIN on a device', () => {
  it('is for admins, recorded when it changes, and shown in the list of devices', async () => {
    const atAdmin = await api.signIn({ user: admin, shop });
    expect((await ask(atAdmin, 5)).body.code).toBe('pin_missing');
    await givePin({ user: admin, shop });
    expect((await ask(device, 5)).status).toBe(403);
    for (const minutes of [5, 5, 10]) expect((await ask(atAdmin, minutes)).status).toBe(204);
    await enter(admin);
    const devices: ShopDeviceView[] = (await own(atAdmin).get(`/api/shops/${shop.id}/devices`)).body;
    const of = ({ sessionId }: SignedIn) => devices.find(({ id }) => id === sessionId);
    expect(of(device)).toMatchObject({ pin_idle_minutes: 10, person: { id: admin.id, name: 'Test Admin' } });
    expect(of(atAdmin)).toMatchObject({ pin_idle_minutes: null, person: null });
    expect((await ask(atAdmin, null)).status).toBe(204);
    expect((await state()).asks_pin).toBe(false);
    expect((await activity()).map(({ action }) => action)).toEqual([
      'device.pin_on',
      'device.pin_on',
      'device.pin_off',
    ]);
  });

  it.each([0, 3, 61, '5', undefined])('does not accept %j minutes', async (minutes) => {
    const atAdmin = await api.signIn({ user: admin, shop });
    expect((await ask(atAdmin, minutes as number)).status).toBe(400);
  });

  it('does not reach the devices of customers and of other shops', async () => {
    await givePin({ user: admin, shop });
    const atAdmin = await api.signIn({ user: admin, shop });
    const customer = await api.signIn({ user: await createUser(), shop });
    const there = await api.signIn({ user: vendor, shop: await createShop() });
    for (const other of [customer, there]) expect((await ask(atAdmin, 5, other)).status).toBe(404);
  });
});

describe('a shared device', () => {
  beforeEach(share);

  it('lists the members with a PIN, and who is working', async () => {
    expect(await state()).toEqual({
      asks_pin: true,
      idle_minutes: 5,
      person: null,
      until: null,
      people: [
        { id: admin.id, name: 'Test Admin' },
        { id: vendor.id, name: 'Test Vendor' },
      ],
    });
    await enter(vendor, '593017');
    expect((await state()).person).toEqual({ id: vendor.id, name: 'Test Vendor', role: 'vendor' });
  });

  it('reads what it rings for while it is locked, and nothing else of the shop', async () => {
    for (const path of ['/api/notifications', '/api/notifications/acknowledged', '/api/announcements', '/api/users/me'])
      expect((await own(device).get(path)).status).toBe(200);
    expect((await own(device).post('/api/notifications/stream-ticket')).status).toBe(200);
    const { refreshToken } = device;
    expect((await api.as().post('/api/auth/refresh-token', { body: { refreshToken } })).status).toBe(200);
    for (const path of [`/api/orders/shop/${shop.id}`, `/api/shops/${shop.id}/activity`, '/api/auth/shops']) {
      const answer = await own(device).get(path);
      expect([answer.status, answer.body.code]).toEqual([409, 'pin_required']);
    }
  });

  it('rings on while it is locked: nobody can silence the orders', async () => {
    const answer = await own(device).post('/api/notifications/acknowledge', { body: { seq: 1 } });
    expect([answer.status, answer.body.code]).toEqual([409, 'pin_required']);
  });

  it.each(['admin', 'vendor'] as const)(
    'has the rights of a member who acts, with an account of a %s',
    async (role) => {
      await database().pool.query('UPDATE shop_members SET role = $1 WHERE user_id = $2', [role, counter.id]);
      expect(await mayChangeSettings()).not.toBe(200);
      const answer = await enter(admin);
      expect(answer.status).toBe(200);
      expect((await own(device).get('/api/users/me')).body).toMatchObject({ id: counter.id, shop_admin: true });
      const path = `/api/shops/${shop.id}/members/${vendor.id}`;
      expect((await own(device).patch(path, { body: { role: 'vendor' } })).status).toBe(200);
      await enter(vendor, '593017');
      expect((await own(device).patch(path, { body: { role: 'vendor' } })).status).toBe(403);
      expect((await own(device).get('/api/users/me')).body.shop_admin).toBeUndefined();
    },
  );

  it('has none of the rights of an operator, whose account it is', async () => {
    await database().pool.query('UPDATE users SET is_platform_admin = true WHERE id = $1', [counter.id]);
    expect((await own(device).get('/api/operator/shops')).status).toBe(403);
    await enter(admin);
    expect((await own(device).get('/api/operator/shops')).status).toBe(403);
    // At another shop, too, whether the session helps it or not.
    const other = await createShop();
    for (const helped of [null, other.id]) {
      await database().pool.query(
        "UPDATE sessions SET shop_id = $2, helped_shop_id = $3, helps_until = CASE WHEN $3::bigint IS NOT NULL THEN now() + interval '1 hour' END WHERE id = $1",
        [device.sessionId, other.id, helped],
      );
      expect((await own(device).get('/api/operator/shops')).status).toBe(403);
      expect((await own(device).get(`/api/orders/shop/${other.id}`)).status).toBe(409);
    }
  });

  it('answers a token with the rights of the member', async () => {
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims((await enter(admin)).body.token)).toMatchObject({ sub: String(counter.id), shop_admin: true });
    expect(claims((await lock()).body.token).shop_admin).toBeUndefined();
  });

  it('locks, and after its minutes without use', async () => {
    await enter(admin);
    expect((await lock()).status).toBe(200);
    expect((await state()).person).toBeNull();
    await enter(admin);
    await agePeriod(5);
    expect((await state()).person).toBeNull();
    expect((await own(device).post('/api/shared-device/use')).body.code).toBe('pin_required');
    expect((await own(device).post('/api/notifications/acknowledge', { body: { seq: 1 } })).status).toBe(409);
  });

  it('continues while it is used, and is written once a minute', async () => {
    await enter(admin);
    const use = async (): Promise<string> => (await own(device).post('/api/shared-device/use')).body.until;
    const until = (await state()).until;
    expect(await use()).toBe(until);
    await agePeriod(2);
    const extended = await use();
    expect(Date.parse(extended)).toBeGreaterThan(Date.parse(until) - 10_000);
    expect(await use()).toBe(extended);
  });

  it('refuses a wrong PIN, five of a member on a device, and leaves the others and the login alone', async () => {
    for (let guess = 0; guess < 5; guess += 1) {
      const wrong = await enter(admin, '5555');
      expect([wrong.status, wrong.body.code]).toEqual([422, 'pin_wrong']);
    }
    const refused = await enter(admin);
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await enter(vendor, '593017')).status).toBe(200);
    const other = await api.signIn({ user: counter, shop });
    await shareDevice({ sessionId: other.sessionId, shop });
    expect((await enter(admin, TEST_PIN, other)).status).toBe(200);
    const { rows } = await database().pool.query(
      "SELECT actor_id, subject FROM activity_log WHERE shop_id = $1 AND action = 'device.pin_refused'",
      [shop.id],
    );
    expect(rows).toEqual([{ actor_id: null, subject: admin.email }]);
    expect((await own(await api.signIn({ user: admin, shop })).get('/api/users/me')).status).toBe(200);
  });

  it('refuses more than 40 wrong PINs of a shop in 15 minutes', async () => {
    const third = await createMember({ shop });
    await givePin({ user: third, shop });
    const guessed = [admin, vendor, third];
    const statuses: number[] = [];
    for (let guess = 0; guess < 42; guess += 1) {
      if (guess % 5 === 0) {
        device = await api.signIn({ user: counter, shop });
        await shareDevice({ sessionId: device.sessionId, shop });
      }
      // No member has 20 of them.
      statuses.push((await enter(guessed[guess % guessed.length]!, '5555')).status);
    }
    expect(statuses).toEqual([...Array(40).fill(422), 429, 429]);
  });

  it('refuses more than 20 wrong PINs of a member in a day, on whichever device', async () => {
    const statuses: number[] = [];
    for (let guess = 0; guess < 21; guess += 1) {
      if (guess % 5 === 0) {
        device = await api.signIn({ user: counter, shop });
        await shareDevice({ sessionId: device.sessionId, shop });
      }
      statuses.push((await enter(admin, '5555')).status);
    }
    expect(statuses).toEqual([...Array(20).fill(422), 429]);
    expect((await enter(vendor, '593017')).status).toBe(200);
  });

  it('refuses more than 15 wrong PINs on a device, which block no other device of the shop', async () => {
    const strangers = await Promise.all(Array.from({ length: 50 }, () => createUser()));
    const statuses: number[] = [];
    for (const stranger of strangers) statuses.push((await enter(stranger)).status);
    expect(statuses).toEqual([...Array(15).fill(422), ...Array(35).fill(429)]);
    expect((await enter(admin)).status).toBe(429);
    const other = await api.signIn({ user: counter, shop });
    await shareDevice({ sessionId: other.sessionId, shop });
    expect((await enter(admin, TEST_PIN, other)).status).toBe(200);
  });

  it('counts no PIN that was right', async () => {
    for (let time = 0; time < 7; time += 1) expect((await enter(admin)).status).toBe(200);
  });

  it('is not unlocked by somebody without a PIN, a stranger, or on a device that is not shared', async () => {
    expect((await enter(counter)).body.code).toBe('pin_wrong');
    expect((await enter(await createUser())).body.code).toBe('pin_wrong');
    const elsewhere = await createMember({ shop: await createShop() });
    expect((await enter(elsewhere)).body.code).toBe('pin_wrong');
    expect((await enter(admin, TEST_PIN, await api.signIn({ user: counter, shop }))).status).toBe(404);
  });

  it('stays at its shop, and has no rights at another one where it is already', async () => {
    const other = await createShop();
    await createMember({ shop: other, user: counter, role: 'admin' });
    const move = () => own(device).post('/api/auth/shop', { body: { shop_slug: other.slug } });
    expect((await move()).body.code).toBe('shared_device');
    await enter(admin);
    expect((await move()).body.code).toBe('shared_device');
    await database().pool.query('UPDATE sessions SET shop_id = $1 WHERE id = $2', [other.id, device.sessionId]);
    expect((await own(device).get('/api/notifications')).status).toBe(403);
    expect((await own(device).get(`/api/orders/shop/${other.id}`)).body.code).toBe('pin_required');
    expect((await move()).body.code).toBe('shared_device');
  });

  it('closes the stream of a member whose rights are gone, within a second', async () => {
    const { token } = (await enter(admin)).body;
    const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${token}`);
    expect(stream.status).toBe(200);
    const began = Date.now();
    await lock();
    await stream.closed;
    expect(Date.now() - began).toBeLessThan(1_000);
  });

  it('works while the shop is suspended, to finish its orders', async () => {
    await ShopModel.query().findById(shop.id).patch({ suspendedAt: new Date() });
    expect((await enter(admin)).status).toBe(200);
    expect((await lock()).status).toBe(200);
  });
});

describe('acting ends when', () => {
  beforeEach(async () => {
    await share();
    if ((await enter(vendor, '593017')).status !== 200) throw new Error('The PIN was refused');
  });

  const expectLocked = async () => {
    expect((await state()).person).toBeNull();
    expect((await own(device).post('/api/notifications/acknowledge', { body: { seq: 1 } })).body.code).toBe(
      'pin_required',
    );
  };
  const atAdmin = () => api.signIn({ user: admin, shop });
  const isStored = async () =>
    (await database().pool.query('SELECT actor_id FROM shared_devices WHERE actor_id = $1', [vendor.id])).rowCount !==
    0;

  it('the member is removed, also if they come back', async () => {
    const path = `/api/shops/${shop.id}/members/${vendor.id}`;
    expect((await own(await atAdmin()).request('DELETE', path)).status).toBe(204);
    await expectLocked();
    await createMember({ shop, user: vendor });
    await givePin({ user: vendor, shop });
    await expectLocked();
  });

  it('their PIN is removed', async () => {
    expect((await removePin(await atAdmin(), vendor)).status).toBe(204);
    await expectLocked();
    expect(await isStored()).toBe(false);
  });

  it('they change their PIN', async () => {
    expect((await setPin(await api.signIn({ user: vendor, shop }), { pin: '8392' })).status).toBe(204);
    await expectLocked();
  });

  it('they log out all other devices', async () => {
    const phone = await api.signIn({ user: vendor, shop });
    expect((await own(phone).request('DELETE', '/api/users/me/sessions')).status).toBe(204);
    await expectLocked();
  });

  it('their account is blocked', async () => {
    const operator = await api.signIn({ user: await createUser({ isPlatformAdmin: true }), shop: await createShop() });
    const answer = await own(operator).patch(`/api/operator/accounts/${vendor.id}`, { body: { blocked: true } });
    expect(answer.status).toBe(200);
    await expectLocked();
  });

  it('the account of the device is removed from the team', async () => {
    const path = `/api/shops/${shop.id}/members/${counter.id}`;
    expect((await own(await atAdmin()).request('DELETE', path)).status).toBe(204);
    expect((await own(device).get('/api/shared-device')).status).toBe(403);
    expect((await own(device).get('/api/notifications')).status).toBe(403);
  });

  it('the device is logged out, and another login does not share it', async () => {
    await own(device).post('/api/auth/logout');
    expect((await own(device).get('/api/shared-device')).status).toBe(401);
    expect((await state(await api.signIn({ user: counter, shop }))).asks_pin).toBe(false);
  });

  it('their role no longer receives new orders, for which the device must ring', async () => {
    await database().pool.query("UPDATE shop_members SET role = 'helper' WHERE user_id = $1", [vendor.id]);
    await expectLocked();
    expect((await state()).people).toEqual([{ id: admin.id, name: 'Test Admin' }]);
    expect((await enter(vendor, '593017')).body.code).toBe('pin_wrong');
  });

  it('never because their role becomes another one that does, which it follows at once', async () => {
    const path = `/api/shops/${shop.id}/members/${vendor.id}`;
    expect((await own(await atAdmin()).patch(path, { body: { role: 'admin' } })).status).toBe(200);
    expect((await state()).person).toMatchObject({ id: vendor.id, role: 'admin' });
    expect((await own(device).get(`/api/shops/${shop.id}/activity`)).status).toBe(200);
  });
});

describe('an order on a shared device', () => {
  let orderId: number;
  beforeEach(async () => {
    await share();
    const { variants } = await createProduct({ shop });
    const customer = await createUser();
    const idempotencyKey = crypto.randomUUID();
    const body = orderBody([{ variant: variants[0]! }]);
    orderId = (await placeOrder({ userId: customer.id, body, idempotencyKey })).id;
  });

  const advance = (headers: Record<string, string> = {}) =>
    own(device).patch(`/api/orders/${orderId}/status`, { body: { status: 'Accepted' }, headers });
  const cancel = () => own(device).post(`/api/orders/${orderId}/cancel`, { body: { reason: 'item_unavailable' } });
  const events = async () =>
    (
      await database().pool.query(
        "SELECT actor_id, to_status FROM order_events WHERE order_id = $1 AND kind = 'status' ORDER BY id",
        [orderId],
      )
    ).rows;

  it('is accepted by the member who acts, and shows their name', async () => {
    expect((await advance()).body.code).toBe('pin_required');
    await enter(vendor, '593017');
    expect((await advance()).status).toBe(200);
    expect(await events()).toEqual([{ actor_id: vendor.id, to_status: 'Accepted' }]);
    const timeline = (await own(device).get(`/api/orders/${orderId}/timeline`)).body;
    expect(JSON.stringify(timeline)).toContain('Test Vendor');
  });

  it('is not cancelled while it is locked, nor answered about a problem', async () => {
    const answer = await cancel();
    expect([answer.status, answer.body.code]).toEqual([409, 'pin_required']);
    expect(await events()).toEqual([]);
    await enter(admin);
    expect((await advance()).status).toBe(200);
    expect((await cancel()).status).toBe(200);
    expect((await events()).at(-1)).toEqual({ actor_id: admin.id, to_status: 'Cancelled' });
  });

  it('is left alone where another member acts by now than the one who made the change', async () => {
    await enter(vendor, '593017');
    const other = await advance({ 'acting-as': String(admin.id) });
    expect([other.status, other.body.code]).toEqual([409, 'pin_required']);
    expect(await events()).toEqual([]);
    expect((await advance({ 'acting-as': String(vendor.id) })).status).toBe(200);
  });

  it('of the account itself stays that of the account while another member acts', async () => {
    const { variants } = await createProduct({ shop });
    const body = orderBody([{ variant: variants[0]! }]);
    orderId = (await placeOrder({ userId: counter.id, body, idempotencyKey: crypto.randomUUID() })).id;
    await enter(vendor, '593017');
    const path = `/api/orders/${orderId}/cancel`;
    expect((await own(device).post(path, { body: { reason: 'changed_my_mind' } })).status).toBe(200);
    expect(await events()).toEqual([{ actor_id: counter.id, to_status: 'Cancelled' }]);
  });
});

it('erases who has acted with the account, and exports that there is a PIN, not the PIN', async () => {
  await share();
  await enter(vendor, '593017');
  const mine = await api.signIn({ user: vendor, shop });
  const exported = await own(mine).get('/api/users/me/export');
  expect(exported.body.memberships).toMatchObject([{ has_pin: true }]);
  expect(exported.text).not.toContain('scrypt');
});
