import { createCategory, createMember, createProduct, createShop } from '@haat/core/test/factories';
import { beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { catalogRows, countsOf, importAndRun, runImports } from '../test/import-helpers.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
beforeEach(async () => {
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  await createCategory({ name: 'Dairy & eggs', child: 'Milk' });
});

const send = (text: string, dryRun = true) => importAndRun({ vendor, shop, text, dryRun });
const choose = async (id: number, names: object[]) => {
  const { status } = await vendor.put(`/api/shops/${shop.id}/imports/${id}/columns`, { body: { names } });
  expect(status).toBe(200);
  return runImports({ vendor, shop }, id);
};

it('takes a category for the shared one, shows it once, and imports it so', async () => {
  const dry = await send(
    'name,category,unit,price\nCurd,Dairy,500 gms,40\nPaneer,DAIRY,500gms,90\nLamp,Demo lamps,,50',
    false,
  );
  expect(dry.dry_run).toBe(true);
  expect(dry.names).toEqual([
    { kind: 'category', name: 'Dairy', into: 'Dairy & eggs', count: 2 },
    { kind: 'unit', name: '500 gms', into: '500 g', count: 1 },
    { kind: 'unit', name: '500gms', into: '500 g', count: 1 },
    { kind: 'category', name: 'Demo lamps', into: null, count: 1 },
  ]);
  expect(dry.new_categories).toEqual(['Demo lamps']);
  expect(dry.name_choices.category).toContain('Dairy & eggs › Milk');
  await vendor.post(`/api/shops/${shop.id}/imports/${dry.id}/apply`);
  expect(countsOf(await runImports({ vendor, shop }, dry.id))).toBe('3 0 0 0');
  expect((await catalogRows(shop.id)).map((row) => row.split('|').slice(0, 3))).toEqual([
    ['Curd', 'Dairy & eggs', '500 g'],
    ['Paneer', 'Dairy & eggs', '500 g'],
    ['Lamp', 'Demo lamps', '5000'],
  ]);
});

it('remembers what names stand for', async () => {
  const text = 'name,category,price\nCurd,Dairy,40\nLassi,Thanda,20';
  const dry = await send(text);
  const chosen = await choose(dry.id, [
    { kind: 'category', name: 'Dairy', into: null },
    { kind: 'category', name: 'Thanda', into: 'Dairy & eggs › Milk' },
  ]);
  expect(chosen.names.map(({ into }: { into: string | null }) => into)).toEqual([null, 'Dairy & eggs › Milk']);
  const again = await send('name,category,price\nChaas,thanda,20\nGhee,dairy,600', false);
  expect(again).toMatchObject({ dry_run: false, created: 2 });
  expect((await catalogRows(shop.id)).map((row) => row.split('|').slice(0, 3))).toEqual([
    ['Chaas', 'Milk', 'Dairy & eggs'],
    ['Ghee', 'dairy', '60000'],
  ]);
});

it('leaves names that the shop has', async () => {
  await createProduct({ shop, name: 'Curd', variants: [{ unit: '500 gms', size: 'free' }] });
  const dry = await send('name,unit,size,price\nCurd,500 gms,free,44');
  expect([dry.names, countsOf(dry)]).toEqual([[], '0 1 0 0']);
});

it.each([
  ['with three levels', 'A › B › C'],
  ['that is too long', 'x'.repeat(61)],
  ['without a subcategory', 'A › '],
])('refuses a name %s', async (_what, into) => {
  const { id } = await send('name,category,price\nCurd,Dairy,40');
  const body = { names: [{ kind: 'category', name: 'Dairy', into }] };
  expect((await vendor.put(`/api/shops/${shop.id}/imports/${id}/columns`, { body })).status).toBe(400);
});
