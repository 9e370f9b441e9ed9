import { operatorAnnouncementView } from '@haat/contract/platform/announcements.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createMember, createShop, createUser } from '@haat/core/test/factories';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let operator: ApiCaller;
let [first, second, elsewhere]: ApiCaller[] = [];
beforeAll(async () => {
  const platform = await createShop({ slug: 'platform', isPlatform: true });
  const person = await createUser({ isPlatformAdmin: true, name: 'Test Operator' });
  operator = api.as(await api.signIn({ user: person, shop: platform }));
  shop = await createShop({ name: 'Malnad Dairy' });
  const memberOf = async (at: Shop) => api.as(await api.signIn({ user: await createMember({ shop: at }), shop: at }));
  [first, second, elsewhere] = [await memberOf(shop), await memberOf(shop), await memberOf(await createShop())];
});
beforeEach(async () => {
  await database().pool.query('TRUNCATE announcements, announcement_dismissals');
});

const send = (fields: object = {}) =>
  operator.post('/api/operator/announcements', {
    body: { title: 'New fees', text: 'From Monday.\nSee the terms.', ...fields },
  });
const seenBy = async (who?: ApiCaller) =>
  (await who!.get('/api/announcements')).body.map(({ title }: { title: string }) => title);
const dismiss = (id: number, who?: ApiCaller) => who!.put(`/api/announcements/${id}/dismissal`);
const list = async () =>
  operatorAnnouncementView.array().parse((await operator.get('/api/operator/announcements')).body);

describe('an announcement', () => {
  it('is seen by the members of all shops, newest first, until each has dismissed it', async () => {
    const { status, body } = await send();
    expect([status, operatorAnnouncementView.parse(body)]).toMatchObject([
      201,
      { title: 'New fees', until: null, state: 'shown', shop: null, author: 'Test Operator', dismissals: 0 },
    ]);
    await send({ title: 'Second' });
    for (const who of [first, second, elsewhere]) expect(await seenBy(who)).toEqual(['Second', 'New fees']);
    expect((await dismiss(body.id, first)).status).toBe(204);
    expect((await dismiss(body.id, first)).status).toBe(204);
    expect(await seenBy(first)).toEqual(['Second']);
    expect(await seenBy(second)).toEqual(['Second', 'New fees']);
    expect((await list()).map(({ dismissals }) => dismissals)).toEqual([0, 1]);
  });

  it('to one shop is for its members only', async () => {
    const { body } = await send({ shop_id: shop.id });
    expect(body.shop).toEqual({ id: shop.id, slug: shop.slug, name: 'Malnad Dairy' });
    expect([await seenBy(first), await seenBy(elsewhere)]).toEqual([['New fees'], []]);
    expect((await dismiss(body.id, elsewhere)).status).toBe(404);
  });

  it('is seen to the end of its last day, and no longer once it is withdrawn', async () => {
    const { body: today } = await send({ title: 'Today', until: '2199-01-01' });
    await database().pool.query(
      `UPDATE announcements SET until = (now() AT TIME ZONE 'Asia/Kolkata')::date WHERE id = $1`,
      [today.id],
    );
    const { body: ended } = await send({ title: 'Ended', until: '2020-01-01' });
    expect(ended).toMatchObject({ state: 'ended', until: '2020-01-01' });
    expect(await seenBy(first)).toEqual(['Today']);
    const withdraw = () => operator.post(`/api/operator/announcements/${today.id}/withdraw`);
    for (const { status, body } of [await withdraw(), await withdraw()])
      expect([status, body.state]).toEqual([200, 'withdrawn']);
    expect(await seenBy(first)).toEqual([]);
    const { body: log } = await operator.get('/api/operator/activity?limit=3');
    expect(log).toMatchObject([
      { action: 'announcement.withdrawn', subject: 'Today', shop: null },
      { action: 'announcement.sent', subject: 'Ended' },
      { action: 'announcement.sent', subject: 'Today' },
    ]);
  });

  it('can be dismissed by members of a suspended shop', async () => {
    const suspended = await createShop({ suspendedAt: new Date(), suspendedReason: 'Expired licence' });
    const member = api.as(await api.signIn({ user: await createMember({ shop: suspended }), shop: suspended }));
    const { body } = await send();
    expect((await dismiss(body.id, member)).status).toBe(204);
    expect(await seenBy(member)).toEqual([]);
  });

  it.each([
    ['title', { title: ' ' }],
    ['title', { title: 'x'.repeat(121) }],
    ['text', { text: '\n' }],
    ['text', { text: 'x'.repeat(2001) }],
    ['until', { until: 'tomorrow' }],
    ['shop_id', { shop_id: 0 }],
  ])('is not sent when its %s is wrong as in %j', async (field, wrong) => {
    const { status, body } = await send(wrong);
    expect([status, body.issues[0].path]).toEqual([400, field]);
    expect(await list()).toEqual([]);
  });

  it('is not sent to a shop that does not exist, nor withdrawn when there is none', async () => {
    expect((await send({ shop_id: 999_999_999 })).status).toBe(404);
    expect((await operator.post('/api/operator/announcements/999999999/withdraw')).status).toBe(404);
  });
});
