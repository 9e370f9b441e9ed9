import { activityView } from '@haat/contract/accounts/team.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { User } from '@haat/core/db/accounts.models';
import { recordActivity } from '@haat/core/activity/activity-log';
import { createMember, createShop } from '@haat/core/test/factories';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: Shop;
let [owner, vendor]: User[] = [];
let admin: ApiCaller;
beforeAll(async () => {
  shop = await createShop();
  owner = await createMember({ shop, role: 'admin' });
  vendor = await createMember({ shop });
  admin = api.as(await api.signIn({ user: owner, shop }));
  const { pool } = database();
  const of = { shopId: shop.id, actorId: owner.id };
  await recordActivity(pool, { ...of, action: 'product.added', subject: '<b>Milk</b>', after: { price: 50 } });
  await recordActivity(pool, { ...of, actorId: vendor.id, action: 'shop.paused' });
  await recordActivity(pool, {
    ...of,
    actorId: null,
    action: 'shop.created',
    subject: 'Shop',
    after: { slug: 'shop' },
  });
  await recordActivity(pool, { ...of, action: 'products.imported', after: { added: 3 } });
  await recordActivity(pool, { ...of, shopId: (await createShop()).id, action: 'shop.opened' });
});

const list = async (query = '') => {
  const { status, body } = await admin.get(`/api/shops/${shop.id}/activity${query}`);
  expect(status).toBe(200);
  return z.array(activityView.strict()).parse(body);
};
const actionsIn = async (query: string) => (await list(query)).map(({ action }) => action);

it('lists who did what, before and after, newest first, and of no other shop', async () => {
  const [imported, created, paused, added] = await list();
  expect(imported).toMatchObject({ action: 'products.imported', actor: { id: owner?.id }, after: { added: 3 } });
  expect(created).toMatchObject({ action: 'shop.created', actor: null, subject: 'Shop' });
  expect(paused).toMatchObject({ actor: { id: vendor?.id, name: 'Test Vendor' }, subject: null, before: null });
  expect(added).toMatchObject({ subject: '<b>Milk</b>', before: null, after: { price: 50 } });
  expect(await list()).toHaveLength(4);
});

it('continues after the last one of a page', async () => {
  const [first] = await list('?limit=1');
  expect(await actionsIn(`?limit=2&after=${first?.id}`)).toEqual(['shop.created', 'shop.paused']);
});

it('is narrowed to a person and to what it is about', async () => {
  expect(await actionsIn(`?by=${vendor?.id}`)).toEqual(['shop.paused']);
  expect(await actionsIn('?kind=shop')).toEqual(['shop.created', 'shop.paused']);
  expect(await actionsIn(`?kind=product&by=${owner?.id}`)).toEqual(['products.imported', 'product.added']);
});

it.each(['limit=0', 'limit=1e3', 'after=0', 'after=-1', 'by=x', 'kind=everything', 'limit=5&limit=6'])(
  'refuses %s',
  async (query) => expect((await admin.get(`/api/shops/${shop.id}/activity?${query}`)).status).toBe(400),
);

it('is for admins of that shop', async () => {
  const path = `/api/shops/${shop.id}/activity`;
  expect((await api.as(await api.signIn({ user: vendor!, shop })).get(path)).status).toBe(403);
  const other = await createShop();
  const foreign = await api.signIn({ user: await createMember({ shop: other, role: 'admin' }), shop: other });
  expect((await api.as(foreign).get(path)).status).toBe(403);
});
