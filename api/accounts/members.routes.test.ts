import { memberView } from '@haat/contract/accounts/team.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { redeemOtp, requestOtp } from '@haat/core/accounts/one-time-code';
import { createMember, createShop, createUser } from '@haat/core/test/factories';
import { mailedCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { openEventStream } from '../test/event-stream.ts';

const api = apiTest();
let shop: Shop;
let owner: User;
let admin: ApiCaller;
beforeEach(async () => {
  await clearLimits();
  shop = await createShop();
  owner = await createMember({ shop, role: 'admin' });
  admin = api.as(await api.signIn({ user: owner, shop }));
});

const team = () => `/api/shops/${shop.id}/members`;
const invite = (email: unknown, role: unknown = 'vendor', who = admin) => who.post(team(), { body: { email, role } });
const members = async (): Promise<{ id: number; role: string }[]> => (await admin.get(team())).body;
const setRole = (user: User, role: unknown, who = admin) => who.patch(`${team()}/${user.id}`, { body: { role } });
const remove = (user: Pick<User, 'id'>, who = admin) => who.request('DELETE', `${team()}/${user.id}`);
const actions = async () =>
  (await admin.get(`/api/shops/${shop.id}/activity`)).body.map(({ action }: { action: string }) => action);
const mailsTo = async (email: string) =>
  (
    await database().pool.query(
      `SELECT o.id FROM outbox o JOIN shop_members m ON m.id = o.subject_id JOIN users u ON u.id = m.user_id
       WHERE o.topic = 'member.invited' AND u.email = $1`,
      [email],
    )
  ).rowCount;

describe('an invitation', () => {
  it('adds an unknown email address as a member at once, and mails it', async () => {
    const { status, body } = await invite('  New.Person@haat.example ', 'admin');
    const invited = { email: 'new.person@haat.example', name: null, role: 'admin', joined: null };
    expect([status, memberView.parse(body)]).toMatchObject([201, invited]);
    expect((await members()).find(({ id }) => id === body.id)).toEqual(body);
    expect(await mailsTo('new.person@haat.example')).toBe(1);
  });

  it('by mobile number sends a message, and names a new account', async () => {
    const mobile = `98450${String(shop.id).padStart(5, '0')}`;
    const { status, body } = await admin.post(team(), { body: { mobile, name: 'Raju', role: 'rider' } });
    expect([status, memberView.parse(body)]).toMatchObject([201, { email: null, mobile, name: 'Raju', role: 'rider' }]);
    expect((await admin.post(team(), { body: { mobile, role: 'rider' } })).body.code).toBe('already_member');
    const both = { mobile, email: 'a@b.in', role: 'rider' };
    expect((await admin.post(team(), { body: both })).body.code).toBe('invalid_input');
  });

  it('does not rename an account', async () => {
    const known = await createUser({ name: 'Meera' });
    const { body } = await admin.post(team(), { body: { email: known.email, name: 'Somebody else', role: 'vendor' } });
    expect(body.name).toBe('Meera');
  });

  it('is taken up by the first login at the shop, not by one elsewhere', async () => {
    const email = `taken-up-${shop.id}@haat.example`;
    await invite(email);
    const signInAt = async ({ slug }: Shop) => {
      const origin = { address: '203.0.113.9', userAgent: '' };
      await requestOtp({ email, shopSlug: slug, address: origin.address });
      return redeemOtp({ email, code: await mailedCode(email), shopSlug: slug, origin });
    };
    await signInAt(await createShop());
    expect((await members()).find(({ role }) => role === 'vendor')).toMatchObject({ joined: null });
    await clearLimits();
    const { token } = await signInAt(shop);
    expect((await members()).find(({ role }) => role === 'vendor')).toMatchObject({ joined: expect.any(String) });
    expect((await api.as(token).get('/api/users/me')).body).toMatchObject({ role: 'vendor', shop_id: shop.id });
    expect(await actions()).toEqual(['member.joined', 'member.invited']);
  });

  it('leaves a customer what they are elsewhere', async () => {
    const [customer, elsewhere] = [await createUser(), await createShop()];
    const there = api.as(await api.signIn({ user: customer, shop: elsewhere }));
    await invite(customer.email);
    expect((await there.get('/api/users/me')).body).not.toHaveProperty('role');
    expect((await there.get('/api/notifications')).status).toBe(403);
  });

  it('for a member of the team is refused, also for many at once', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => invite(`twice-${shop.id}@haat.example`)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    expect((await invite(owner.email)).body.code).toBe('already_member');
    expect(await members()).toHaveLength(2);
  });

  it.each([
    [{ email: 'no address', role: 'vendor' }, 'email'],
    [{ email: 'a@b.in\r\nBcc: c@d.in', role: 'vendor' }, 'email'],
    [{ email: 'a@b.in', role: 'owner' }, 'role'],
    [{ email: 'a@b.in' }, 'role'],
  ])('as %j is refused', async (body, field) => {
    const answer = await admin.post(team(), { body });
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, field]);
    expect(await members()).toHaveLength(1);
  });

  it('can be mailed again until it is taken up, five times an hour, and says when it was', async () => {
    const email = `again-${shop.id}@haat.example`;
    const { body: first } = await invite(email);
    await database().pool.query(`UPDATE shop_members SET invited_at = now() - interval '3 days' WHERE user_id = $1`, [
      first.id,
    ]);
    const [before] = (await admin.get(team())).body.filter(({ id }: { id: number }) => id === first.id);
    const again = () => admin.post(`${team()}/${first.id}/invitation`);
    const { status, body } = await again();
    expect([status, memberView.parse(body)]).toMatchObject([200, { id: first.id, email, joined: null }]);
    expect(Date.parse(body.invited) - Date.parse(before.invited)).toBeGreaterThan(2.9 * 86_400_000);
    expect(await mailsTo(email)).toBe(2);
    expect(await actions()).toEqual(['member.invited', 'member.invited']);
    for (let times = 0; times < 3; times += 1) await again();
    expect((await again()).body.code).toBe('rate_limited');
    expect(await mailsTo(email)).toBe(5);

    await database().pool.query('UPDATE shop_members SET joined_at = now() WHERE user_id = $1', [first.id]);
    await clearLimits();
    expect((await again()).body.code).toBe('already_member');
    for (const nobody of [999_999_999, '1e3', 0]) {
      const refused = await admin.post(`${team()}/${nobody}/invitation`);
      expect([nobody, refused.status]).toEqual([nobody, nobody === 999_999_999 ? 404 : 400]);
    }
    expect(await mailsTo(email)).toBe(5);
  });

  it('is one of twenty an hour', async () => {
    for (let nth = 0; nth < 20; nth += 1) await invite(`many-${shop.id}-${nth}@haat.example`);
    expect((await invite('one-more@haat.example')).body.code).toBe('rate_limited');
    expect(await members()).toHaveLength(21);
  });
});

describe('a role', () => {
  it('counts from the next request on', async () => {
    const vendor = await createMember({ shop });
    const caller = api.as(await api.signIn({ user: vendor, shop }));
    expect((await invite('a@haat.example', 'vendor', caller)).status).toBe(403);
    expect((await setRole(vendor, 'admin')).body).toMatchObject({ id: vendor.id, role: 'admin' });
    expect((await caller.get('/api/users/me')).body.shop_admin).toBe(true);
    await setRole(vendor, 'vendor');
    expect((await setRole(owner, 'vendor', caller)).status).toBe(403);
    expect(await actions()).toEqual(['member.changed', 'member.changed']);
  });

  it('of the last admin stays, also when two take it from each other at once', async () => {
    expect((await setRole(owner, 'vendor')).body.code).toBe('last_admin');
    const second = await createMember({ shop, role: 'admin' });
    const other = api.as(await api.signIn({ user: second, shop }));
    for (let round = 0; round < 5; round += 1) {
      await Promise.all([setRole(second, 'vendor'), setRole(owner, 'vendor', other)]);
      const { rows } = await database().pool.query(
        `SELECT user_id FROM shop_members WHERE shop_id = $1 AND role = 'admin'`,
        [shop.id],
      );
      expect(rows).toHaveLength(1);
      await database().pool.query(`UPDATE shop_members SET role = 'admin' WHERE shop_id = $1`, [shop.id]);
    }
  });

  it.each([['owner'], [null], [undefined], [1]])('is not %j', async (role) => {
    expect((await setRole(owner, role)).status).toBe(400);
  });
});

describe('a removed member', () => {
  it('is refused at once, and what they had open is closed', async () => {
    const vendor = await createMember({ shop });
    const signedIn = await api.signIn({ user: vendor, shop });
    const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${signedIn.token}`);
    expect(stream.status).toBe(200);
    expect((await remove(vendor)).status).toBe(204);
    expect((await api.as(signedIn).get(team())).status).toBe(403);
    await stream.closed;
    expect((await api.as(signedIn).get('/api/users/me')).body).not.toHaveProperty('role');
    expect(await actions()).toEqual(['member.removed']);
  });

  it('is not the last admin who could log in', async () => {
    await invite(`never-came-${shop.id}@haat.example`, 'admin');
    expect((await remove(owner)).body.code).toBe('last_admin');
    await createMember({ shop, role: 'admin' });
    expect((await remove(owner)).status).toBe(204);
  });

  it('can be the caller; removing others requires an admin', async () => {
    const [vendor, colleague] = [await createMember({ shop }), await createMember({ shop })];
    const caller = api.as(await api.signIn({ user: vendor, shop }));
    expect((await remove(colleague, caller)).status).toBe(403);
    expect((await remove(vendor, caller)).status).toBe(204);
    expect((await caller.get(team())).status).toBe(403);
    expect(await actions()).toEqual(['member.left']);
  });

  it('of another shop is not found', async () => {
    const elsewhere = await createShop();
    const stranger = await createMember({ shop: elsewhere });
    expect((await remove(stranger)).status).toBe(404);
    expect((await setRole(stranger, 'admin')).status).toBe(404);
    const foreign = api.as(await api.signIn({ user: stranger, shop: elsewhere }));
    expect((await remove(stranger, foreign)).status).toBe(403);
  });
});
