import { database } from '@haat/core/db/database';
import { createCategory, createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { beforeAll, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';

const api = apiTest();
let shop: { id: number };
let [vendor, other, customer, operator]: ApiCaller[] = [];
beforeAll(async () => {
  shop = await createShop();
  const elsewhere = await createShop();
  const signIn = async (user: { id: number }, at: { id: number }) => api.as(await api.signIn({ user, shop: at }));
  vendor = await signIn(await createMember({ shop }), shop);
  other = await signIn(await createMember({ shop: elsewhere }), elsewhere);
  customer = await signIn(await createUser(), shop);
  operator = await signIn(await createUser({ isPlatformAdmin: true }), elsewhere);
});

type Named = { id: number; name: string; children?: Named[] };
const named = (list: Named[], name: string) => list.find((each) => each.name === name);

it("a shop's own categories and units are its own, and stand with those that all share", async () => {
  const shared = await createCategory({ name: 'Fruits', child: 'Citrus' });
  const { rows } = await database().pool.query('SELECT parent_id FROM categories WHERE id = $1', [shared]);
  const parentId = rows[0].parent_id;
  const own = await vendor!.post('/api/categories', { body: { name: 'Festive' } });
  const below = await vendor!.post('/api/categories', { body: { name: 'Berries', parent_id: parentId } });
  const unit = await vendor!.post('/api/units', { body: { name: 'basket' } });
  expect([own.status, below.status, unit.status]).toEqual([201, 201, 201]);

  const mine = (await vendor!.get('/api/categories')).body;
  expect(named(mine, 'Festive')).toEqual({ ...own.body, children: [] });
  expect(named(mine, 'Fruits')?.children).toEqual([below.body, { id: shared, name: 'Citrus' }]);
  for (const who of [other!, customer!]) {
    const theirs = (await who.get('/api/categories')).body;
    expect([named(theirs, 'Festive'), named(theirs, 'Fruits')?.children]).toEqual([
      undefined,
      [{ id: shared, name: 'Citrus' }],
    ]);
    expect(named((await who.get('/api/units')).body, 'basket')).toBeUndefined();
  }
  expect(named((await operator!.get(`/api/units?shop_id=${shop.id}`)).body, 'basket')).toEqual(unit.body);
  const log = await database().pool.query('SELECT action, subject FROM activity_log WHERE shop_id = $1 ORDER BY id', [
    shop.id,
  ]);
  expect(log.rows).toEqual([
    { action: 'category.added', subject: 'Festive' },
    { action: 'category.added', subject: 'Berries' },
    { action: 'unit.added', subject: 'basket' },
  ]);
});

it('a name that is there already is answered, whatever its capitals, and added once', async () => {
  const shared = await createCategory({ name: 'Vegetables' });
  const again = await vendor!.post('/api/categories', { body: { name: ' vegetables ' } });
  expect([again.status, again.body]).toEqual([200, { id: shared, name: 'Vegetables' }]);
  for (const path of ['/api/categories', '/api/units']) {
    const five = await Promise.all(
      Array.from({ length: 5 }, () => vendor!.post(path, { body: { name: 'Requested at once' } })),
    );
    expect([200, 201].map((each) => five.filter(({ status }) => status === each).length)).toEqual([4, 1]);
    expect(new Set(five.map(({ body }) => body.id)).size).toBe(1);
  }
});

it('a subcategory has no subcategories, and nothing is put below what is not there', async () => {
  const child = await createCategory({ name: 'Bakery', child: 'Bread' });
  const deeper = await vendor!.post('/api/categories', { body: { name: 'Rye', parent_id: child } });
  expect([deeper.status, deeper.body.issues[0].path]).toEqual([400, 'parent_id']);
  expect((await vendor!.post('/api/categories', { body: { name: 'Rye', parent_id: 999_999_999 } })).status).toBe(404);
});

it.each([
  {},
  { name: '' },
  { name: '  ' },
  { name: 'a\u0000' },
  { name: 'x'.repeat(61) },
  { name: 1 },
  { name: ['a'] },
])('refuses %j', async (body) => {
  for (const path of ['/api/categories', '/api/units']) {
    const answer = await vendor!.post(path, { body });
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'name']);
  }
});

it('lists the units that a shop uses most first, the others by name', async () => {
  const at = await createShop();
  const member = api.as(await api.signIn({ user: await createMember({ shop: at }), shop: at }));
  await createProduct({ shop: at, variants: [{ unit: '1 kg' }, { unit: '500 g' }] });
  await createProduct({ shop: at, variants: [{ unit: '500 g' }] });
  const { body } = await member.get('/api/units');
  const names = body.map(({ name }: { name: string }) => name);
  expect(names.slice(0, 2)).toEqual(['500 g', '1 kg']);
});
