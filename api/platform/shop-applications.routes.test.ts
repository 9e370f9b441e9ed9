import { database } from '@haat/core/db/database';
import { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { readSetup } from '@haat/core/shops/read-setup';
import { createMember, createMobileUser, createShop, createUser, type UserWithEmail } from '@haat/core/test/factories';
import { mailedCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let platform: Shop;
let operator: ApiCaller;
let person: UserWithEmail;
let applicant: ApiCaller;
beforeAll(async () => {
  platform = await createShop({ slug: 'platform', isPlatform: true });
  operator = await callerOf(await createUser({ isPlatformAdmin: true }));
});
beforeEach(async () => {
  await clearLimits();
  await database().pool.query('DELETE FROM shop_applications; DELETE FROM outbox');
  person = await createUser();
  applicant = await callerOf(person);
});

const callerOf = async (user: Pick<User, 'id'>, shop = platform) => api.as(await api.signIn({ user, shop }));

let made = 0;
const fields = (given: object = {}) => ({
  name: 'Green Leaf',
  slug: `green-leaf-${(made += 1)}`,
  trade: 'vegetables',
  mobile: '+91 98765 43210',
  street: '4, 1st Main',
  pin_code: '560041',
  ...given,
});
const apply = (given: object = {}, { by = applicant, key }: { by?: ApiCaller; key?: string } = {}) =>
  by.post('/api/shop-applications', { body: fields(given), ...(key && { headers: { 'idempotency-key': key } }) });
const approve = (id: number, by = operator) => by.post(`/api/operator/shop-applications/${id}/approve`);
const decline = (id: number, reason = 'No licence') =>
  operator.post(`/api/operator/shop-applications/${id}/decline`, { body: { reason } });
const withdraw = (id: number, by = applicant) => by.post(`/api/shop-applications/${id}/withdraw`);
const own = async () => (await applicant.get('/api/shop-applications')).body;
const isAvailable = async (slug: string) => (await api.as().get(`/api/shop-applications/slugs/${slug}`)).body.available;

describe('applying', () => {
  it('stores what was typed, with the city of the PIN code', async () => {
    const { status, body } = await apply({ gstin: '27 aapfu0939f1zv', fssai_licence: '10012011000001' });
    expect([status, body]).toMatchObject([
      201,
      {
        state: 'submitted',
        mobile: '9876543210',
        city: 'Bengaluru',
        gstin: '27AAPFU0939F1ZV',
        fssai_licence: '10012011000001',
        decided_at: null,
      },
    ]);
    expect(await own()).toEqual([body]);
  });

  it('takes a landline, and a PIN code that is not known', async () => {
    const { status, body } = await apply({ mobile: '080-2654 1234', pin_code: '999999' });
    expect([status, body]).toMatchObject([201, { mobile: '08026541234', pin_code: '999999', city: '' }]);
    expect((await approve(body.id)).status).toBe(200);
    const shop = (await api.as().get(`/api/shops/${body.slug}`)).body;
    expect(shop).toMatchObject({ phone: '08026541234', address: '4, 1st Main, 999999', latitude: null });
  });

  it('makes one application of a request that is repeated, and refuses its key for another', async () => {
    const given = { slug: 'twice-sent' };
    const answers = await Promise.all([apply(given, { key: 'apply-once' }), apply(given, { key: 'apply-once' })]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect(await own()).toHaveLength(1);
    expect(await apply({ slug: 'another' }, { key: 'apply-once' })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_conflict' },
    });
  });

  it('lets a person wait for three shops, however fast they apply', async () => {
    const answers = await Promise.all([apply(), apply(), apply(), apply(), apply()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 201, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('application_limit_reached');
    await withdraw((await own())[0].id);
    expect((await apply()).status).toBe(201);
  });

  it('limits how often a person applies in a day', async () => {
    for (let times = 0; times < 20; times += 1) await withdraw((await apply()).body.id);
    expect(await apply()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect((await apply({}, { by: await callerOf(await createUser()) })).status).toBe(201);
  });

  it('gives one web address to one of two people', async () => {
    const other = await callerOf(await createUser());
    const slug = 'requested-twice';
    const answers = await Promise.all([apply({ slug }), apply({ slug }, { by: other })]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('slug_taken');
  });

  it('knows which web addresses are free', async () => {
    await createShop({ slug: 'Taken-Shop' });
    expect((await apply({ slug: 'taken-shop' })).body.code).toBe('slug_taken');
    expect(await isAvailable('taken-shop')).toBe(false);
    expect(await isAvailable('operator')).toBe(false);
    expect(await isAvailable('sell')).toBe(false);
    expect(await isAvailable('free-one')).toBe(true);
    const { body } = await apply({ slug: 'free-one' });
    expect(await isAvailable('free-one')).toBe(false);
    await withdraw(body.id);
    expect(await isAvailable('free-one')).toBe(true);
  });

  it('names the account of an applicant without a name, as the operator reads it, and requires that name', async () => {
    const by = await callerOf(await createUser({ name: null }));
    const nameOf = async () => (await by.get('/api/users/me')).body.name;
    const refused = { status: 400, body: { code: 'invalid_input', issues: [{ path: 'applicant_name' }] } };
    expect(await apply({}, { by })).toMatchObject(refused);
    expect(await apply({ applicant_name: ' ' }, { by })).toMatchObject(refused);
    expect((await apply({ applicant_name: 'Lakshmi Rao' }, { by })).status).toBe(201);
    expect(await nameOf()).toBe('Lakshmi Rao');
    const { applications } = (await operator.get('/api/operator/shop-applications')).body;
    expect(applications).toMatchObject([{ applicant: { name: 'Lakshmi Rao' } }]);
    // The profile changes it from now on.
    expect((await apply({ applicant_name: 'Another' }, { by })).status).toBe(201);
    expect(await nameOf()).toBe('Lakshmi Rao');
  });

  it('requires an email address, by which teams are known', async () => {
    const by = await callerOf(await createMobileUser('9123409876'));
    expect((await apply({}, { by })).body.code).toBe('email_required');
  });

  it.each([
    ['pin_code', '099999'],
    ['mobile', '2654 1234'],
    ['slug', 'about'],
    ['mobile', '12345'],
    ['gstin', '27AAPFU0939F1ZZ'],
    ['fssai_licence', '123'],
    ['trade', 'weapons'],
  ])('refuses %s %s', async (field, value) => {
    expect(await apply({ [field]: value })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await own()).toEqual([]);
  });
});

describe('approving', () => {
  it('creates the shop with its place and makes the applicant its admin, who continues to its first steps', async () => {
    const { body } = await apply({ gstin: '27AAPFU0939F1ZV' });
    expect(await approve(body.id)).toMatchObject({ status: 200, body: { state: 'approved', slug_free: false } });
    expect(await own()).toMatchObject([{ state: 'approved', reason: null }]);
    const shop = await Shop.query().findOne({ slug: body.slug }).throwIfNotFound();
    expect(shop).toMatchObject({
      name: 'Green Leaf',
      trade: 'Vegetables and fruit',
      phone: '9876543210',
      address: '4, 1st Main, Bengaluru 560041',
      gstin: '27AAPFU0939F1ZV',
    });
    const { steps } = await readSetup({ shopId: shop.id });
    const done = steps.filter(({ state }) => state === 'done').map(({ id }) => id);
    expect(done).toEqual(['place', 'phone']);

    // The session was opened at the platform.
    expect((await applicant.get(`/api/shops/${shop.id}/setup`)).status).toBe(403);
    const moved = await applicant.post('/api/auth/shop', { body: { shop_slug: body.slug } });
    expect(moved.status).toBe(200);
    const admin = api.as(moved.body.token);
    expect((await admin.get(`/api/shops/${shop.id}/setup`)).status).toBe(200);
    expect((await admin.get('/api/users/me')).body).toMatchObject({ role: 'vendor', shop_admin: true });
    expect((await admin.get(`/api/shops/${shop.id}/members`)).body).toMatchObject([
      { email: person.email, role: 'admin' },
    ]);
  });

  it('lets one of two operators decide', async () => {
    const second = await callerOf(await createUser({ isPlatformAdmin: true }));
    const { body } = await apply();
    const answers = await Promise.all([approve(body.id), approve(body.id, second), decline(body.id)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    const { rows } = await database().pool.query("SELECT FROM outbox WHERE topic = 'application.decided'");
    expect(rows).toHaveLength(1);
  });

  it('leaves the application open when a shop has got the web address since', async () => {
    const { body } = await apply();
    await createShop({ slug: body.slug.toUpperCase() });
    expect((await operator.get('/api/operator/shop-applications')).body.applications).toMatchObject([
      { slug_free: false },
    ]);
    expect(await approve(body.id)).toMatchObject({ status: 409, body: { code: 'slug_taken' } });
    expect(await own()).toMatchObject([{ state: 'submitted' }]);
  });

  it('is not possible while the account of the applicant is blocked', async () => {
    const { body } = await apply();
    const block = (blocked: boolean) =>
      database()
        .knex('users')
        .where({ id: person.id })
        .update({ blockedAt: blocked ? new Date() : null });
    const listed = async () => (await operator.get('/api/operator/shop-applications')).body.applications;
    expect(await listed()).toMatchObject([{ applicant: { blocked: false } }]);
    await block(true);
    expect(await listed()).toMatchObject([{ applicant: { blocked: true } }]);
    expect(await approve(body.id)).toMatchObject({ status: 409, body: { code: 'applicant_blocked' } });
    expect(await Shop.query().findOne({ slug: body.slug })).toBeUndefined();
    await block(false);
    expect((await approve(body.id)).status).toBe(200);
  });

  it('is not possible after it was withdrawn', async () => {
    const { body } = await apply();
    expect((await withdraw(body.id)).status).toBe(200);
    expect(await approve(body.id)).toMatchObject({ status: 409, body: { code: 'status_not_allowed' } });
    expect(await Shop.query().findOne({ slug: body.slug })).toBeUndefined();
    expect((await withdraw(body.id)).status).toBe(409);
  });
});

it('declines with a reason, which the applicant reads', async () => {
  const { body } = await apply();
  expect((await decline(body.id, 'The licence has expired')).body).toMatchObject({ state: 'declined' });
  expect(await own()).toMatchObject([{ state: 'declined', reason: 'The licence has expired' }]);
  expect((await operator.post(`/api/operator/shop-applications/${body.id}/decline`, { body: {} })).status).toBe(400);
  const [activity] = (await operator.get('/api/operator/activity')).body;
  expect(activity).toMatchObject({
    action: 'application.declined',
    shop: null,
    subject: 'Green Leaf',
    after: { reason: 'The licence has expired' },
  });
});

it('lists them for the operator by state, open ones oldest first, in pages', async () => {
  const [first, second, third] = [(await apply()).body, (await apply()).body, (await apply()).body];
  await decline(second.id);
  const list = async (query: string) => (await operator.get(`/api/operator/shop-applications${query}`)).body;
  const open = await list('?state=submitted');
  expect(open.counts).toEqual({ submitted: 2, approved: 0, declined: 1, withdrawn: 0 });
  expect(open.applications.map(({ id }: { id: number }) => id)).toEqual([first.id, third.id]);
  expect(open.applications[0]).toMatchObject({ applicant: { email: person.email }, slug_free: true });
  expect((await list(`?state=submitted&after=${first.id}`)).applications).toMatchObject([{ id: third.id }]);
  const all = await list('?limit=2');
  expect(all.applications.map(({ id }: { id: number }) => id)).toEqual([third.id, second.id]);
  expect((await list(`?after=${second.id}`)).applications).toMatchObject([{ id: first.id }]);
});

it('withdraws only the own ones', async () => {
  const { body } = await apply();
  expect((await withdraw(body.id, await callerOf(await createUser()))).status).toBe(404);
  expect(await own()).toMatchObject([{ state: 'submitted' }]);
});

it('is exported and erased with the account, and the shop stays', async () => {
  const { body } = await apply({ name: 'Canary Stores' });
  await approve(body.id);
  const shop = await Shop.query().findOne({ slug: body.slug }).throwIfNotFound();
  await createMember({ shop, role: 'admin' });
  await apply({ name: 'Canary Two' });
  const exported = (await applicant.get('/api/users/me/export')).body.shop_applications;
  expect(exported).toMatchObject([
    { name: 'Canary Two', state: 'submitted', mobile: '9876543210' },
    { name: 'Canary Stores', state: 'approved' },
  ]);
  await applicant.post('/api/users/send-deletion-code');
  const code = await mailedCode(person.email);
  expect((await applicant.post('/api/users/delete-account', { body: { code } })).status).toBe(204);
  const { rows } = await database().pool.query('SELECT FROM shop_applications');
  expect(rows).toEqual([]);
  expect(await Shop.query().findById(shop.id)).toBeDefined();
});
